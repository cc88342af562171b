// The one inner loop of the core: a tile of rows times a panel of eight columns.
#pragma once

#include <cstddef>

#include "simd/simd.h"

namespace attn {

// Columns of the right operand that are packed together: two vectors.
inline constexpr int kPanel = 8;

// A register tile: how many rows of the left operand meet how many panels at once. It changes speed
// and nothing else.
struct Tile {
  int rows;
  int panels;
};

[[nodiscard]] constexpr int panels(int columns) noexcept {
  return (columns + kPanel - 1) / kPanel;
}
[[nodiscard]] constexpr int padded(int columns) noexcept {
  return panels(columns) * kPanel;
}

// The sums that a tile keeps in registers: [row][two vectors a panel].
template <Tile tile>
struct Sums {
  f32x4 at[tile.rows][2 * tile.panels];

  ATTN_INLINE void clear() noexcept {
    for (auto& row : at) {
      for (f32x4& each : row) each = splat(0.0f);
    }
  }
};

// Where a tile finds its left operand: element (d, row) at left[d·depth_step + row·row_step].
// Constants, so that the addresses are offsets in the instructions.
struct LeftLayout {
  int depth_step;
  int row_step;
};
// Packed by pack_rows(): [depth][rows].
template <Tile tile>
inline constexpr LeftLayout kPackedLeft{tile.rows, 1};

// One step of a product: sum[row][8p + 0..7] += left[row] · right[p·stride + 0..7].
template <Tile tile, LeftLayout layout>
ATTN_INLINE void product_step(const float* left, const float* right, std::ptrdiff_t stride,
                              Sums<tile>& sum) noexcept {
  f32x4 b[2 * tile.panels];
  for (int p = 0; p < tile.panels; ++p) {
    b[2 * p] = load(right + p * stride);
    b[2 * p + 1] = load(right + p * stride + kLanes);
  }
  for (int row = 0; row < tile.rows; ++row) {
    const f32x4 a = load_splat(left + row * layout.row_step);
    for (int c = 0; c < 2 * tile.panels; ++c) sum.at[row][c] = mul_add(a, b[c], sum.at[row][c]);
  }
}

// sum[row][column] += Σ_d left[d][row] · panel[d][column] for d = 0, 1, …, depth − 1, in that order
// for every element, whatever the tile: so a row's result never depends on the rows around it.
// panels: [depth, 8] each, `stride` floats from one to the next. Cost: rows·8·panels·depth
// multiply-adds.
template <Tile tile, LeftLayout layout = kPackedLeft<tile>>
ATTN_INLINE void product_tile(const float* left, const float* panel, std::ptrdiff_t stride,
                              int depth, Sums<tile>& sum) noexcept {
  ATTN_NO_UNROLL
  for (int d = 0; d < depth; ++d) {
    product_step<tile, layout>(left, panel, stride, sum);
    left += layout.depth_step;
    panel += kPanel;
  }
}

}  // namespace attn
