// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace recurve::core {

/// An address in 16 bytes, as an `ip` field orders them: IPv4 as ::ffff:a.b.c.d.
using IpAddress = std::array<uint8_t, 16>;

/// Read an address in the spellings that an `ip` field accepts; nothing for others.
///
/// Source   Elasticsearch's InetAddresses: four decimal parts without leading zeros, or
///          IPv6 with at most one "::" and perhaps a dotted end; no zone, no brackets.
std::optional<IpAddress> ParseIp(std::string_view text);

/// The one spelling that the cluster itself writes (its doc values, RFC 5952): dotted for
/// IPv4, else groups in lower case with the longest run of two or more zeros as "::".
std::string ToString(const IpAddress& address);

/// An address of 4 or 16 bytes, as ES|QL hands it out; nothing for another length.
std::optional<IpAddress> IpOfBytes(std::string_view bytes);

struct IpRange {
  IpAddress first;
  IpAddress last;
  bool Contains(const IpAddress& address) const {
    return first <= address && address <= last;
  }
};

/// All addresses of a network, "10.0.0.0/8"; bits behind the prefix are not looked at. An
/// IPv4 network counts its prefix in IPv4's 32 bits. Nothing for what is no network.
std::optional<IpRange> ParseCidr(std::string_view text);

}  // namespace recurve::core
