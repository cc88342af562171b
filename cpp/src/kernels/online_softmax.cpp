#include "kernels/online_softmax.h"

#include <algorithm>

#include "kernels/mix_values.h"
#include "kernels/score_tile.h"
#include "kernels/softmax_tile.h"

namespace attn {
namespace {

// A tile of rows on its way through the keys.
template <int Rows>
struct Running {
  static constexpr int kSlots = row_slots(Rows);
  float maximum[kSlots];
  float total[kSlots];
  float correction[kSlots];
  bool started;  // has seen a key, so that the mixed rows hold something
};

// The new maxima, and by how much the sums so far shrink.
template <int Rows>
ATTN_INLINE void raise_maxima(const f32x4 (&largest)[Rows], Running<Rows>& running,
                              float* safe_maximum) noexcept {
  float found[Running<Rows>::kSlots];
  lane_maxima(largest, found);
  if constexpr (Rows == 1) {
    const float raised = std::max(running.maximum[0], found[0]);
    safe_maximum[0] = std::max(raised, kLowest);
    running.correction[0] = exp2(running.maximum[0] - safe_maximum[0]);
    running.maximum[0] = raised;
  } else {
    for (int r = 0; r < Running<Rows>::kSlots; r += kLanes) {
      const f32x4 before = load(running.maximum + r);
      const f32x4 raised = max(before, load(found + r));
      const f32x4 safe = max(raised, splat(kLowest));
      store(safe_maximum + r, safe);
      store(running.correction + r, exp2(before - safe));
      store(running.maximum + r, raised);
    }
  }
}

// A group of tiles and where its rows lie in the scratch.
template <Tile tile>
struct GroupLoop {
  static constexpr int kRows = tile.rows;

  const HeadProblem& head;
  const OnlineScratch& scratch;
  TileGroup<tile>& group;
  Running<kRows> running[kTileGroup];

  // Nothing is cleared that is written anyway.
  GroupLoop(const HeadProblem& problem, const OnlineScratch& memory,
            TileGroup<tile>& tiles) noexcept
      : head(problem), scratch(memory), group(tiles) {}

  void begin() noexcept {
    for (int t = 0; t < group.count; ++t) {
      pack_queries<tile>(head, group.row_of(t), scratch.query_tiles.data() + offset(t, head.d_k));
      std::fill_n(running[t].maximum, running[t].kSlots, -kInfinity);
      std::fill_n(running[t].total, running[t].kSlots, 0.0f);
      running[t].started = false;
    }
  }

  // Floats before tile t where every row has `width` of them.
  [[nodiscard]] static std::ptrdiff_t offset(int t, std::ptrdiff_t width) noexcept {
    return t * kRows * width;
  }
  [[nodiscard]] float* mixed(int t) const noexcept {
    return scratch.mixed.data() + offset(t, padded(head.d_v));
  }

  // Keys [keys.begin, keys.end): the running maxima, sums and outputs after them.
  void take_block(KeyRange keys) noexcept {
    for (int t = 0; t < group.count; ++t)
      std::fill_n(running[t].correction, running[t].kSlots, 1.0f);
    group.limit(head, keys);
    const int first = group.first_panel();
    if (first >= group.last_panel()) return;
    float* scores = scratch.scores.data();
    Largest<tile> largest;
    score_panels<tile>(head, group, scratch.query_tiles.data(), scores, largest);
    MixedTile parts[kTileGroup];
    int count = 0;
    for (int t = 0; t < group.count; ++t) {
      const TileMask& mask = group.masks[t];
      const int begin = mask.first_panel() * kPanel;
      const int keys_scored = mask.last_panel() * kPanel - begin;
      if (keys_scored <= 0) continue;
      float* shares = scores + group.score_offset(t, begin, first * kPanel);
      add_shares(running[t], largest.rows[t], shares, keys_scored);
      parts[count++] = {shares, running[t].started ? running[t].correction : nullptr, mixed(t),
                        begin, mask.end_key()};
      running[t].started = true;
    }
    mix_values<tile>(head, parts, count);
  }

  // Scores of one tile become shares, and their sums join the running ones.
  static void add_shares(Running<kRows>& state, const f32x4 (&largest)[kRows], float* scores,
                         int count) noexcept {
    float safe_maximum[Running<kRows>::kSlots];
    raise_maxima(largest, state, safe_maximum);
    f32x4 total[kRows];
    for (int r = 0; r < kRows; ++r)
      total[r] = exponentials(scores + r * kKeyBlock, count, safe_maximum[r], splat(0.0f));
    float sums[Running<kRows>::kSlots];
    lane_sums(total, sums);
    for (int r = 0; r < kRows; ++r) state.total[r] = state.total[r] * state.correction[r] + sums[r];
  }

  void finish_row(int t, int r, float* output, float* lse) const noexcept {
    const float total = running[t].total[r];
    if (output != nullptr && running[t].started) {
      const float* row = mixed(t) + static_cast<std::ptrdiff_t>(r) * padded(head.d_v);
      scale_row(row, total > 0.0f ? 1.0f / total : 0.0f, head.d_v, output);
    } else if (output != nullptr) {
      std::fill_n(output, head.d_v, 0.0f);
    }
    if (lse != nullptr) *lse = log_sum_exp(running[t].maximum[r], total);
  }
};

}  // namespace

void online_softmax(const HeadProblem& head, const OnlineScratch& scratch, float* output,
                    float* lse) noexcept {
  each_group(head.tile, 0, head.n_q, [&]<Tile tile>(TileGroup<tile>& group) {
    GroupLoop<tile> loop(head, scratch, group);
    loop.begin();
    for (int j = 0; j < head.n_k; j += kKeyBlock)
      loop.take_block({j, std::min(j + kKeyBlock, head.n_k)});
    for (int t = 0; t < group.count; ++t) {
      const int row = group.row_of(t);
      for (int r = 0; r < tile.rows && row + r < head.n_q; ++r) {
        const std::ptrdiff_t i = row + r;
        loop.finish_row(t, r, output ? output + i * head.d_v : nullptr, lse ? lse + i : nullptr);
      }
    }
  });
}

void online_softmax_recorded(const HeadProblem& head, const OnlineScratch& scratch, int row,
                             int block, const OnlineRecord& record, float* output,
                             float* lse) noexcept {
  TileGroup<kSingle> group(row, 1);
  GroupLoop<kSingle> loop(head, scratch, group);
  loop.begin();
  std::fill_n(scratch.mixed.data(), padded(head.d_v), 0.0f);
  const auto& running = loop.running[0];
  int b = 0;
  for (int j = 0; j < head.n_k; j += block, ++b) {
    loop.take_block({j, std::min(j + block, head.n_k)});
    record.maximum[b] = running.maximum[0];
    record.correction[b] = b == 0 ? 0.0f : running.correction[0];
    record.sum[b] = running.total[0];
    std::copy_n(scratch.mixed.data(), head.d_v,
                record.partial_output + static_cast<std::ptrdiff_t>(b) * head.d_v);
  }
  loop.finish_row(0, 0, output, lse);
}

}  // namespace attn
