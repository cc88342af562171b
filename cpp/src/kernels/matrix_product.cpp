#include "kernels/matrix_product.h"

#include <algorithm>

namespace attn {
namespace {

struct Target {
  float* result;
  std::ptrdiff_t stride;
  const float* bias;  // added when the last depth block is done, or null
  int rows;           // of this tile
  int columns;        // of this panel, ≤ kPanel
  bool resume;        // sums so far are in result
};

ATTN_INLINE f32x4 load_columns(const float* p, int count) noexcept {
  return count >= kLanes ? load(p) : load_partial(p, std::max(count, 0), 0.0f);
}

ATTN_INLINE void store_columns(float* p, f32x4 a, int count) noexcept {
  if (count >= kLanes) {
    store(p, a);
  } else if (count > 0) {
    store_partial(p, a, count);
  }
}

template <Tile tile>
void tile_times_panel(const float* left, const float* panel, int depth,
                      const Target& target) noexcept {
  f32x4 sum[tile.rows][2];
  for (int r = 0; r < tile.rows; ++r) {
    for (int half = 0; half < 2; ++half) {
      const bool resume = target.resume && r < target.rows;
      sum[r][half] = resume ? load_columns(target.result + r * target.stride + half * kLanes,
                                           target.columns - half * kLanes)
                            : splat(0.0f);
    }
  }
  product_tile<tile>(left, panel, depth, sum);
  for (int half = 0; half < 2; ++half) {
    const int count = target.columns - half * kLanes;
    const f32x4 bias = target.bias ? load_columns(target.bias + half * kLanes, count) : splat(0.0f);
    for (int r = 0; r < target.rows; ++r) {
      const f32x4 value = target.bias ? sum[r][half] + bias : sum[r][half];
      store_columns(target.result + r * target.stride + half * kLanes, value, count);
    }
  }
}

// One panel of the right operand against the packed rows of a block.
void rows_times_panel(const MatrixProduct& product, const float* tiles, int row, int rows, int d0,
                      int depth, int block, int panel) noexcept {
  const std::ptrdiff_t panel_floats = static_cast<std::ptrdiff_t>(product.depth) * kPanel;
  const int first_column = panel * kPanel;
  const float* right =
      product.right +
      (static_cast<std::ptrdiff_t>(block) * panels(product.block_columns) + panel) * panel_floats +
      static_cast<std::ptrdiff_t>(d0) * kPanel;
  float* result = product.result + block * product.block_stride + first_column;
  const bool is_last = d0 + depth == product.depth;
  const float* bias = is_last && product.bias
                          ? product.bias + block * product.block_columns + first_column
                          : nullptr;
  each_tile(product.tile, 0, rows, [&]<Tile tile>(int r) {
    const Target target{result + (row + r) * product.result_stride,
                        product.result_stride,
                        bias,
                        std::min(tile.rows, rows - r),
                        std::min(kPanel, product.block_columns - first_column),
                        d0 > 0};
    tile_times_panel<tile>(tiles + r * depth, right, depth, target);
  });
}

}  // namespace

void matrix_product(const MatrixProduct& product, float* scratch) noexcept {
  for (int d0 = 0; d0 < product.depth; d0 += kDepthBlock) {
    const int depth = std::min(kDepthBlock, product.depth - d0);
    for (int row = 0; row < product.rows; row += kRowBlock) {
      const int rows = std::min(kRowBlock, product.rows - row);
      each_tile(product.tile, 0, rows, [&]<Tile tile>(int r) {
        pack_rows<tile.rows>(product.left + d0, product.left_stride, row + r, product.rows, depth,
                             scratch + r * depth);
      });
      for (int block = 0; block < product.blocks; ++block) {
        for (int panel = 0; panel < panels(product.block_columns); ++panel) {
          rows_times_panel(product, scratch, row, rows, d0, depth, block, panel);
        }
      }
    }
  }
}

}  // namespace attn
