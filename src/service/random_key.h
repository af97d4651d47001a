// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace recurve::service {

/// 32 hexadecimal digits that nobody can guess: tokens and handles.
std::string MakeRandomKey();

}  // namespace recurve::service
