// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "arrow/status.h"
#include "core/config.h"

namespace recurve::app {

/// Serve until SIGTERM or SIGINT. REQUIRES: BlockStopSignals was called before any thread
/// was made.
arrow::Status Serve(const core::Config& config);

/// Block the signals that end `serve`, before the first thread is made.
void BlockStopSignals();

/// Say of each cluster whether it can be reached, what it is, and what it holds. The
/// error of the first one that cannot.
arrow::Status Check(const core::Config& config);

}  // namespace recurve::app
