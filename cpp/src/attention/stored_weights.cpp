#include "attention/stored_weights.h"

#include <attn/statistics.h>

#include <algorithm>

#include "kernels/mix_values.h"
#include "kernels/score_tile.h"
#include "kernels/softmax_tile.h"

namespace attn {
namespace {

void write_statistics(std::span<const float> weights, int i,
                      const StoredOutputs& outputs) noexcept {
  const RowStatistics row = row_statistics(weights);
  if (outputs.entropy) outputs.entropy[i] = row.entropy;
  if (outputs.peak) outputs.peak[i] = row.peak;
  if (outputs.row_sum) outputs.row_sum[i] = row.row_sum;
  if (outputs.jacobian_norm) outputs.jacobian_norm[i] = row.jacobian_norm;
}

// One row's shares, where they lie, and what they add up to.
struct RowShares {
  const float* scores;    // those of the row's first block of keys, whose others follow
  std::ptrdiff_t stride;  // from block to block
  int begin;              // keys [begin, end)
  int end;
  float total;
};

// Weights and their statistics of row i.
void write_weights(const HeadProblem& head, const RowShares& row, int i, float* spare_row,
                   const StoredOutputs& outputs) noexcept {
  float* weights = outputs.weights != nullptr
                       ? outputs.weights + static_cast<std::ptrdiff_t>(i) * head.n_k
                       : spare_row;
  std::fill_n(weights, row.begin, 0.0f);
  const float* block = row.scores;
  for (int j = row.begin; j < row.end; j = block_end(j, row.end), block += row.stride)
    divide_row(block + j % kKeyBlock, row.total, block_end(j, row.end) - j, weights + j);
  std::fill(weights + row.end, weights + head.n_k, 0.0f);
  // From the first key on, so that partial sums end at the same keys whatever the tile.
  if (outputs.wants_statistics())
    write_statistics({weights, static_cast<std::size_t>(row.end)}, i, outputs);
}

// A tile of rows whose weights are wanted.
template <Tile tile>
class StoredTile {
 public:
  static constexpr int kRows = tile.rows;
  static constexpr int kSlots = row_slots(kRows);

  StoredTile(const HeadProblem& head, const TileScratch& scratch, int row) noexcept
      : head_(head),
        scratch_(scratch),
        row_(row),
        mask_(*head.mask, row, kRows, head.n_q, {0, head.n_k}),
        begin_(mask_.first_panel() * kPanel),
        end_(mask_.last_panel() * kPanel) {
    f32x4 largest[kRows];
    pack_queries<tile>(head, row, scratch.query_tile.data());
    score_panels<tile>(head, mask_, scratch.query_tile.data(), row, scratch.scores.data(), largest);
    lane_maxima(largest, maximum_);
  }

  // Shares from the scores, block by block, their totals, and the weighted sum where it is wanted.
  void take_shares(bool mixes) noexcept {
    f32x4 added[kRows];
    for (f32x4& each : added) each = splat(0.0f);
    float unchanged[kSlots];
    std::fill_n(unchanged, kSlots, 1.0f);
    for (int j = begin_; j < end_; j = block_end(j, end_)) {
      const int next = block_end(j, end_);
      float* shares = scores(j);
      for (int r = 0; r < kRows; ++r) {
        added[r] = exponentials(shares + r * kKeyBlock, next - j, std::max(maximum_[r], kLowest),
                                added[r]);
      }
      if (mixes) {
        mix_values<tile>(head_, {shares, j == begin_ ? nullptr : unchanged, scratch_.mixed.data(),
                                 j, std::min(next, mask_.end_key())});
      }
    }
    lane_sums(added, total_);
  }

  // Everything that is wanted of row r.
  void finish_row(int r, const StoredOutputs& outputs) const noexcept {
    const std::ptrdiff_t i = row_ + r;
    const float* mixed = scratch_.mixed.data() + static_cast<std::ptrdiff_t>(r) * padded(head_.d_v);
    attn::finish_row(mixed, maximum_[r], total_[r], head_.d_v,
                     outputs.output ? outputs.output + i * head_.d_v : nullptr,
                     outputs.log_sum_exp ? outputs.log_sum_exp + i : nullptr);
    if (outputs.weights == nullptr && !outputs.wants_statistics()) return;
    const int end = std::max(begin_, std::min(end_, mask_.end_key()));
    write_weights(
        head_, {scratch_.scores.data() + r * kKeyBlock, kRows * kKeyBlock, begin_, end, total_[r]},
        row_ + r, scratch_.row.data(), outputs);
  }

 private:
  [[nodiscard]] float* scores(int key) const noexcept {
    return scratch_.scores.data() + score_offset(tile, key, begin_);
  }

  const HeadProblem& head_;
  const TileScratch& scratch_;
  int row_;
  TileMask mask_;
  int begin_;  // keys scored: whole panels
  int end_;
  float maximum_[kSlots];
  float total_[kSlots];
};

}  // namespace

void stored_weights(const HeadProblem& head, const TileScratch& scratch,
                    const StoredOutputs& outputs) noexcept {
  each_tile(head.tile, 0, head.n_q, [&]<Tile tile>(int row) {
    StoredTile<tile> rows(head, scratch, row);
    rows.take_shares(outputs.output != nullptr);
    for (int r = 0; r < tile.rows && row + r < head.n_q; ++r) rows.finish_row(r, outputs);
  });
}

}  // namespace attn
