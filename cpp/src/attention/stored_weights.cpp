#include "attention/stored_weights.h"

#include <attn/statistics.h>

#include <algorithm>
#include <array>

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

// What a tile needs besides its scores.
template <Tile tile>
struct TileSums {
  float maximum[row_slots(tile.rows)];
  f32x4 total[tile.rows];
};

// Every row of a group of tiles.
template <Tile tile>
struct GroupPass {
  static constexpr int kRows = tile.rows;

  const HeadProblem& head;
  const StoredScratch& scratch;
  TileGroup<tile>& group;
  TileSums<tile> sums[kTileGroup];

  // Nothing is cleared that is written anyway.
  GroupPass(const HeadProblem& problem, const StoredScratch& memory,
            TileGroup<tile>& tiles) noexcept
      : head(problem), scratch(memory), group(tiles) {}

  [[nodiscard]] float* scores(int t, int key) const noexcept {
    return scratch.scores.data() + group.score_offset(t, key, group.first_panel() * kPanel);
  }
  [[nodiscard]] float* mixed(int t) const noexcept {
    return scratch.mixed.data() + static_cast<std::ptrdiff_t>(t) * kRows * padded(head.d_v);
  }

  void score() noexcept {
    for (int t = 0; t < group.count; ++t) {
      pack_queries<tile>(
          head, group.row_of(t),
          scratch.query_tiles.data() + static_cast<std::ptrdiff_t>(t) * kRows * head.d_k);
    }
    Largest<tile> largest;
    score_panels<tile>(head, group, scratch.query_tiles.data(), scratch.scores.data(), largest);
    for (int t = 0; t < group.count; ++t) {
      lane_maxima(largest.rows[t], sums[t].maximum);
      for (f32x4& each : sums[t].total) each = splat(0.0f);
    }
  }

  // Shares from the scores of the keys [begin, end), which lie in one block, and what they add to
  // the output.
  void take_block(int begin, int end, bool mixes) noexcept {
    static constexpr std::array<float, kMaxTileRows> kOnes = [] {
      std::array<float, kMaxTileRows> ones{};
      ones.fill(1.0f);
      return ones;
    }();
    MixedTile parts[kTileGroup];
    int count = 0;
    for (int t = 0; t < group.count; ++t) {
      const TileMask& mask = group.masks[t];
      const int from = std::max(begin, mask.first_panel() * kPanel);
      const int to = std::min(end, mask.last_panel() * kPanel);
      if (from >= to) continue;
      float* shares = scores(t, from);
      for (int r = 0; r < kRows; ++r) {
        sums[t].total[r] = exponentials(shares + r * kKeyBlock, to - from,
                                        std::max(sums[t].maximum[r], kLowest), sums[t].total[r]);
      }
      const bool is_first = begin <= mask.first_panel() * kPanel;
      parts[count++] = {shares, is_first ? nullptr : kOnes.data(), mixed(t), from,
                        std::min(to, mask.end_key())};
    }
    if (mixes) mix_values<tile>(head, parts, count);
  }

  void finish(const StoredOutputs& outputs) noexcept {
    for (int t = 0; t < group.count; ++t) {
      float totals[row_slots(kRows)];
      lane_sums(sums[t].total, totals);
      for (int r = 0; r < kRows && group.row_of(t) + r < head.n_q; ++r)
        finish_row(t, r, totals[r], outputs);
    }
  }

 private:
  void finish_row(int t, int r, float total, const StoredOutputs& outputs) noexcept {
    const TileMask& mask = group.masks[t];
    const int i = group.row_of(t) + r;
    const bool has_keys = mask.first_panel() < mask.last_panel();
    const float inverse = total > 0.0f ? 1.0f / total : 0.0f;
    if (outputs.output != nullptr) {
      float* output = outputs.output + static_cast<std::ptrdiff_t>(i) * head.d_v;
      if (has_keys) {
        scale_row(mixed(t) + static_cast<std::ptrdiff_t>(r) * padded(head.d_v), inverse, head.d_v,
                  output);
      } else {
        std::fill_n(output, head.d_v, 0.0f);
      }
    }
    if (outputs.log_sum_exp != nullptr)
      outputs.log_sum_exp[i] = log_sum_exp(sums[t].maximum[r], total);
    if (outputs.weights == nullptr && !outputs.wants_statistics()) return;

    const int begin = has_keys ? mask.first_panel() * kPanel : 0;
    const int end = has_keys ? mask.end_key() : 0;
    float* weights = outputs.weights != nullptr
                         ? outputs.weights + static_cast<std::ptrdiff_t>(i) * head.n_k
                         : scratch.row.data();
    std::fill_n(weights, begin, 0.0f);
    for (int j = begin; j < end;) {
      const int next = std::min(end, (j / kKeyBlock + 1) * kKeyBlock);
      scale_row(scores(t, j) + r * kKeyBlock, inverse, next - j, weights + j);
      j = next;
    }
    std::fill(weights + end, weights + head.n_k, 0.0f);
    // From the first key on, so that partial sums end at the same keys whatever the tile.
    if (outputs.wants_statistics())
      write_statistics({weights, static_cast<std::size_t>(end)}, i, outputs);
  }
};

}  // namespace

void stored_weights(const HeadProblem& head, const StoredScratch& scratch,
                    const StoredOutputs& outputs) noexcept {
  each_group(head.tile, 0, head.n_q, [&]<Tile tile>(TileGroup<tile>& group) {
    GroupPass<tile> pass(head, scratch, group);
    group.limit(head, {0, head.n_k});
    pass.score();
    const int end = group.last_panel() * kPanel;
    for (int j = group.first_panel() * kPanel / kKeyBlock * kKeyBlock; j < end; j += kKeyBlock)
      pass.take_block(j, std::min(j + kKeyBlock, end), outputs.output != nullptr);
    pass.finish(outputs);
  });
}

}  // namespace attn
