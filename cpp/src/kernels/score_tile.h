// Scores of query rows against packed keys, in powers of two, bias and mask included.
#pragma once

#include <cstddef>

#include "kernels/head_problem.h"
#include "kernels/tile_mask.h"
#include "kernels/tile_scratch.h"
#include "math/exponential.h"

namespace attn {

// The left tile of a product of scores: rows from `row` on times the factor, so that products are
// scores in powers of two.
template <Tile tile>
void pack_queries(const HeadProblem& head, int row, float* query_tile) noexcept {
  pack_rows<tile.rows>(head.query, head.d_k, row, head.n_q, head.d_k, head.factor, query_tile);
}

// Bias in powers of two and −∞ where masked, added to eight scores of every row of a tile;
// largest[r] is raised to their maximum. In memory: a reference to the tile's sums would take them
// out of their registers.
void add_to_scores(const HeadProblem& head, const TileMask& mask, Coverage coverage, int row,
                   int rows, int panel, float* scores, f32x4* largest) noexcept;

// Scores of a tile against its panels from `panel` on, in powers of two, bias and mask included:
// row r into scores[r·kKeyBlock + …]; largest[r] is raised to their maximum. Cost:
// rows·8·panels·d_k multiply-adds.
template <Tile tile>
ATTN_INLINE void score_panel(const HeadProblem& head, const TileMask& mask, Coverage coverage,
                             const float* query_tile, int row, int panel, float* scores,
                             f32x4 (&largest)[tile.rows]) noexcept {
  Sums<tile> sum;
  sum.clear();
  const std::ptrdiff_t panel_floats = static_cast<std::ptrdiff_t>(head.d_k) * kPanel;
  product_tile<tile>(query_tile, head.packed_keys + (panel - head.first_panel) * panel_floats,
                     panel_floats, head.d_k, sum);
  for (int r = 0; r < tile.rows; ++r) {
    for (int c = 0; c < 2 * tile.panels; ++c)
      store(scores + r * kKeyBlock + c * kLanes, sum.at[r][c]);
  }
  if (tile.panels == 1 && (head.bias != nullptr || coverage == Coverage::kSome)) {
    add_to_scores(head, mask, coverage, row, tile.rows, panel, scores, largest);
    return;
  }
  for (int r = 0; r < tile.rows; ++r) {
    for (int c = 0; c < 2 * tile.panels; ++c) largest[r] = max(largest[r], sum.at[r][c]);
  }
}

// A panel that the mask of a tile leaves; one that it empties is not computed, it is −∞.
template <Tile tile>
ATTN_INLINE void score_or_skip(const HeadProblem& head, const TileMask& mask,
                               const float* query_tile, int row, int panel, float* scores,
                               f32x4 (&largest)[tile.rows]) noexcept {
  const Coverage coverage = mask.coverage(panel);
  if (coverage != Coverage::kNone) {
    score_panel<tile>(head, mask, coverage, query_tile, row, panel, scores, largest);
    return;
  }
  for (int r = 0; r < tile.rows; ++r) {
    store(scores + r * kKeyBlock, splat(-kInfinity));
    store(scores + r * kKeyBlock + kLanes, splat(-kInfinity));
  }
}

// Scores of the rows from `row` on against the panels that their mask leaves, laid out as
// score_offset() says, from the block of the first panel on; largest[r] becomes the highest of each
// row, lane by lane.
template <Tile tile>
ATTN_KERNEL void score_panels(const HeadProblem& head, const TileMask& mask,
                              const float* query_tile, int row, float* scores,
                              f32x4 (&largest)[tile.rows]) noexcept {
  const int first = mask.first_panel();
  const int last = mask.last_panel();
  for (f32x4& each : largest) each = splat(-kInfinity);
  for (int panel = first; panel < last;) {
    float* at = scores + score_offset(tile, panel * kPanel, first * kPanel);
    if constexpr (tile.panels > 1) {
      const bool fits = block_end(panel * kPanel, last * kPanel) >= (panel + tile.panels) * kPanel;
      if (head.bias == nullptr && fits && mask.takes_whole(panel, panel + tile.panels)) {
        score_panel<tile>(head, mask, Coverage::kAll, query_tile, row, panel, at, largest);
        panel += tile.panels;
        continue;
      }
    }
    score_or_skip<Tile{tile.rows, 1}>(head, mask, query_tile, row, panel, at, largest);
    ++panel;
  }
}

// There once, in score_tile.cpp: what the linker keeps must not be a copy that was compiled for
// size.
extern template void score_panels<kNarrow>(const HeadProblem&, const TileMask&, const float*, int,
                                           float*, f32x4 (&)[kNarrow.rows]) noexcept;

}  // namespace attn
