// The pieces of attention for one tile of query rows: scores, softmax, weighted sum. Both paths,
// with and without stored weights, are made of these three.
#pragma once

#include <cstddef>

#include "kernels/pack.h"
#include "kernels/tile_mask.h"
#include "kernels/tiles.h"
#include "math/exponential.h"

namespace attn {

// One query head against its packed keys and values. Borrowed for the call.
struct HeadProblem {
  int n_q = 0, n_k = 0, d_k = 0, d_v = 0;
  const float* query = nullptr;        // [n_q, d_k]
  const float* packed_keys = nullptr;  // panels of 8 keys, [d_k][8] each, from panel first_panel on
  int first_panel = 0;
  const float* packed_values = nullptr;   // panels of 8 columns, [n_k][8] each
  std::ptrdiff_t value_panel_stride = 0;  // floats from panel to panel
  const float* bias = nullptr;            // [n_q, n_k] or null
  float factor =
      0;  // scale·log2(e)/temperature: the product times this is a score in powers of two
  const HeadMask* mask = nullptr;
  RegisterTile tile = RegisterTile::kNarrow;
};

// What is added to the scores of row r of a tile at one panel: bias in powers of two, −∞ where
// masked.
void score_addend(const HeadProblem& head, const TileMask& mask, Coverage coverage, int row, int r,
                  int panel, float (&addend)[kPanel]) noexcept;

// Scores of a tile against one panel, in powers of two: product·factor (+ bias·log2 e) (−∞ where
// masked) into scores[r·stride + 0..7]; largest[r] is raised to their maximum. Cost: rows·8·d_k
// multiply-adds.
template <Tile tile>
ATTN_INLINE void score_panel(const HeadProblem& head, const TileMask& mask, Coverage coverage,
                             const float* query_tile, int row, int panel, float* scores,
                             std::ptrdiff_t stride, f32x4 (&largest)[tile.rows]) noexcept {
  f32x4 sum[tile.rows][2];
  for (auto& halves : sum) halves[0] = halves[1] = splat(0.0f);
  const float* keys =
      head.packed_keys + static_cast<std::ptrdiff_t>(panel - head.first_panel) * head.d_k * kPanel;
  product_tile<tile>(query_tile, keys, head.d_k, sum);
  const f32x4 factor = splat(head.factor);
  for (auto& halves : sum) {
    halves[0] = halves[0] * factor;
    halves[1] = halves[1] * factor;
  }
  if (head.bias != nullptr || coverage == Coverage::kSome) {
    for (int r = 0; r < tile.rows; ++r) {
      float addend[kPanel];
      score_addend(head, mask, coverage, row, r, panel, addend);
      sum[r][0] = sum[r][0] + load(addend);
      sum[r][1] = sum[r][1] + load(addend + kLanes);
    }
  }
  for (int r = 0; r < tile.rows; ++r) {
    store(scores + r * stride, sum[r][0]);
    store(scores + r * stride + kLanes, sum[r][1]);
    largest[r] = max(largest[r], max(sum[r][0], sum[r][1]));
  }
}

// Scores of a tile against the panels that its mask leaves, into scores[r·stride + 8·(panel −
// first_panel)]; panels that it empties are not computed, they are −∞.
template <Tile tile>
void score_panels(const HeadProblem& head, const TileMask& mask, const float* query_tile, int row,
                  float* scores, std::ptrdiff_t stride, f32x4 (&largest)[tile.rows]) noexcept {
  for (f32x4& each : largest) each = splat(-kInfinity);
  for (int panel = mask.first_panel(); panel < mask.last_panel(); ++panel, scores += kPanel) {
    const Coverage coverage = mask.coverage(panel);
    if (coverage == Coverage::kNone) {
      for (int r = 0; r < tile.rows; ++r) {
        store(scores + r * stride, splat(-kInfinity));
        store(scores + r * stride + kLanes, splat(-kInfinity));
      }
    } else {
      score_panel<tile>(head, mask, coverage, query_tile, row, panel, scores, stride, largest);
    }
  }
}

// exp2(scores − maximum[r]) for columns [begin, end), multiples of 4, transposed into shares
// [end][rows], the left tile of the weighted sum, and with `in_place` also over the scores; lane
// sums are added to total[r]. maximum is finite, so −∞ gives exactly 0.
template <Tile tile, bool in_place>
ATTN_INLINE void exponentials(float* scores, std::ptrdiff_t stride, int begin, int end,
                              const float (&maximum)[tile.rows], float* shares,
                              f32x4 (&total)[tile.rows]) noexcept {
  constexpr int kRows = tile.rows;
  float* column = shares + static_cast<std::ptrdiff_t>(begin) * kRows;
  ATTN_NO_UNROLL
  for (int j = begin; j < end; j += kLanes, column += kLanes * kRows) {
    f32x4 p[kRows];
    for (int r = 0; r < kRows; ++r) {
      p[r] = exp2(load(scores + r * stride + j) - splat(maximum[r]));
      total[r] = total[r] + p[r];
      if constexpr (in_place) store(scores + r * stride + j, p[r]);
    }
    if constexpr (kRows == 1) {
      store(column, p[0]);
    } else {
      for (int r = kLanes; r < kRows; ++r) {
        store_lane<0>(column + r, p[r]);
        store_lane<1>(column + kRows + r, p[r]);
        store_lane<2>(column + 2 * kRows + r, p[r]);
        store_lane<3>(column + 3 * kRows + r, p[r]);
      }
      transpose(p[0], p[1], p[2], p[3]);
      for (int l = 0; l < kLanes; ++l) store(column + l * kRows, p[l]);
    }
  }
}

// mixed[r][c] = mixed[r][c]·correction[r] + Σ_j shares[j][r]·value[j][c] for keys [begin, end);
// mixed is [rows, padded d_v]. Cost: rows·padded(d_v)·(end − begin) multiply-adds.
template <Tile tile>
void mix_values(const HeadProblem& head, const float* shares, int begin, int end,
                const float (&correction)[tile.rows], float* mixed) noexcept {
  constexpr int kRows = tile.rows;
  const std::ptrdiff_t stride = padded(head.d_v);
  for (int panel = 0; panel < panels(head.d_v); ++panel) {
    f32x4 sum[kRows][2];
    for (int r = 0; r < kRows; ++r) {
      const f32x4 c = splat(correction[r]);
      sum[r][0] = load(mixed + r * stride + panel * kPanel) * c;
      sum[r][1] = load(mixed + r * stride + panel * kPanel + kLanes) * c;
    }
    const float* values = head.packed_values + panel * head.value_panel_stride +
                          static_cast<std::ptrdiff_t>(begin) * kPanel;
    product_tile<tile>(shares, values, end - begin, sum);
    for (int r = 0; r < kRows; ++r) {
      store(mixed + r * stride + panel * kPanel, sum[r][0]);
      store(mixed + r * stride + panel * kPanel + kLanes, sum[r][1]);
    }
  }
}

// A row of the tile divided by its sum; a row without a key has inverse 0 and gives zeros.
ATTN_INLINE void scale_row(const float* from, float inverse, int count, float* to) noexcept {
  const f32x4 factor = splat(inverse);
  int c = 0;
  for (; c + kLanes <= count; c += kLanes) store(to + c, load(from + c) * factor);
  if (c < count) store_partial(to + c, load(from + c) * factor, count - c);
}

// ln Σ exp from a maximum and a sum in powers of two; −∞ for a row without a key.
[[nodiscard]] ATTN_INLINE float log_sum_exp(float maximum, float total) noexcept {
  return total > 0.0f ? maximum * kLn2 + log(total) : -kInfinity;
}

}  // namespace attn
