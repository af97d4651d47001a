// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "arrow/result.h"

namespace recurve::core {

enum class SettingType {
  kText,
  kSecret,    ///< text that is never printed
  kChoice,    ///< one of `choices`
  kSwitch,    ///< true or false
  kCount,     ///< a whole number
  kBytes,     ///< a whole number with an optional unit: B, KiB, MiB, GiB, KB, MB, GB
  kDuration,  ///< a whole number with a unit: ms, s, m, h; "0" needs none
};

/// One thing an operator may set: the declaration from which everything else is derived.
///
/// `name` is `section.words_with_underscores`, or a bare word. Its spellings: the flag
/// `--section-words-with-underscores`, the environment variable
/// `RECURVE_SECTION_WORDS_WITH_UNDERSCORES`, and in the file the key of that name in the
/// table `[section]`.
struct Setting {
  std::string_view name;
  SettingType type = SettingType::kText;
  std::string_view default_text;
  std::string_view help;
  int64_t min = 0;  ///< kCount; bytes of kBytes; milliseconds of kDuration
  int64_t max = 0;
  std::string_view choices = {};  ///< kChoice: words separated by '|'
};

/// All settings, in the order of docs/configuration.md.
std::span<const Setting> Settings();

/// The setting of that name, or nullptr.
const Setting* FindSetting(std::string_view name);

/// "--scan-max-retries".
std::string FlagOf(const Setting& setting);
/// "RECURVE_SCAN_MAX_RETRIES".
std::string EnvironmentNameOf(const Setting& setting);

/// What the setting allows, for messages: "a whole number from 1 to 64".
std::string AllowedValuesOf(const Setting& setting);

/// Check a value's text. Gives what it stands for: the number for kCount, bytes for
/// kBytes, milliseconds for kDuration, 0 or 1 for kSwitch, 0 otherwise.
///
/// Errors   Invalid: "must be ..., not ..." (secrets are not echoed).
arrow::Result<int64_t> ParseSetting(const Setting& setting, std::string_view text);

/// docs/configuration.md, whole.
std::string WriteSettingsPage();

}  // namespace recurve::core
