#include "kernels/extent.h"

#include <cmath>

#include "math/exponential.h"

namespace attn {

Extent extent(std::span<const float> values) noexcept {
  // x·0 is 0 for finite x and NaN otherwise; NaN stays in the sum. Two chains hide the latency of
  // the addition.
  f32x4 zeros[2] = {splat(0.0f), splat(0.0f)};
  f32x4 largest[2] = {splat(0.0f), splat(0.0f)};
  const float* p = values.data();
  std::size_t left = values.size();
  const auto take = [&](int chain, f32x4 x) {
    zeros[chain] = zeros[chain] + x * splat(0.0f);
    largest[chain] = max(largest[chain], abs(x));
  };
  for (; left >= 2 * kLanes; left -= 2 * kLanes, p += 2 * kLanes) {
    take(0, load(p));
    take(1, load(p + kLanes));
  }
  if (left >= kLanes) {
    take(0, load(p));
    left -= kLanes;
    p += kLanes;
  }
  if (left > 0) take(1, load_partial(p, static_cast<int>(left), 0.0f));
  return {sum(zeros[0] + zeros[1]) == 0.0f, maximum(max(largest[0], largest[1]))};
}

Extent extent_below_infinity(std::span<const float> values) noexcept {
  Extent result;
  for (const float x : values) {
    if (x == -kInfinity) continue;
    if (!std::isfinite(x)) result.finite = false;
    if (std::fabs(x) > result.largest) result.largest = std::fabs(x);
  }
  return result;
}

}  // namespace attn
