// The weighted sum of values, for a group of tiles.
#pragma once

#include "kernels/tile_group.h"

namespace attn {

// For every row r of a tile that sees keys of [begin, end):
// mixed[r][c] = mixed[r][c]·correction[r] + Σ_j shares[r][j]·value[j][c]; a null correction starts
// from 0. shares: from key `begin` on, a row every kKeyBlock floats, and so within one block,
// except that a single row may have more of them; mixed: [rows, padded d_v].
struct MixedTile {
  const float* shares;
  const float* correction;
  float* mixed;
  int begin;
  int end;
};

// One panel of values, or as many as the tile takes, for one tile of rows.
template <Tile tile>
ATTN_INLINE void mix_panel(const HeadProblem& head, const MixedTile& part, int panel) noexcept {
  const std::ptrdiff_t stride = padded(head.d_v);
  const ValueLayout layout = head.value_layout;
  float* out = part.mixed + panel * kPanel;
  Sums<tile> sum;
  if (part.correction == nullptr) {
    sum.clear();
  } else {
    for (int r = 0; r < tile.rows; ++r) {
      const f32x4 factor = load_splat(part.correction + r);
      for (int c = 0; c < 2 * tile.panels; ++c)
        sum.at[r][c] = load(out + r * stride + c * kLanes) * factor;
    }
  }
  const auto multiply = [&](int from, int to) {
    product_tile<tile, kScoresLeft>(part.shares + (from - part.begin),
                                    head.packed_values + layout.offset(from, panel),
                                    layout.panel_stride, to - from, sum);
  };
  if constexpr (tile.rows == 1) {
    for (int j = part.begin; j < part.end;) {
      const int next = std::min(part.end, (j / kKeyBlock + 1) * kKeyBlock);
      multiply(j, next);
      j = next;
    }
  } else {
    multiply(part.begin, part.end);
  }
  for (int r = 0; r < tile.rows; ++r) {
    for (int c = 0; c < 2 * tile.panels; ++c) store(out + r * stride + c * kLanes, sum.at[r][c]);
  }
}

// Cost: rows·padded(d_v)·(end − begin) multiply-adds a tile.
template <Tile tile>
ATTN_KERNEL void mix_values(const HeadProblem& head, const MixedTile* tiles, int count) noexcept {
  each_panel<tile>(0, panels(head.d_v), [&]<Tile part>(int panel) {
    for (int t = 0; t < count; ++t) mix_panel<part>(head, tiles[t], panel);
  });
}

}  // namespace attn
