#include "kernels/pack.h"

namespace attn {
namespace {

// Eight rows as one panel.
void pack_panel(const float* rows, int depth, float* panel) noexcept {
  int d = 0;
  for (; d + kLanes <= depth; d += kLanes) {
    f32x4 low[kLanes], high[kLanes];
    for (int l = 0; l < kLanes; ++l) {
      low[l] = load(rows + static_cast<std::ptrdiff_t>(l) * depth + d);
      high[l] = load(rows + static_cast<std::ptrdiff_t>(l + kLanes) * depth + d);
    }
    transpose(low[0], low[1], low[2], low[3]);
    transpose(high[0], high[1], high[2], high[3]);
    for (int l = 0; l < kLanes; ++l) {
      store(panel + (d + l) * kPanel, low[l]);
      store(panel + (d + l) * kPanel + kLanes, high[l]);
    }
  }
  ATTN_NO_UNROLL
  for (; d < depth; ++d) {
    ATTN_NO_UNROLL
    for (int l = 0; l < kPanel; ++l)
      panel[d * kPanel + l] = rows[static_cast<std::ptrdiff_t>(l) * depth + d];
  }
}

}  // namespace

void append_transposed(const float* rows, int begin, int count, int depth, float* packed) noexcept {
  const std::ptrdiff_t panel_floats = static_cast<std::ptrdiff_t>(depth) * kPanel;
  for (int column = 0; column < count;) {
    const int position = begin + column;
    float* panel = packed + position / kPanel * panel_floats;
    const float* source = rows + static_cast<std::ptrdiff_t>(column) * depth;
    if (position % kPanel == 0 && column + kPanel <= count) {
      pack_panel(source, depth, panel);
      column += kPanel;
    } else {
      ATTN_NO_UNROLL
      for (int d = 0; d < depth; ++d) panel[d * kPanel + position % kPanel] = source[d];
      ++column;
    }
  }
}

void pack_transposed(const float* matrix, int columns, int depth, float* packed) noexcept {
  if (padded(columns) > columns) {
    float* last = packed + static_cast<std::ptrdiff_t>(panels(columns) - 1) * depth * kPanel;
    std::fill_n(last, static_cast<std::ptrdiff_t>(depth) * kPanel, 0.0f);
  }
  append_transposed(matrix, 0, columns, depth, packed);
}

void pack_columns(const float* matrix, std::ptrdiff_t stride, int depth, int columns,
                  float* packed) noexcept {
  const std::ptrdiff_t panel_floats = static_cast<std::ptrdiff_t>(depth) * kPanel;
  const int whole = columns / kPanel;
  for (int d = 0; d < depth; ++d, matrix += stride, packed += kPanel) {
    float* panel = packed;
    for (int p = 0; p < whole; ++p, panel += panel_floats) {
      store(panel, load(matrix + p * kPanel));
      store(panel + kLanes, load(matrix + p * kPanel + kLanes));
    }
    if (whole * kPanel == columns) continue;
    ATTN_NO_UNROLL
    for (int l = 0; l < kPanel; ++l) {
      const int column = whole * kPanel + l;
      panel[l] = column < columns ? matrix[column] : 0.0f;
    }
  }
}

void pack_values(const float* rows, int begin, int count, int d_v, const ValueLayout& layout,
                 float* packed) noexcept {
  // A few rows at a time: they stay in the first-level cache while their columns go to the panels.
  constexpr int kRows = 8;
  const int whole = d_v / kPanel;
  for (int row = 0; row < count;) {
    const int key = begin + row;
    const int taken = block_end(key, std::min(begin + count, key + kRows)) - key;
    const float* source = rows + static_cast<std::ptrdiff_t>(row) * d_v;
    float* place = packed + layout.offset(key, 0);
    for (int panel = 0; panel < whole; ++panel, source += kPanel, place += layout.panel_stride) {
      const float* from = source;
      for (int k = 0; k < taken; ++k, from += d_v) {
        store(place + k * kPanel, load(from));
        store(place + k * kPanel + kLanes, load(from + kLanes));
      }
    }
    if (whole * kPanel < d_v) pack_columns(source, d_v, taken, d_v % kPanel, place);
    row += taken;
  }
}

template void pack_rows<kLanes>(const float*, std::ptrdiff_t, int, int, int, float,
                                float*) noexcept;

}  // namespace attn
