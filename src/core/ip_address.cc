// SPDX-License-Identifier: Apache-2.0
#include "core/ip_address.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include "fmt/format.h"

namespace recurve::core {

namespace {

constexpr size_t kV4At = 12;   // where the four bytes of IPv4 stand
constexpr size_t kGroups = 8;  // of 16 bits

std::optional<uint32_t> Number(std::string_view text, int base, uint32_t most) {
  uint32_t number = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number, base);
  if (text.empty() || error != std::errc() || rest != end || number > most) {
    return std::nullopt;
  }
  return number;
}

std::vector<std::string_view> Split(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  for (;;) {
    const size_t end = text.find(at);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::optional<uint32_t> ParseV4(std::string_view text) {
  uint32_t address = 0;
  const auto parts = Split(text, '.');
  if (parts.size() != 4) return std::nullopt;
  for (const std::string_view part : parts) {
    const auto number = Number(part, 10, 255);
    if (!number || (part.size() > 1 && part.front() == '0')) return std::nullopt;
    address = (address << 8) | *number;
  }
  return address;
}

IpAddress OfV4(uint32_t v4) {
  IpAddress address{};
  address[10] = address[11] = 0xFF;
  for (size_t i = 0; i < 4; ++i) {
    address[kV4At + i] = static_cast<uint8_t>(v4 >> (24 - 8 * i));
  }
  return address;
}

/// Groups of 16 bits; the last may be dotted. False for anything else.
bool ParseGroups(std::string_view text, std::vector<uint32_t>& groups) {
  if (text.empty()) return true;
  const auto parts = Split(text, ':');
  for (size_t i = 0; i < parts.size(); ++i) {
    if (i + 1 == parts.size() && parts[i].find('.') != std::string_view::npos) {
      const auto v4 = ParseV4(parts[i]);
      if (!v4) return false;
      groups.push_back(*v4 >> 16);
      groups.push_back(*v4 & 0xFFFF);
      continue;
    }
    const auto group = Number(parts[i], 16, 0xFFFF);
    if (!group) return false;
    groups.push_back(*group);
  }
  return true;
}

bool IsV4(const IpAddress& address) {
  return std::all_of(address.begin(), address.begin() + 10,
                     [](uint8_t byte) { return byte == 0; }) &&
         address[10] == 0xFF && address[11] == 0xFF;
}

int GroupAt(const IpAddress& address, size_t group) {
  return address[2 * group] << 8 | address[2 * group + 1];
}

struct ZeroRun {
  size_t begin = 0;
  size_t length = 0;
};

/// The first of the longest runs of groups that are zero.
ZeroRun LongestZeroRun(const IpAddress& address) {
  ZeroRun longest;
  ZeroRun run;
  for (size_t group = 0; group < kGroups; ++group) {
    if (GroupAt(address, group) != 0) {
      run = {group + 1, 0};
      continue;
    }
    ++run.length;
    if (run.length > longest.length) longest = run;
  }
  return longest;
}

}  // namespace

std::optional<IpAddress> ParseIp(std::string_view text) {
  if (text.find(':') == std::string_view::npos) {
    const auto v4 = ParseV4(text);
    if (!v4) return std::nullopt;
    return OfV4(*v4);
  }
  std::vector<uint32_t> groups;
  const size_t gap = text.find("::");
  if (gap == std::string_view::npos) {
    if (!ParseGroups(text, groups) || groups.size() != kGroups) return std::nullopt;
  } else {
    const std::string_view rest = text.substr(gap + 2);
    std::vector<uint32_t> low;
    const std::string_view head = text.substr(0, gap);
    if (rest.find("::") != std::string_view::npos ||
        head.find('.') != std::string_view::npos || !ParseGroups(head, groups) ||
        !ParseGroups(rest, low) || groups.size() + low.size() >= kGroups) {
      return std::nullopt;
    }
    groups.resize(kGroups - low.size());
    groups.insert(groups.end(), low.begin(), low.end());
  }
  IpAddress address{};
  for (size_t i = 0; i < kGroups; ++i) {
    address[2 * i] = static_cast<uint8_t>(groups[i] >> 8);
    address[2 * i + 1] = static_cast<uint8_t>(groups[i] & 0xFF);
  }
  return address;
}

std::string ToString(const IpAddress& address) {
  if (IsV4(address)) {
    return fmt::format("{}.{}.{}.{}", address[12], address[13], address[14], address[15]);
  }
  const ZeroRun zeros = LongestZeroRun(address);
  std::string text;
  for (size_t group = 0; group < kGroups; ++group) {
    if (group == zeros.begin && zeros.length > 1) {
      text += "::";
      group += zeros.length - 1;
      continue;
    }
    if (!text.empty() && text.back() != ':') text += ':';
    text += fmt::format("{:x}", GroupAt(address, group));
  }
  return text;
}

std::optional<IpAddress> IpOfBytes(std::string_view bytes) {
  IpAddress address{};
  if (bytes.size() == 4) {
    address[10] = address[11] = 0xFF;
  } else if (bytes.size() != address.size()) {
    return std::nullopt;
  }
  std::ranges::copy(bytes, address.end() - static_cast<std::ptrdiff_t>(bytes.size()));
  return address;
}

std::optional<IpRange> ParseCidr(std::string_view text) {
  const size_t slash = text.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const std::string_view head = text.substr(0, slash);
  const auto address = ParseIp(head);
  const bool v4 = head.find(':') == std::string_view::npos;
  auto prefix = Number(text.substr(slash + 1), 10, v4 ? 32 : 128);
  if (!address || !prefix) return std::nullopt;
  if (v4) *prefix += 96;
  IpRange range{*address, *address};
  for (size_t i = 0; i < address->size(); ++i) {
    const int kept =
        std::clamp(static_cast<int>(*prefix) - static_cast<int>(i) * 8, 0, 8);
    const auto open = static_cast<uint8_t>(0xFF >> kept);
    range.first[i] = static_cast<uint8_t>(range.first[i] & ~open);
    range.last[i] = static_cast<uint8_t>(range.last[i] | open);
  }
  return range;
}

}  // namespace recurve::core
