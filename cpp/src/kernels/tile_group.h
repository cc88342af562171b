// A few tiles of query rows that go through the keys together: each panel of keys or values that
// comes from the second-level cache then serves all of them.
#pragma once

#include <algorithm>

#include "kernels/head_problem.h"
#include "kernels/tile_mask.h"

namespace attn {

// Four tiles' queries, scores and shares of a key block, and a panel, fit the first-level cache.
inline constexpr int kTileGroup = 4;
inline constexpr int kGroupRows = kTileGroup * kMaxTileRows;

// Panels of a block, and scores as the left operand of the weighted sum.
inline constexpr int kBlockPanels = kKeyBlock / kPanel;
inline constexpr LeftLayout kScoresLeft{1, kKeyBlock};

// Rows [row, row + count·tile.rows) of a head; the last may reach past the end.
template <Tile tile>
struct TileGroup {
  int row;
  int count;
  TileMask masks[kTileGroup];

  TileGroup(int first_row, int tiles) noexcept : row(first_row), count(tiles) {}

  [[nodiscard]] int row_of(int t) const noexcept { return row + t * tile.rows; }

  // Where the scores of tile t against `key` begin, in blocks of [rows of the group][kKeyBlock]
  // that start at the block of key `first`: what one block of keys gives stays together, and the
  // weighted sum reads it with constant steps.
  [[nodiscard]] std::ptrdiff_t score_offset(int t, int key, int first) const noexcept {
    const std::ptrdiff_t rows = static_cast<std::ptrdiff_t>(count) * tile.rows;
    const int block = key / kKeyBlock - first / kKeyBlock;
    return (block * rows + t * tile.rows) * kKeyBlock + key % kKeyBlock;
  }

  // Only keys within `limits` count from now on.
  void limit(const HeadProblem& head, KeyRange limits) noexcept {
    for (int t = 0; t < count; ++t)
      masks[t] = TileMask(*head.mask, row_of(t), tile.rows, head.n_q, limits);
  }
  // Panels outside [first, last) are empty for every row of the group.
  [[nodiscard]] int first_panel() const noexcept {
    int first = masks[0].first_panel();
    for (int t = 1; t < count; ++t) first = std::min(first, masks[t].first_panel());
    return first;
  }
  [[nodiscard]] int last_panel() const noexcept {
    int last = masks[0].last_panel();
    for (int t = 1; t < count; ++t) last = std::max(last, masks[t].last_panel());
    return last;
  }
};

// f(TileGroup<tile>&) for groups that cover rows [begin, end).
template <typename Function>
void each_group(RegisterTile choice, int begin, int end, Function f) noexcept {
  each_run(choice, begin, end, [&]<Tile tile>(int row, int tiles) {
    for (int t = 0; t < tiles; t += kTileGroup) {
      TileGroup<tile> group(row + t * tile.rows, std::min(kTileGroup, tiles - t));
      f(group);
    }
  });
}

}  // namespace attn
