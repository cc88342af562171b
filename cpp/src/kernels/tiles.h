// Which register tiles there are, and which rows go to which.
#pragma once

#include <attn/attention.h>

#include <algorithm>

#include "kernels/product.h"

namespace attn {

// One row, four panels at once: a single panel's two sums would wait for each other. The last
// panels, fewer than four, go one by one.
inline constexpr Tile kSingle{1, 4};
// Eight accumulators: no V8 spills a register on it. No tile is unrolled by hand: LLVM would move
// the loads of all steps to the front, and V8 spill them.
inline constexpr Tile kNarrow{4, 1};
// Twelve accumulators, where multiply-adds are fused. Without, the product needs a register of its
// own, and no tile is better than the narrow one: in such a module both names are one, and its code
// is there once. Native builds have both, so that sanitizers and fuzzing see both.
#ifdef __EMSCRIPTEN__
inline constexpr Tile kWide{kFuses ? 6 : kNarrow.rows, 1};
#else
inline constexpr Tile kWide{6, 1};
#endif
inline constexpr int kMaxTileRows = std::max(kNarrow.rows, kWide.rows);

// f.template operator()<tile>(row) for tiles that cover rows [begin, end); the last may reach past
// the end.
template <typename Function>
void each_tile(RegisterTile choice, int begin, int end, Function f) noexcept {
  int row = begin;
  if constexpr (kWide.rows > kNarrow.rows) {
    if (choice == RegisterTile::kWide) {
      for (; end - row > kNarrow.rows; row += kWide.rows) f.template operator()<kWide>(row);
    }
  }
  for (; end - row > 1; row += kNarrow.rows) f.template operator()<kNarrow>(row);
  if (end - row == 1) f.template operator()<kSingle>(row);
}

// f.template operator()<tile>(panel) for panels [begin, end): as many at once as the tile takes,
// the rest one by one.
template <Tile tile, typename Function>
ATTN_INLINE void each_panel(int begin, int end, Function f) noexcept {
  int panel = begin;
  if constexpr (tile.panels > 1) {
    for (; panel + tile.panels <= end; panel += tile.panels) f.template operator()<tile>(panel);
  }
  constexpr Tile kRest{tile.rows, 1};
  for (; panel < end; ++panel) f.template operator()<kRest>(panel);
}

}  // namespace attn
