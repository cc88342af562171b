#include "kernels/pack.h"

#include <algorithm>

namespace attn {

void append_transposed(const float* rows, int begin, int count, int depth, float* packed) noexcept {
  const std::ptrdiff_t panel_floats = static_cast<std::ptrdiff_t>(depth) * kPanel;
  int column = 0;
  while (column < count) {
    const int position = begin + column;
    float* panel = packed + (position / kPanel) * panel_floats + position % kPanel;
    const float* source = rows + static_cast<std::ptrdiff_t>(column) * depth;
    const bool four = position % kLanes == 0 && column + kLanes <= count;
    int d = 0;
    if (four) {
      for (; d + kLanes <= depth; d += kLanes) {
        f32x4 a = load(source + d), b = load(source + depth + d);
        f32x4 c = load(source + 2 * depth + d), e = load(source + 3 * depth + d);
        transpose(a, b, c, e);
        store(panel + d * kPanel, a);
        store(panel + (d + 1) * kPanel, b);
        store(panel + (d + 2) * kPanel, c);
        store(panel + (d + 3) * kPanel, e);
      }
    }
    const int columns = four ? kLanes : 1;
    for (; d < depth; ++d) {
      for (int l = 0; l < columns; ++l)
        panel[d * kPanel + l] = source[static_cast<std::ptrdiff_t>(l) * depth + d];
    }
    column += columns;
  }
}

void pack_transposed(const float* matrix, int columns, int depth, float* packed) noexcept {
  const int missing = padded(columns) - columns;
  if (missing > 0) {
    float* last = packed + static_cast<std::ptrdiff_t>(panels(columns) - 1) * depth * kPanel;
    std::fill(last, last + static_cast<std::ptrdiff_t>(depth) * kPanel, 0.0f);
  }
  append_transposed(matrix, 0, columns, depth, packed);
}

void pack_columns(const float* matrix, std::ptrdiff_t stride, int depth, int columns,
                  std::ptrdiff_t panel_stride, float* packed) noexcept {
  const int whole = columns / kPanel;
  for (int p = 0; p < whole; ++p) {
    const float* source = matrix + p * kPanel;
    float* panel = packed + p * panel_stride;
    for (int d = 0; d < depth; ++d, source += stride, panel += kPanel) {
      store(panel, load(source));
      store(panel + kLanes, load(source + kLanes));
    }
  }
  const int rest = columns % kPanel;
  if (rest == 0) return;
  const float* source = matrix + whole * kPanel;
  float* panel = packed + whole * panel_stride;
  for (int d = 0; d < depth; ++d, source += stride, panel += kPanel) {
    for (int l = 0; l < kPanel; ++l) panel[l] = l < rest ? source[l] : 0.0f;
  }
}

}  // namespace attn
