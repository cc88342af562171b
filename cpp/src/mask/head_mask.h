// A mask for one head: the rule of the public Mask, cell by cell and as a range of keys per row.
#pragma once

#include <attn/mask.h>
#include <attn/status.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace attn {

// Half-open range of keys.
struct KeyRange {
  int begin = 0;
  int end = 0;
};

// Refuses negative window or prefix (option), spans of another length (shape), bytes other than 0
// and 1 (option).
[[nodiscard]] Status check_mask(const Mask& mask, int heads, int n_q, int n_k) noexcept;

// The mask of one head. Borrows the spans of the public Mask.
class HeadMask {
 public:
  HeadMask(const Mask& mask, int n_q, int n_k, int head) noexcept;

  [[nodiscard]] int n_k() const noexcept { return n_k_; }
  [[nodiscard]] int prefix() const noexcept { return prefix_; }
  [[nodiscard]] const std::uint8_t* keep() const noexcept { return keep_; }
  // Row i of `allowed`, or null.
  [[nodiscard]] const std::uint8_t* allowed_row(int i) const noexcept {
    return allowed_ ? allowed_ + static_cast<std::ptrdiff_t>(i) * n_k_ : nullptr;
  }
  // The keys that causality and window leave to row i (the prefix comes on top).
  [[nodiscard]] KeyRange range(int i) const noexcept {
    const std::int32_t position = i + offset_;
    const std::int32_t begin = std::clamp(position - left_, 0, n_k_);
    return {begin, std::clamp(position + right_ + 1, begin, n_k_)};
  }
  [[nodiscard]] bool allows(int i, int j) const noexcept;

 private:
  int n_k_;
  int prefix_;
  std::int32_t offset_;  // pos = i + offset
  std::int32_t left_;
  std::int32_t right_;
  const std::uint8_t* keep_;
  const std::uint8_t* allowed_;
};

}  // namespace attn
