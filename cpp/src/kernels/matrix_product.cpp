#include "kernels/matrix_product.h"

#include <algorithm>

namespace attn {
namespace {

// Rows of a tile times one panel, eight columns wide: result = (resume ? result : 0) + left·panel
// (+ bias), rows `stride` floats apart.
template <Tile tile>
ATTN_KERNEL void tile_times_panel(const float* left, const float* panel, int depth, bool resume,
                                  const float* bias, float* result,
                                  std::ptrdiff_t stride) noexcept {
  Sums<tile> sum;
  if (resume) {
    for (int r = 0; r < tile.rows; ++r) {
      sum.at[r][0] = load(result + r * stride);
      sum.at[r][1] = load(result + r * stride + kLanes);
    }
  } else {
    sum.clear();
  }
  product_tile<tile>(left, panel, 0, depth, sum);
  if (bias != nullptr) {
    for (int r = 0; r < tile.rows; ++r) {
      sum.at[r][0] = sum.at[r][0] + load(bias);
      sum.at[r][1] = sum.at[r][1] + load(bias + kLanes);
    }
  }
  for (int r = 0; r < tile.rows; ++r) {
    store(result + r * stride, sum.at[r][0]);
    store(result + r * stride + kLanes, sum.at[r][1]);
  }
}

// Part of a result: `rows` of a tile, `columns` of a panel.
struct Part {
  float* result;
  std::ptrdiff_t stride;
  const float* bias;  // [columns], or null
  int rows;
  int columns;

  void copy(const float* from, std::ptrdiff_t from_stride, float* to,
            std::ptrdiff_t to_stride) const noexcept {
    for (int r = 0; r < rows; ++r) std::copy_n(from + r * from_stride, columns, to + r * to_stride);
  }
};

// The same where the tile reaches past the last row or column: through memory that has room for it.
template <Tile tile>
ATTN_SMALL void edge_times_panel(const float* left, const float* panel, int depth, bool resume,
                                 const Part& part) noexcept {
  float whole[kMaxTileRows * kPanel] = {};
  float bias[kPanel] = {};
  if (part.bias != nullptr) std::copy_n(part.bias, part.columns, bias);
  if (resume) part.copy(part.result, part.stride, whole, kPanel);
  tile_times_panel<tile>(left, panel, depth, resume, part.bias ? bias : nullptr, whole, kPanel);
  part.copy(whole, kPanel, part.result, part.stride);
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
  float* result =
      product.result + block * product.block_stride + first_column + row * product.result_stride;
  const bool is_last = d0 + depth == product.depth;
  const float* bias = is_last && product.bias
                          ? product.bias + block * product.block_columns + first_column
                          : nullptr;
  const int columns = std::min(kPanel, product.block_columns - first_column);
  const bool resume = d0 > 0;
  each_tile(product.tile, 0, rows, [&]<Tile tile>(int r) {
    // A single row is no case to be fast for here.
    constexpr Tile kOne{tile.rows, 1};
    const float* left = tiles + static_cast<std::ptrdiff_t>(r) * depth;
    float* at = result + r * product.result_stride;
    if (columns == kPanel && r + tile.rows <= rows) {
      tile_times_panel<kOne>(left, right, depth, resume, bias, at, product.result_stride);
    } else {
      edge_times_panel<kOne>(
          left, right, depth, resume,
          {at, product.result_stride, bias, std::min(tile.rows, rows - r), columns});
    }
  });
}

}  // namespace

void tile_product(const float* left, const float* panel, int depth, float* result) noexcept {
  tile_times_panel<kNarrow>(left, panel, depth, false, nullptr, result, kPanel);
}

void matrix_product(const MatrixProduct& product, float* scratch) noexcept {
  for (int d0 = 0; d0 < product.depth; d0 += kDepthBlock) {
    const int depth = std::min(kDepthBlock, product.depth - d0);
    for (int row = 0; row < product.rows; row += kRowBlock) {
      const int rows = std::min(kRowBlock, product.rows - row);
      each_tile(product.tile, 0, rows, [&]<Tile tile>(int r) {
        pack_rows<tile.rows>(product.left + d0, product.left_stride, row + r, product.rows, depth,
                             1.0f, scratch + static_cast<std::ptrdiff_t>(r) * depth);
      });
      for (int block = 0; block < product.blocks; ++block) {
        for (int panel = 0; panel < panels(product.block_columns); ++panel)
          rows_times_panel(product, scratch, row, rows, d0, depth, block, panel);
      }
    }
  }
}

}  // namespace attn
