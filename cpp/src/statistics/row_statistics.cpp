#include <attn/statistics.h>

#include <cmath>
#include <cstddef>

#include "math/exponential.h"

namespace attn {
namespace {

// f(vector) over the row; the last partial vector is filled with 0, which adds nothing
// to any sum here.
template <typename Function>
ATTN_INLINE void each_vector(std::span<const float> weights, Function f) noexcept {
  const float* next = weights.data();
  // One place that calls f, which is inlined there.
  for (std::size_t left = weights.size(); left > 0; next += kLanes) {
    const bool is_whole = left >= kLanes;
    f(is_whole ? load(next) : load_partial(next, static_cast<int>(left), 0.0f));
    left -= is_whole ? kLanes : left;
  }
}

// √ Σᵢ aᵢ²·((1−aᵢ)² + Σ_{j≠i} aⱼ²): the sum of squares of diag(a) − a·aᵀ, written so that nothing
// cancels. The closed form Σa² − 2Σa³ + (Σa²)² goes negative in float32 on saturated rows. Only the
// peak can pass ½, so only its 1 − a must be summed from the others; rows whose peak occurs twice
// have no such weight.
float jacobian_norm(std::span<const float> weights, float peak) noexcept {
  f32x4 rest_sum = splat(0.0f), rest_squares = splat(0.0f), peaks = splat(0.0f);
  const f32x4 top = splat(peak);
  each_vector(weights, [&](f32x4 a) {
    const f32x4 is_rest = less(a, top);
    const f32x4 rest = select(is_rest, a, splat(0.0f));
    rest_sum = rest_sum + rest;
    rest_squares = mul_add(rest, rest, rest_squares);
    peaks = peaks + select(is_rest, splat(0.0f), splat(1.0f));
  });
  // The partial vector's filling is below any positive peak, so every counted peak is a real one.
  const float others = sum(peaks) - 1.0f;
  const float others_sum = sum(rest_sum) + others * peak;
  const float others_squares = sum(rest_squares) + others * peak * peak;
  const f32x4 one = splat(1.0f);
  const f32x4 squares = splat(others_squares + peak * peak);
  f32x4 total = splat(0.0f);
  each_vector(weights, [&](f32x4 a) {
    const f32x4 rest = select(less(a, top), a, splat(0.0f));
    const f32x4 complement = one - rest;
    const f32x4 square = rest * rest;
    total = total + square * (complement * complement + (squares - square));
  });
  const float at_peak = peak * peak * (others_sum * others_sum + others_squares);
  return std::sqrt(sum(total) + at_peak * (others + 1.0f));
}

}  // namespace

RowStatistics row_statistics(std::span<const float> weights) noexcept {
  // Partial sums of few weights each, then doubles: one float sum over a thousand equal terms would
  // be off by 1e-5.
  constexpr int kPart = 16;
  double total = 0, information = 0;
  f32x4 largest = splat(0.0f), part_total = splat(0.0f), part_information = splat(0.0f);
  const f32x4 tiny = splat(std::numeric_limits<float>::min());
  int taken = 0;
  const auto end_part = [&] {
    total += sum(part_total);
    information += sum(part_information);
    part_total = part_information = splat(0.0f);
    taken = 0;
  };
  each_vector(weights, [&](f32x4 a) {
    part_total = part_total + a;
    largest = max(largest, a);
    // 0·ln(tiny) is 0, where 0·ln(0) would be NaN.
    part_information = mul_add(a, log(max(tiny, a)), part_information);
    if (++taken == kPart) end_part();
  });
  end_part();
  RowStatistics statistics;
  statistics.row_sum = static_cast<float>(total);
  statistics.peak = maximum(largest);
  statistics.entropy = information < 0 ? static_cast<float>(-information) : 0.0f;
  statistics.jacobian_norm =
      statistics.peak > 0.0f ? jacobian_norm(weights, statistics.peak) : 0.0f;
  return statistics;
}

}  // namespace attn
