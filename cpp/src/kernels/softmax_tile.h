// Softmax of a tile of rows whose scores are in powers of two.
#pragma once

#include <cstddef>

#include "kernels/pack.h"
#include "kernels/tiles.h"
#include "math/exponential.h"

namespace attn {

// scores = 2^(scores − maximum), `count` of them, a multiple of 4, in place; returns `total` plus
// their sums, lane by lane. maximum is finite, so −∞ gives exactly 0.
[[nodiscard]] f32x4 exponentials(float* scores, int count, float maximum, f32x4 total) noexcept;

// One number a row from four lanes a row: the maximum, and the sum in the order of sum(f32x4).
template <int Rows>
ATTN_INLINE void lane_maxima(const f32x4 (&rows)[Rows], float* out) noexcept {
  if constexpr (Rows == 1) {
    out[0] = maximum(rows[0]);
  } else {
    for (int r = 0; r < Rows; r += kLanes) {
      f32x4 a = rows[r], b = rows[std::min(r + 1, Rows - 1)], c = rows[std::min(r + 2, Rows - 1)],
            d = rows[std::min(r + 3, Rows - 1)];
      transpose(a, b, c, d);
      store(out + r, max(max(a, c), max(b, d)));
    }
  }
}
template <int Rows>
ATTN_INLINE void lane_sums(const f32x4 (&rows)[Rows], float* out) noexcept {
  if constexpr (Rows == 1) {
    out[0] = sum(rows[0]);
  } else {
    for (int r = 0; r < Rows; r += kLanes) {
      f32x4 a = rows[r], b = rows[std::min(r + 1, Rows - 1)], c = rows[std::min(r + 2, Rows - 1)],
            d = rows[std::min(r + 3, Rows - 1)];
      transpose(a, b, c, d);
      store(out + r, (a + c) + (b + d));
    }
  }
}
// Room for one number a row, in whole vectors.
[[nodiscard]] constexpr int row_slots(int rows) noexcept {
  return (rows + kLanes - 1) / kLanes * kLanes;
}

// A row of the tile divided by its sum; a row without a key has inverse 0 and gives zeros. Whole
// vectors are read.
void scale_row(const float* from, float inverse, int count, float* to) noexcept;

// ln Σ exp from a maximum and a sum in powers of two; −∞ for a row without a key.
[[nodiscard]] ATTN_INLINE float log_sum_exp(float maximum, float total) noexcept {
  return total > 0.0f ? maximum * kLn2 + log(total) : -kInfinity;
}

}  // namespace attn
