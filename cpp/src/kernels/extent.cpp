#include "kernels/extent.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "math/exponential.h"

namespace attn {

Extent extent(std::span<const float> values) noexcept {
  // Four chains hide the latency of the maximum.
  constexpr std::size_t kChains = 4;
  f32x4 largest[kChains] = {splat(0.0f), splat(0.0f), splat(0.0f), splat(0.0f)};
  const float* p = values.data();
  std::size_t left = values.size();
  for (; left >= kChains * kLanes; left -= kChains * kLanes, p += kChains * kLanes) {
    for (std::size_t c = 0; c < kChains; ++c)
      largest[c] = larger_magnitude(largest[c], load(p + c * kLanes));
  }
  for (; left >= kLanes; left -= kLanes, p += kLanes)
    largest[0] = larger_magnitude(largest[0], load(p));
  if (left > 0)
    largest[1] = larger_magnitude(largest[1], load_partial(p, static_cast<int>(left), 0.0f));
  const f32x4 all = larger_magnitude(larger_magnitude(largest[0], largest[1]),
                                     larger_magnitude(largest[2], largest[3]));
  float lanes[kLanes];
  store(lanes, all);
  std::int32_t bits = 0;
  for (const float lane : lanes) bits = std::max(bits, std::bit_cast<std::int32_t>(lane));
  const float magnitude = std::bit_cast<float>(bits);
  return {std::isfinite(magnitude), magnitude};
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
