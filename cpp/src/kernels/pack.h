// Packing: operands laid out in the order in which the inner loop reads them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "kernels/product.h"

namespace attn {

// Keys per block. A fixed constant: block boundaries decide where an online softmax corrects its
// running sum, and with it the last bits of a row; at 128 the corrections cost about one part in a
// hundred of the products, and a panel of values (4 KiB) stays in the first-level cache.
inline constexpr int kKeyBlock = 128;

// The end of the block of `key`, or `end` if that comes first.
[[nodiscard]] constexpr int block_end(int key, int end) noexcept {
  const int next = (key / kKeyBlock + 1) * kKeyBlock;
  return next < end ? next : end;
}

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

// `matrix` [depth, columns], row stride `stride`: panel p at packed + p·8·depth holds [depth][8],
// element [d][l] = matrix[d][8p + l]. For weights stored 'in-out'. Missing columns of the last
// panel are 0.
void pack_columns(const float* matrix, std::ptrdiff_t stride, int depth, int columns,
                  float* packed) noexcept;

// Where packed values lie: blocks of kKeyBlock keys, in each a panel for every eight columns,
// [keys][8]. A block is contiguous, since the kernels walk through it for every tile of rows.
struct ValueLayout {
  std::ptrdiff_t panel_stride = 0;  // floats from panel to panel of a block
  std::ptrdiff_t block_stride = 0;  // floats from block to block

  // For `keys` values of width d_v.
  [[nodiscard]] static constexpr ValueLayout of(int keys, int d_v) noexcept {
    const std::ptrdiff_t panel = panel_floats(keys);
    return {panel, panel * panels(d_v)};
  }
  // How many floats that is, in 64 bits: asked before the memory is.
  [[nodiscard]] static constexpr std::uint64_t floats(int keys, int d_v) noexcept {
    const auto blocks = (static_cast<std::uint64_t>(keys) + kKeyBlock - 1) / kKeyBlock;
    return blocks * static_cast<std::uint64_t>(panel_floats(keys)) *
           static_cast<std::uint64_t>(panels(d_v));
  }
  // Where key `key` of panel `panel` begins; the next ones follow up to the end of its block.
  [[nodiscard]] std::ptrdiff_t offset(int key, int panel) const noexcept {
    return key / kKeyBlock * block_stride + panel * panel_stride +
           static_cast<std::ptrdiff_t>(key % kKeyBlock) * kPanel;
  }

 private:
  // Panels are a cache line more than their floats apart: at exact multiples of 4 KiB they would
  // share their cache sets.
  [[nodiscard]] static constexpr int panel_floats(int keys) noexcept {
    constexpr int kSkew = 16;
    return (keys < kKeyBlock ? padded(keys) : kKeyBlock) * kPanel + kSkew;
  }
};

// Values of keys [begin, begin + count), rows [count, d_v], into their places.
void pack_values(const float* rows, int begin, int count, int d_v, const ValueLayout& layout,
                 float* packed) noexcept;

// Four columns of `Rows` rows, row r in rows[r], stored column by column: column[l·Rows + r].
template <int Rows>
ATTN_INLINE void store_transposed(f32x4 (&rows)[Rows], float* column) noexcept {
  static_assert(Rows == 1 || Rows == kLanes || Rows == kLanes + 2);
  if constexpr (Rows == 1) {
    store(column, rows[0]);
  } else {
    if constexpr (Rows == kLanes + 2) {
      const f32x4 low = interleave_low(rows[4], rows[5]);
      const f32x4 high = interleave_high(rows[4], rows[5]);
      store_low(column + kLanes, low);
      store_high(column + Rows + kLanes, low);
      store_low(column + 2 * Rows + kLanes, high);
      store_high(column + 3 * Rows + kLanes, high);
    }
    transpose(rows[0], rows[1], rows[2], rows[3]);
    for (int l = 0; l < kLanes; ++l) store(column + l * Rows, rows[l]);
  }
}

// Rows `row`, row + 1, … of `matrix` [rows, depth], each element times `factor`, as a left tile
// [depth][Rows]; rows past the end repeat the last one.
template <int Rows>
ATTN_KERNEL void pack_rows(const float* matrix, std::ptrdiff_t stride, int row, int rows, int depth,
                           float factor, float* tile) noexcept {
  const float* source[Rows];
  for (int r = 0; r < Rows; ++r) source[r] = matrix + stride * std::min(row + r, rows - 1);
  const f32x4 factors = splat(factor);
  int d = 0;
  ATTN_NO_UNROLL
  for (; d + kLanes <= depth; d += kLanes, tile += kLanes * Rows) {
    f32x4 four[Rows];
    for (int r = 0; r < Rows; ++r) four[r] = load(source[r] + d) * factors;
    store_transposed<Rows>(four, tile);
  }
  for (; d < depth; ++d) {
    for (int r = 0; r < Rows; ++r) *tile++ = source[r][d] * factor;
  }
}

// There once, in pack.cpp: what the linker keeps must not be a copy that was compiled for size.
extern template void pack_rows<kLanes>(const float*, std::ptrdiff_t, int, int, int, float,
                                       float*) noexcept;

}  // namespace attn
