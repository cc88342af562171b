// The weighted sum of values, for a tile of rows.
#pragma once

#include "kernels/head_problem.h"
#include "kernels/tile_scratch.h"

namespace attn {

// mixed[r][c] = mixed[r][c]·correction[r] + Σ_j shares[r][j]·value[j][c] for the keys [begin, end);
// a null correction starts from 0. shares: from key `begin` on, a row every kKeyBlock floats, and
// so within one block, except that a single row may have more of them; mixed: [rows, padded d_v].
struct Mix {
  const float* shares;
  const float* correction;
  float* mixed;
  int begin;
  int end;
};

// One panel of values, or as many as the tile takes.
template <Tile tile>
ATTN_INLINE void mix_panel(const HeadProblem& head, const Mix& mix, int panel) noexcept {
  const std::ptrdiff_t stride = padded(head.d_v);
  const ValueLayout layout = head.value_layout;
  float* out = mix.mixed + panel * kPanel;
  Sums<tile> sum;
  if (mix.correction == nullptr) {
    sum.clear();
  } else {
    for (int r = 0; r < tile.rows; ++r) {
      const f32x4 factor = load_splat(mix.correction + r);
      for (int c = 0; c < 2 * tile.panels; ++c)
        sum.at[r][c] = load(out + r * stride + c * kLanes) * factor;
    }
  }
  const auto multiply = [&](int from, int to) {
    product_tile<tile, kScoresLeft>(mix.shares + (from - mix.begin),
                                    head.packed_values + layout.offset(from, panel),
                                    layout.panel_stride, to - from, sum);
  };
  if constexpr (tile.rows == 1) {
    for (int j = mix.begin; j < mix.end; j = block_end(j, mix.end))
      multiply(j, block_end(j, mix.end));
  } else {
    multiply(mix.begin, mix.end);
  }
  for (int r = 0; r < tile.rows; ++r) {
    for (int c = 0; c < 2 * tile.panels; ++c) store(out + r * stride + c * kLanes, sum.at[r][c]);
  }
}

// Cost: rows·padded(d_v)·(end − begin) multiply-adds.
template <Tile tile>
ATTN_KERNEL void mix_values(const HeadProblem& head, const Mix& mix) noexcept {
  each_panel<tile>(0, panels(head.d_v),
                   [&]<Tile part>(int panel) { mix_panel<part>(head, mix, panel); });
}

}  // namespace attn
