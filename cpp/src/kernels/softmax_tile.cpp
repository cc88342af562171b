#include "kernels/softmax_tile.h"

namespace attn {

f32x4 exponentials(float* scores, int count, float maximum, f32x4 total) noexcept {
  const Exp2 power;
  const f32x4 highest = splat(maximum);
  ATTN_NO_UNROLL
  for (int j = 0; j < count; j += kLanes) {
    const f32x4 share = power(load(scores + j) - highest);
    store(scores + j, share);
    total = total + share;
  }
  return total;
}

void divide_row(const float* from, float total, int count, float* to) noexcept {
  if (!(total > 0.0f)) {
    std::fill_n(to, count, 0.0f);
    return;
  }
  constexpr int kStep = 4 * kLanes;
  const f32x4 factor = splat(1.0f / total);
  int c = 0;
  for (; c + kStep <= count; c += kStep) {
    const f32x4 a = load(from + c), b = load(from + c + kLanes);
    const f32x4 d = load(from + c + 2 * kLanes), e = load(from + c + 3 * kLanes);
    store(to + c, a * factor);
    store(to + c + kLanes, b * factor);
    store(to + c + 2 * kLanes, d * factor);
    store(to + c + 3 * kLanes, e * factor);
  }
  for (; c + kLanes <= count; c += kLanes) store(to + c, load(from + c) * factor);
  if (c < count) store_partial(to + c, load(from + c) * factor, count - c);
}

void finish_row(const float* mixed, float maximum, float total, int d_v, float* output,
                float* log_sum_exp) noexcept {
  if (output != nullptr) divide_row(mixed, total, d_v, output);
  if (log_sum_exp != nullptr)
    *log_sum_exp = total > 0.0f ? maximum * kLn2 + log(total) : -kInfinity;
}

}  // namespace attn
