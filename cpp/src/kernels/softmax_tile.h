// The pieces of attention for one tile of query rows: scores, softmax, weighted sum. Both paths, with and without stored
// weights, are made of these three.
#pragma once

#include "kernels/pack.h"
#include "kernels/tile_mask.h"
#include "math/exponential.h"

#include <cstddef>

namespace attn {

// One query head against its packed keys and values. Borrowed for the call.
struct HeadProblem {
  int n_q = 0, n_k = 0, d_k = 0, d_v = 0;
  const float* query = nullptr;            // [n_q, d_k]
  const float* packed_keys = nullptr;      // panels of 8 keys, [d_k][8] each, from panel first_panel on
  int first_panel = 0;
  const float* packed_values = nullptr;    // panels of 8 columns, [n_k][8] each
  std::ptrdiff_t value_panel_stride = 0;   // floats from panel to panel
  const float* bias = nullptr;             // [n_q, n_k] or null
  float factor = 0;       // scale·log2(e)/temperature: the product times this is a score in powers of two
  const HeadMask* mask = nullptr;
};

// Scores of a tile against one panel, in powers of two: product·factor (+ bias·log2 e) (−∞ where masked) into
// scores[r·stride + 0..7]; largest[r] is raised to their maximum. Cost: Rows·8·d_k multiply-adds.
template <int Rows>
void score_panel(const HeadProblem& head, const TileMask& mask, Coverage coverage, const float* query_tile, int row, int panel,
                 float* scores, std::ptrdiff_t stride, f32x4 (&largest)[Rows]) noexcept {
  f32x4 sum[Rows][2];
  for (int r = 0; r < Rows; ++r) sum[r][0] = sum[r][1] = splat(0.0f);
  const float* keys = head.packed_keys + static_cast<std::ptrdiff_t>(panel - head.first_panel) * head.d_k * kPanel;
  product_tile<Rows>(query_tile, keys, head.d_k, sum);
  const f32x4 factor = splat(head.factor);
  for (int r = 0; r < Rows; ++r) {
    for (int half = 0; half < 2; ++half) sum[r][half] = sum[r][half] * factor;
  }
  if (head.bias != nullptr) {
    const int columns = head.n_k - panel * kPanel;
    for (int r = 0; r < Rows; ++r) {
      const int i = row + r < head.n_q ? row + r : head.n_q - 1;
      const float* bias = head.bias + static_cast<std::ptrdiff_t>(i) * head.n_k + panel * kPanel;
      for (int half = 0; half < 2; ++half) {
        const int count = columns - half * kLanes;
        if (count <= 0) break;
        const f32x4 b = count >= kLanes ? load(bias + half * kLanes) : load_partial(bias + half * kLanes, count, 0.0f);
        sum[r][half] = sum[r][half] + b * splat(kLog2e);
      }
    }
  }
  for (int r = 0; r < Rows; ++r) {
    if (coverage == Coverage::kSome) {
      float penalty[kPanel];
      mask.penalties(r, panel, penalty);
      for (int half = 0; half < 2; ++half) sum[r][half] = sum[r][half] + load(penalty + half * kLanes);
    }
    store(scores + r * stride, sum[r][0]);
    store(scores + r * stride + kLanes, sum[r][1]);
    largest[r] = max(largest[r], max(sum[r][0], sum[r][1]));
  }
}

// exp2(scores − maximum[r]) for columns [begin, end), multiples of 4, in place, and transposed into shares [end][Rows], the
// left tile of the weighted sum; lane sums are added to total[r]. maximum is finite, so −∞ gives exactly 0.
template <int Rows>
ATTN_INLINE void exponentials(float* scores, std::ptrdiff_t stride, int begin, int end, const float (&maximum)[Rows],
                              float* shares, f32x4 (&total)[Rows]) noexcept {
  for (int j = begin; j < end; j += kLanes) {
    f32x4 p[Rows];
    for (int r = 0; r < Rows; ++r) {
      p[r] = exp2(load(scores + r * stride + j) - splat(maximum[r]));
      total[r] = total[r] + p[r];
      store(scores + r * stride + j, p[r]);
    }
    float* column = shares + static_cast<std::ptrdiff_t>(j) * Rows;
    if constexpr (Rows == kLanes) {
      transpose(p[0], p[1], p[2], p[3]);
      for (int l = 0; l < kLanes; ++l) store(column + l * Rows, p[l]);
    } else {
      for (int r = 0; r < Rows; ++r) {
        float lanes[kLanes];
        store(lanes, p[r]);
        for (int l = 0; l < kLanes; ++l) column[l * Rows + r] = lanes[l];
      }
    }
  }
}

// mixed[r][c] = mixed[r][c]·correction[r] + Σ_j shares[j][r]·value[j][c] for keys [begin, end); mixed is [Rows, padded d_v].
// Cost: Rows·padded(d_v)·(end − begin) multiply-adds.
template <int Rows>
void mix_values(const HeadProblem& head, const float* shares, int begin, int end, const float (&correction)[Rows],
                float* mixed) noexcept {
  const std::ptrdiff_t stride = padded(head.d_v);
  for (int panel = 0; panel < panels(head.d_v); ++panel) {
    f32x4 sum[Rows][2];
    for (int r = 0; r < Rows; ++r) {
      const f32x4 c = splat(correction[r]);
      sum[r][0] = load(mixed + r * stride + panel * kPanel) * c;
      sum[r][1] = load(mixed + r * stride + panel * kPanel + kLanes) * c;
    }
    const float* values =
        head.packed_values + panel * head.value_panel_stride + static_cast<std::ptrdiff_t>(begin) * kPanel;
    product_tile<Rows>(shares, values, end - begin, sum);
    for (int r = 0; r < Rows; ++r) {
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
