#include "kernels/online_softmax.h"

#include <algorithm>

#include "kernels/mix_values.h"
#include "kernels/score_tile.h"
#include "kernels/softmax_tile.h"

namespace attn {
namespace {

// A tile of rows on its way through the keys.
template <Tile tile>
class OnlineTile {
 public:
  static constexpr int kRows = tile.rows;
  static constexpr int kSlots = row_slots(kRows);

  // Rows from `row` on; nothing is cleared that is written anyway.
  OnlineTile(const HeadProblem& head, const TileScratch& scratch, int row) noexcept
      : head_(head), scratch_(scratch), row_(row) {
    pack_queries<tile>(head, row, scratch.query_tile.data());
    std::fill_n(maximum_, kSlots, -kInfinity);
    std::fill_n(total_, kSlots, 0.0f);
  }

  // Keys [keys.begin, keys.end): the running maxima, sums and outputs after them.
  void take_block(KeyRange keys) noexcept {
    std::fill_n(correction_, kSlots, 1.0f);
    const TileMask mask(*head_.mask, row_, kRows, head_.n_q, keys);
    const int begin = mask.first_panel() * kPanel;
    const int scored = mask.last_panel() * kPanel - begin;
    if (scored <= 0) return;
    f32x4 largest[kRows];
    score_panels<tile>(head_, mask, scratch_.query_tile.data(), row_, scratch_.scores.data(),
                       largest);
    float* shares = scratch_.scores.data() + score_offset(tile, begin, begin);
    add_shares(largest, shares, scored);
    mix_values<tile>(head_, {shares, started_ ? correction_ : nullptr, scratch_.mixed.data(), begin,
                             mask.end_key()});
    started_ = true;
  }

  // The output and log-sum-exp of row r; either may be null.
  void finish_row(int r, float* output, float* log_sum_exp) const noexcept {
    const float* mixed = scratch_.mixed.data() + static_cast<std::ptrdiff_t>(r) * padded(head_.d_v);
    attn::finish_row(mixed, maximum_[r], total_[r], head_.d_v, output, log_sum_exp);
  }

  [[nodiscard]] float maximum(int r) const noexcept { return maximum_[r]; }
  [[nodiscard]] float correction(int r) const noexcept { return correction_[r]; }
  [[nodiscard]] float total(int r) const noexcept { return total_[r]; }

 private:
  // Scores become shares of the new maxima, and their sums join the running ones.
  void add_shares(const f32x4 (&largest)[kRows], float* scores, int count) noexcept {
    float safe_maximum[kSlots];
    raise_maxima(largest, safe_maximum);
    f32x4 added[kRows];
    for (int r = 0; r < kRows; ++r)
      added[r] = exponentials(scores + r * kKeyBlock, count, safe_maximum[r], splat(0.0f));
    float sums[kSlots];
    lane_sums(added, sums);
    for (int r = 0; r < kRows; ++r) total_[r] = total_[r] * correction_[r] + sums[r];
  }

  // The new maxima, and by how much the sums so far shrink.
  void raise_maxima(const f32x4 (&largest)[kRows], float* safe_maximum) noexcept {
    float found[kSlots];
    lane_maxima(largest, found);
    for (int r = 0; r < kSlots; r += kLanes) {
      const f32x4 before = load(maximum_ + r);
      const f32x4 raised = max(before, load(found + r));
      const f32x4 safe = max(raised, splat(kLowest));
      store(safe_maximum + r, safe);
      store(correction_ + r, exp2(before - safe));
      store(maximum_ + r, raised);
    }
  }

  const HeadProblem& head_;
  const TileScratch& scratch_;
  int row_;
  bool started_ = false;  // has seen a key, so that the mixed rows hold something
  float maximum_[kSlots];
  float total_[kSlots];
  float correction_[kSlots];
};

}  // namespace

void online_softmax(const HeadProblem& head, const TileScratch& scratch, float* output,
                    float* log_sum_exp) noexcept {
  each_tile(head.tile, 0, head.n_q, [&]<Tile tile>(int row) {
    OnlineTile<tile> rows(head, scratch, row);
    for (int j = 0; j < head.n_k; j += kKeyBlock)
      rows.take_block({j, std::min(j + kKeyBlock, head.n_k)});
    for (int r = 0; r < tile.rows && row + r < head.n_q; ++r) {
      const std::ptrdiff_t i = row + r;
      rows.finish_row(r, output ? output + i * head.d_v : nullptr,
                      log_sum_exp ? log_sum_exp + i : nullptr);
    }
  });
}

void online_softmax_recorded(const HeadProblem& head, const TileScratch& scratch, int row,
                             int block, const OnlineRecord& record, float* output,
                             float* log_sum_exp) noexcept {
  OnlineTile<kSingle> rows(head, scratch, row);
  std::fill_n(scratch.mixed.data(), padded(head.d_v), 0.0f);
  int b = 0;
  for (int j = 0; j < head.n_k; j += block, ++b) {
    rows.take_block({j, std::min(j + block, head.n_k)});
    record.maximum[b] = rows.maximum(0);
    record.correction[b] = b == 0 ? 0.0f : rows.correction(0);
    record.sum[b] = rows.total(0);
    std::copy_n(scratch.mixed.data(), head.d_v,
                record.partial_output + static_cast<std::ptrdiff_t>(b) * head.d_v);
  }
  rows.finish_row(0, output, log_sum_exp);
}

}  // namespace attn
