// The one inner loop of the core: a tile of rows times a panel of eight columns.
#pragma once

#include "simd/simd.h"

namespace attn {

// Columns of the right operand that are packed together: two vectors.
inline constexpr int kPanel = 8;

// A register tile: how many rows of the left operand meet a panel, and how often the loop over
// depth is unrolled. It changes speed and nothing else.
struct Tile {
  int rows;
  int unroll;
};

[[nodiscard]] constexpr int panels(int columns) noexcept {
  return (columns + kPanel - 1) / kPanel;
}
[[nodiscard]] constexpr int padded(int columns) noexcept {
  return panels(columns) * kPanel;
}

// One step of a product: sum[row][0..7] += left[row] · right[0..7].
template <int Rows>
ATTN_INLINE void product_step(const float* left, const float* right,
                              f32x4 (&sum)[Rows][2]) noexcept {
  const f32x4 right0 = load(right);
  const f32x4 right1 = load(right + kLanes);
  for (int row = 0; row < Rows; ++row) {
    const f32x4 a = load_splat(left + row);
    sum[row][0] = mul_add(a, right0, sum[row][0]);
    sum[row][1] = mul_add(a, right1, sum[row][1]);
  }
}

// sum[row][0..7] += Σ_d left[d][row] · panel[d][0..7] for d = 0, 1, …, depth − 1, in that order for
// every element, whatever the tile: so a row's result never depends on the rows around it. left:
// [depth, rows], panel: [depth, 8], both packed. Cost: rows·8·depth multiply-adds.
template <Tile tile>
ATTN_INLINE void product_tile(const float* left, const float* panel, int depth,
                              f32x4 (&sum)[tile.rows][2]) noexcept {
  constexpr int kRows = tile.rows;
  int d = 0;
  if constexpr (tile.unroll > 1) {
    ATTN_NO_UNROLL
    for (; d + tile.unroll <= depth; d += tile.unroll) {
      for (int u = 0; u < tile.unroll; ++u)
        product_step<kRows>(left + u * kRows, panel + u * kPanel, sum);
      left += tile.unroll * kRows;
      panel += tile.unroll * kPanel;
    }
  }
  ATTN_NO_UNROLL
  for (; d < depth; ++d) {
    product_step<kRows>(left, panel, sum);
    left += kRows;
    panel += kPanel;
  }
}

}  // namespace attn
