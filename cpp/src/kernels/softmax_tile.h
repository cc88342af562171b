// Softmax of a tile of rows whose scores are in powers of two.
#pragma once

#include <algorithm>
#include <cstddef>

#include "kernels/pack.h"
#include "kernels/tiles.h"
#include "math/exponential.h"

namespace attn {

// scores = 2^(scores − maximum), `count` of them, a multiple of 4, in place; returns `total` plus
// their sums, lane by lane. maximum is finite, so −∞ gives exactly 0.
[[nodiscard]] f32x4 exponentials(float* scores, int count, float maximum, f32x4 total) noexcept;

// Room for one number a row, in whole vectors.
[[nodiscard]] constexpr int row_slots(int rows) noexcept {
  return (rows + kLanes - 1) / kLanes * kLanes;
}

// One number a row from four lanes a row: combine() gets lane 0, 1, 2 and 3 of four rows at a time.
// out: row_slots(Rows); those past the rows repeat the last.
template <int Rows, typename Combine>
ATTN_INLINE void combine_lanes(const f32x4 (&rows)[Rows], float* out, Combine combine) noexcept {
  for (int r = 0; r < Rows; r += kLanes) {
    f32x4 lanes[kLanes];
    for (int l = 0; l < kLanes; ++l) lanes[l] = rows[std::min(r + l, Rows - 1)];
    transpose(lanes[0], lanes[1], lanes[2], lanes[3]);
    store(out + r, combine(lanes[0], lanes[1], lanes[2], lanes[3]));
  }
}
template <int Rows>
ATTN_INLINE void lane_maxima(const f32x4 (&rows)[Rows], float* out) noexcept {
  combine_lanes(rows, out,
                [](f32x4 a, f32x4 b, f32x4 c, f32x4 d) { return max(max(a, c), max(b, d)); });
}
// In the order of sum(f32x4).
template <int Rows>
ATTN_INLINE void lane_sums(const f32x4 (&rows)[Rows], float* out) noexcept {
  combine_lanes(rows, out, [](f32x4 a, f32x4 b, f32x4 c, f32x4 d) { return (a + c) + (b + d); });
}

// to = from / total, or zeros where total is 0: a row without a key, of which `from` may hold
// nothing. Whole vectors are read.
void divide_row(const float* from, float total, int count, float* to) noexcept;

// A row at its end, from its weighted sum [d_v], and its maximum and total in powers of two: output
// [d_v], and ln Σ exp, −∞ for a row without a key. Either may be null.
void finish_row(const float* mixed, float maximum, float total, int d_v, float* output,
                float* log_sum_exp) noexcept;

}  // namespace attn
