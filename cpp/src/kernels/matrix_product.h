// Matrix product with a packed right operand.
#pragma once

#include <cstddef>

#include "kernels/pack.h"
#include "kernels/tiles.h"

namespace attn {

// Depth of one cache block: a panel of 384·8 floats (12 KiB) stays in the first-level cache while
// the rows pass by. A fixed constant, though sums resume in order from memory, so that results
// would not change with it.
inline constexpr int kDepthBlock = 384;
// Rows of one cache block, a multiple of every tile's: 120·384 floats (180 KiB) of packed rows in
// the second-level cache.
inline constexpr int kRowBlock = 120;

// Floats of scratch that matrix_product needs for its packed rows.
[[nodiscard]] constexpr std::size_t matrix_product_scratch() noexcept {
  return static_cast<std::size_t>(kRowBlock + kMaxTileRows) * kDepthBlock;
}

// One product. Right columns come in `blocks` blocks of `block_columns` (the heads of a
// projection), each packed into its own panels, [blocks][panels(block_columns)][depth][8], and each
// with a result of its own. Borrowed for the call.
struct MatrixProduct {
  const float* left = nullptr;  // [rows, depth], row stride left_stride
  std::ptrdiff_t left_stride = 0;
  int rows = 0;
  int depth = 0;
  const float* right = nullptr;
  int blocks = 1;
  int block_columns = 0;
  const float* bias = nullptr;  // [blocks·block_columns] or null
  float* result =
      nullptr;  // block b: result + b·block_stride, [rows, block_columns], row stride result_stride
  std::ptrdiff_t result_stride = 0;
  std::ptrdiff_t block_stride = 0;
  RegisterTile tile = RegisterTile::kNarrow;
};

// result[r][c] = bias[c] + Σ_d left[r][d]·right[d][c]. The sum runs over d in order, from 0; the
// bias is added last. scratch: matrix_product_scratch() floats. Cost: rows·depth·columns
// multiply-adds.
void matrix_product(const MatrixProduct& product, float* scratch) noexcept;

// kNarrow.rows packed rows times one panel: result [rows][8].
void tile_product(const float* left, const float* panel, int depth, float* result) noexcept;

}  // namespace attn
