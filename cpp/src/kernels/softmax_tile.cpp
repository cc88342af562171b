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

}  // namespace attn
