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

/// Read a number as Java's Double.parseDouble does, which is what the cluster does with
/// a text in a numeric field: white space around it, hexadecimal floats ("0x1p3"), an f
/// or d behind it, NaN and Infinity are read too.
///
/// Errors   kBadText: not a number.
/// Source   java.lang.Double.valueOf; seen on 6.8.9, 7.17.29, 8.19.21, OpenSearch 2.19.6.
DecodeError ReadDoubleText(std::string_view text, double* number);

/// The same as the nearest float, rounded once.
DecodeError ReadFloatText(std::string_view text, float* number);

/// The text of a JSON string token whose \u escapes hold half a surrogate pair; each such
/// half becomes `replacement`. `token` has its quotes.
std::string ReplaceLoneSurrogates(std::string_view token, uint32_t replacement);

}  // namespace recurve::decode
