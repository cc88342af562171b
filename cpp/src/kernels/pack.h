// Packing: operands laid out in the order in which the inner loop reads them.
#pragma once

#include <cstddef>

#include "kernels/product.h"

namespace attn {

// Floats of a packed right operand: [panels(columns)][depth][8].
[[nodiscard]] constexpr std::size_t packed_floats(int depth, int columns) noexcept {
  return static_cast<std::size_t>(depth) * static_cast<std::size_t>(padded(columns));
}

// Rows of `matrix` [columns, depth] become columns: panel p holds [depth][8], element [d][l] =
// matrix[8p + l][d]. For keys, and for weights stored 'out-in'. Missing columns of the last panel
// are 0.
void pack_transposed(const float* matrix, int columns, int depth, float* packed) noexcept;

// Rows [begin, begin + count) of the same, written into an operand whose earlier columns are
// already packed (a cache that grows).
void append_transposed(const float* rows, int begin, int count, int depth, float* packed) noexcept;

// `matrix` [depth, columns], row stride `stride`: panel p at packed + p·panel_stride holds
// [depth][8], element [d][l] = matrix[d][8p + l]. For values, and for weights stored 'in-out'.
// Missing columns of the last panel are 0.
void pack_columns(const float* matrix, std::ptrdiff_t stride, int depth, int columns,
                  std::ptrdiff_t panel_stride, float* packed) noexcept;

// Rows `row`, row + 1, … of `matrix` [rows, depth] as a left tile [depth][Rows]; rows past the end
// repeat the last one.
template <int Rows>
void pack_rows(const float* matrix, std::ptrdiff_t stride, int row, int rows, int depth,
               float* tile) noexcept {
  const float* source[Rows];
  for (int r = 0; r < Rows; ++r)
    source[r] = matrix + stride * (row + r < rows ? row + r : rows - 1);
  int d = 0;
  if constexpr (Rows >= kLanes) {
    for (; d + kLanes <= depth; d += kLanes, tile += kLanes * Rows) {
      f32x4 a = load(source[0] + d), b = load(source[1] + d), c = load(source[2] + d),
            e = load(source[3] + d);
      for (int r = kLanes; r < Rows; ++r) {
        for (int l = 0; l < kLanes; ++l) tile[l * Rows + r] = source[r][d + l];
      }
      transpose(a, b, c, e);
      store(tile, a);
      store(tile + Rows, b);
      store(tile + 2 * Rows, c);
      store(tile + 3 * Rows, e);
    }
  }
  for (; d < depth; ++d) {
    for (int r = 0; r < Rows; ++r) *tile++ = source[r][d];
  }
}

}  // namespace attn
