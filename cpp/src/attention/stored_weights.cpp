#include "attention/stored_weights.h"

#include <attn/statistics.h>

#include <algorithm>

namespace attn {
namespace {

// One row divided by its sum, zeros outside the panels [first, last), to where it is wanted.
void write_row(const HeadProblem& head, float* shares, float inverse, int first, int last, int i,
               const StoredOutputs& outputs) noexcept {
  const int begin = first * kPanel;
  const int end = std::min(last * kPanel, head.n_k);
  if (outputs.weights != nullptr) {
    float* weights = outputs.weights + static_cast<std::ptrdiff_t>(i) * head.n_k;
    std::fill_n(weights, begin, 0.0f);
    scale_row(shares + begin, inverse, end - begin, weights + begin);
    std::fill(weights + end, weights + head.n_k, 0.0f);
  }
  if (outputs.wants_statistics()) {
    scale_row(shares + begin, inverse, end - begin, shares + begin);
    const RowStatistics row =
        row_statistics({shares + begin, static_cast<std::size_t>(end - begin)});
    if (outputs.entropy) outputs.entropy[i] = row.entropy;
    if (outputs.peak) outputs.peak[i] = row.peak;
    if (outputs.row_sum) outputs.row_sum[i] = row.row_sum;
    if (outputs.jacobian_norm) outputs.jacobian_norm[i] = row.jacobian_norm;
  }
}

template <Tile tile>
void take_tile(const HeadProblem& head, const StoredScratch& scratch, int row,
               const StoredOutputs& outputs) noexcept {
  constexpr int kRows = tile.rows;
  const TileMask mask(*head.mask, row, kRows, head.n_q, {0, head.n_k});
  const int first = mask.first_panel();
  const int last = std::max(mask.last_panel(), first);
  const std::ptrdiff_t stride = padded(head.n_k);

  f32x4 largest[kRows];
  pack_rows<kRows>(head.query, head.d_k, row, head.n_q, head.d_k, scratch.query_tile.data());
  score_panels<tile>(head, mask, scratch.query_tile.data(), row,
                     scratch.scores.data() + first * kPanel, stride, largest);

  float safe_maximum[kRows];
  float correction[kRows];
  f32x4 total[kRows];
  for (int r = 0; r < kRows; ++r) {
    safe_maximum[r] = std::max(maximum(largest[r]), kLowest);
    correction[r] = 1.0f;
    total[r] = splat(0.0f);
  }
  exponentials<tile, true>(scratch.scores.data(), stride, first * kPanel, last * kPanel,
                           safe_maximum, scratch.shares.data(), total);

  if (outputs.output != nullptr) {
    std::fill_n(scratch.mixed.data(),
                static_cast<std::size_t>(kRows) * static_cast<std::size_t>(padded(head.d_v)), 0.0f);
    const int begin = first * kPanel;
    const int end = std::max(std::min(last * kPanel, head.n_k), begin);
    mix_values<tile>(head, scratch.shares.data() + static_cast<std::ptrdiff_t>(begin) * kRows,
                     begin, end, correction, scratch.mixed.data());
  }
  for (int r = 0; r < kRows && row + r < head.n_q; ++r) {
    const int i = row + r;
    const float row_total = sum(total[r]);
    const float inverse = row_total > 0.0f ? 1.0f / row_total : 0.0f;
    if (outputs.output != nullptr) {
      scale_row(scratch.mixed.data() + static_cast<std::ptrdiff_t>(r) * padded(head.d_v), inverse,
                head.d_v, outputs.output + static_cast<std::ptrdiff_t>(i) * head.d_v);
    }
    if (outputs.log_sum_exp != nullptr)
      outputs.log_sum_exp[i] = log_sum_exp(maximum(largest[r]), row_total);
    write_row(head, scratch.scores.data() + r * stride, inverse, first, last, i, outputs);
  }
}

}  // namespace

void stored_weights(const HeadProblem& head, const StoredScratch& scratch,
                    const StoredOutputs& outputs) noexcept {
  each_tile(head.tile, 0, head.n_q,
            [&]<Tile tile>(int row) { take_tile<tile>(head, scratch, row, outputs); });
}

}  // namespace attn
