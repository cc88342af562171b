// The one inner loop of the core: a tile of rows times a panel of eight columns.
#pragma once

#include "simd/simd.h"

namespace attn {

// Columns of the right operand that are packed together: two vectors.
inline constexpr int kPanel = 8;

// Rows of a left tile. 4×8 not unrolled is the only shape that every V8 keeps in its 15 vector registers.
inline constexpr int kTileRows = 4;

[[nodiscard]] constexpr int panels(int columns) noexcept { return (columns + kPanel - 1) / kPanel; }
[[nodiscard]] constexpr int padded(int columns) noexcept { return panels(columns) * kPanel; }

// sum[row][0..7] += Σ_d left[d][row] · panel[d][0..7] for d = 0, 1, …, depth − 1, in that order for every element, whatever
// the tile: so a row's result never depends on the rows around it. left: [depth, Rows], panel: [depth, 8], both packed.
// Cost: Rows·8·depth multiply-adds.
template <int Rows>
ATTN_INLINE void product_tile(const float* left, const float* panel, int depth, f32x4 (&sum)[Rows][2]) noexcept {
  ATTN_NO_UNROLL
  for (int d = 0; d < depth; ++d) {
    const f32x4 right0 = load(panel);
    const f32x4 right1 = load(panel + kLanes);
    for (int row = 0; row < Rows; ++row) {
      const f32x4 a = load_splat(left + row);
      sum[row][0] = mul_add(a, right0, sum[row][0]);
      sum[row][1] = mul_add(a, right1, sum[row][1]);
    }
    left += Rows;
    panel += kPanel;
  }
}

}  // namespace attn
