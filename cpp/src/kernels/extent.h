// One pass over an input: is it finite, and how large does it get?
#pragma once

#include <span>

namespace attn {

struct Extent {
  bool finite = true;
  float largest = 0;  // max |x|; meaningful only when finite
};

[[nodiscard]] Extent extent(std::span<const float> values) noexcept;

// The same where −∞ is legal (bias, log-sum-exp): it is passed over, +∞ and NaN are not.
[[nodiscard]] Extent extent_below_infinity(std::span<const float> values) noexcept;

}  // namespace attn
