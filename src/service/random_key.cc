// SPDX-License-Identifier: Apache-2.0
#include "service/random_key.h"

#include <random>

#include "fmt/format.h"

namespace recurve::service {

std::string MakeRandomKey() {
  std::random_device device;  // the kernel's generator with this standard library
  std::string key;
  for (int i = 0; i < 4; ++i) key += fmt::format("{:08x}", device());
  return key;
}

}  // namespace recurve::service
