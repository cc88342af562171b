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
// Twelve accumulators with fused multiply-adds; ten without, where the product needs a register of
// its own.
inline constexpr Tile kWide{kFuses ? 6 : 5, 1};
inline constexpr int kMaxTileRows = std::max(kNarrow.rows, kWide.rows);

// f.template operator()<tile>(row, tiles) for runs of equal tiles that cover rows [begin, end); the
// last may reach past the end.
template <typename Function>
void each_run(RegisterTile choice, int begin, int end, Function f) noexcept {
  int row = begin;
  const auto run = [&]<Tile tile>(int tiles) {
    if (tiles > 0) f.template operator()<tile>(row, tiles);
    row += tiles * tile.rows;
  };
  if (choice == RegisterTile::kWide) {
    // Not for a rest that the narrow tile holds.
    const int rest = end - row - kNarrow.rows;
    run.template operator()<kWide>(rest > 0 ? (rest + kWide.rows - 1) / kWide.rows : 0);
  }
  const int left = end - row;
  run.template operator()<kNarrow>(left > 1 ? (left + kNarrow.rows - 2) / kNarrow.rows : 0);
  if (end - row == 1) run.template operator()<kSingle>(1);
}

// The same, tile by tile: f.template operator()<tile>(row).
template <typename Function>
void each_tile(RegisterTile choice, int begin, int end, Function f) noexcept {
  each_run(choice, begin, end, [&]<Tile tile>(int row, int tiles) {
    for (int t = 0; t < tiles; ++t) f.template operator()<tile>(row + t * tile.rows);
  });
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
