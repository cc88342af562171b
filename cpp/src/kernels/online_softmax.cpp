#include "kernels/online_softmax.h"

#include <algorithm>

namespace attn {
namespace {

// A tile of rows on its way through the keys.
template <int Rows>
struct Running {
  float maximum[Rows];
  float total[Rows];
  float correction[Rows];
};

// Keys [keys.begin, keys.end) for one tile: the running maximum, sum and output after them.
template <Tile tile>
void take_block(const HeadProblem& head, const OnlineScratch& scratch, int row, KeyRange keys,
                Running<tile.rows>& running) noexcept {
  constexpr int kRows = tile.rows;
  const TileMask mask(*head.mask, row, kRows, head.n_q, keys);
  const int first = mask.first_panel();
  const int last = mask.last_panel();
  for (int r = 0; r < kRows; ++r) running.correction[r] = 1.0f;
  if (first >= last) return;

  const std::ptrdiff_t stride = static_cast<std::ptrdiff_t>(last - first) * kPanel;
  f32x4 largest[kRows];
  score_panels<tile>(head, mask, scratch.query_tile.data(), row, scratch.scores.data(), stride,
                     largest);

  float safe_maximum[kRows];
  f32x4 total[kRows];
  for (int r = 0; r < kRows; ++r) {
    const float maximum = std::max(running.maximum[r], attn::maximum(largest[r]));
    safe_maximum[r] = std::max(maximum, kLowest);
    running.correction[r] = exp2(running.maximum[r] - safe_maximum[r]);
    running.maximum[r] = maximum;
    total[r] = splat(0.0f);
  }
  exponentials<tile, false>(scratch.scores.data(), stride, 0, static_cast<int>(stride),
                            safe_maximum, scratch.shares.data(), total);
  for (int r = 0; r < kRows; ++r)
    running.total[r] = running.total[r] * running.correction[r] + sum(total[r]);

  const int begin = first * kPanel;
  const int end = std::min(last * kPanel, head.n_k);
  mix_values<tile>(head, scratch.shares.data(), begin, end, running.correction,
                   scratch.mixed.data());
}

template <int Rows>
void begin_tile(const HeadProblem& head, const OnlineScratch& scratch, int row,
                Running<Rows>& running) noexcept {
  pack_rows<Rows>(head.query, head.d_k, row, head.n_q, head.d_k, scratch.query_tile.data());
  std::fill_n(scratch.mixed.data(),
              static_cast<std::size_t>(Rows) * static_cast<std::size_t>(padded(head.d_v)), 0.0f);
  for (int r = 0; r < Rows; ++r) {
    running.maximum[r] = -kInfinity;
    running.total[r] = 0.0f;
  }
}

template <int Rows>
void finish_row(const HeadProblem& head, const OnlineScratch& scratch, int r,
                const Running<Rows>& running, float* output, float* lse) noexcept {
  const float total = running.total[r];
  if (output != nullptr) {
    const float* mixed = scratch.mixed.data() + static_cast<std::ptrdiff_t>(r) * padded(head.d_v);
    scale_row(mixed, total > 0.0f ? 1.0f / total : 0.0f, head.d_v, output);
  }
  if (lse != nullptr) *lse = log_sum_exp(running.maximum[r], total);
}

template <Tile tile>
void take_tile(const HeadProblem& head, const OnlineScratch& scratch, int row, float* output,
               float* lse) noexcept {
  constexpr int kRows = tile.rows;
  Running<kRows> running;
  begin_tile<kRows>(head, scratch, row, running);
  for (int j = 0; j < head.n_k; j += kKeyBlock) {
    take_block<tile>(head, scratch, row, {j, std::min(j + kKeyBlock, head.n_k)}, running);
  }
  for (int r = 0; r < kRows && row + r < head.n_q; ++r) {
    float* output_row = output ? output + static_cast<std::ptrdiff_t>(row + r) * head.d_v : nullptr;
    finish_row<kRows>(head, scratch, r, running, output_row, lse ? lse + row + r : nullptr);
  }
}

}  // namespace

void online_softmax(const HeadProblem& head, const OnlineScratch& scratch, float* output,
                    float* lse) noexcept {
  each_tile(head.tile, 0, head.n_q,
            [&]<Tile tile>(int row) { take_tile<tile>(head, scratch, row, output, lse); });
}

void online_softmax_recorded(const HeadProblem& head, const OnlineScratch& scratch, int row,
                             int block, const OnlineRecord& record, float* output,
                             float* lse) noexcept {
  Running<1> running;
  begin_tile<1>(head, scratch, row, running);
  int b = 0;
  for (int j = 0; j < head.n_k; j += block, ++b) {
    take_block<kSingle>(head, scratch, row, {j, std::min(j + block, head.n_k)}, running);
    record.maximum[b] = running.maximum[0];
    record.correction[b] = b == 0 ? 0.0f : running.correction[0];
    record.sum[b] = running.total[0];
    std::copy_n(scratch.mixed.data(), head.d_v,
                record.partial_output + static_cast<std::ptrdiff_t>(b) * head.d_v);
  }
  finish_row<1>(head, scratch, 0, running, output, lse);
}

}  // namespace attn
