// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>

namespace recurve::core {

/// One statement's wish to stop: client gone, deadline passed, server draining.
///
/// The standard stop token is all that is needed: `stop_requested()` to poll,
/// `std::stop_callback` to be woken from a wait (it must not block or throw). A
/// default-constructed token never stops.
using CancelToken = std::stop_token;
using CancelSource = std::stop_source;

}  // namespace recurve::core
