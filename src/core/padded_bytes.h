// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <string_view>

namespace recurve::core {

/// A growing byte buffer that always has kPadding readable bytes behind its end.
///
/// The padding is what simdjson needs to read past the end of a document (its
/// SIMDJSON_PADDING is 32 or 64 bytes depending on the release); the bytes there have no
/// defined value. Memory is not cleared when it grows. Move-only.
class PaddedBytes {
 public:
  static constexpr size_t kPadding = 64;

  PaddedBytes() = default;
  explicit PaddedBytes(std::string_view text) { Append(text.data(), text.size()); }

  const char* data() const { return bytes_.get(); }
  char* data() { return bytes_.get(); }
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  std::string_view view() const { return {bytes_.get(), size_}; }
  /// Readable bytes from data(): size() and the padding.
  size_t padded_capacity() const { return capacity_ + kPadding; }

  void Reserve(size_t num_bytes) {
    if (num_bytes <= capacity_ && bytes_) return;
    auto* grown = static_cast<char*>(std::realloc(bytes_.get(), num_bytes + kPadding));
    if (grown == nullptr) throw std::bad_alloc();
    (void)bytes_.release();
    bytes_.reset(grown);
    capacity_ = num_bytes;
  }

  void Append(const char* bytes, size_t num_bytes) {
    if (size_ + num_bytes > capacity_ || !bytes_) {
      Reserve(size_ + num_bytes > 2 * capacity_ ? size_ + num_bytes : 2 * capacity_);
    }
    if (num_bytes > 0) std::memcpy(bytes_.get() + size_, bytes, num_bytes);
    size_ += num_bytes;
  }

  /// Forget the content, keep the memory.
  void Clear() { size_ = 0; }

 private:
  struct Free {
    void operator()(char* bytes) const { std::free(bytes); }
  };
  std::unique_ptr<char, Free> bytes_;
  size_t size_ = 0;
  size_t capacity_ = 0;
};

}  // namespace recurve::core
