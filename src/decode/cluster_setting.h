// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "arrow/result.h"
#include "core/padded_bytes.h"

namespace recurve::decode {

/// The value in force of a setting in the answer to
/// `GET /_cluster/settings?include_defaults=true&flat_settings=true`: transient before
/// persistent before the default. Nothing: the cluster does not know it.
///
/// Errors   kProtocol.
arrow::Result<std::optional<std::string>> ReadClusterSetting(
    const core::PaddedBytes& body, std::string_view name);

}  // namespace recurve::decode
