// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace recurve::decode {

/// Outcome of writing one value; a byte, because there is one per cell. HitsDecoder makes
/// the Status, once per page at most.
enum class DecodeError : uint8_t {
  kOk,
  kWrongType,      ///< the JSON type does not fit: an object where a number is mapped
  kOutOfRange,     ///< a number that the column's type cannot hold
  kBadText,        ///< text that is not what the type wants: "abc" in a long, bad base64
  kBadDate,        ///< text that none of the mapping's date formats reads
  kTooLong,        ///< text over `ignore_above`, of which there are no doc values
  kSeveralValues,  ///< a second value for a column that holds one
  kOtherDepth,     ///< arrays nested to another depth than the column's lists
  kBadJson,        ///< not JSON
};

}  // namespace recurve::decode
