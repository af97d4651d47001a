// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "decode/decode_error.h"

namespace recurve::decode {

/// An integer of up to 64 bits and its sign.
struct IntegerText {
  bool negative = false;
  uint64_t magnitude = 0;
};

/// Read a decimal number as a whole one, exactly, cutting its fraction off: "-5.7e1" is
/// -57.
///
/// Errors   kBadText: not a number; kOutOfRange: more than 64 bits.
DecodeError ReadIntegerText(std::string_view text, IntegerText* integer);

/// Read a decimal number as the nearest double. Errors as above.
DecodeError ReadDoubleText(std::string_view text, double* number);

/// The text of a JSON string token whose \u escapes hold half a surrogate pair; each such
/// half becomes U+FFFD. `token` has its quotes.
std::string ReplaceLoneSurrogates(std::string_view token);

}  // namespace recurve::decode
