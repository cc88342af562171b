#include "attention/score_stages.h"

#include <algorithm>
#include <cmath>

namespace attn {
namespace {

// visit(i, j, raw score) for every cell of the head.
template <typename Visit>
void each_score(const HeadProblem& head, std::span<float> query_tile, Visit visit) noexcept {
  for (int row = 0; row < head.n_q; row += kNarrow.rows) {
    pack_rows<kNarrow.rows>(head.query, head.d_k, row, head.n_q, head.d_k, query_tile.data());
    for (int panel = 0; panel < panels(head.n_k); ++panel) {
      f32x4 sum[kNarrow.rows][2];
      for (auto& halves : sum) halves[0] = halves[1] = splat(0.0f);
      const float* keys = head.packed_keys + static_cast<std::ptrdiff_t>(panel) * head.d_k * kPanel;
      product_tile<kNarrow>(query_tile.data(), keys, head.d_k, sum);
      const int columns = std::min(kPanel, head.n_k - panel * kPanel);
      for (int r = 0; r < kNarrow.rows && row + r < head.n_q; ++r) {
        float raw[kPanel];
        store(raw, sum[r][0]);
        store(raw + kLanes, sum[r][1]);
        for (int l = 0; l < columns; ++l) visit(row + r, panel * kPanel + l, raw[l]);
      }
    }
  }
}

}  // namespace

void score_stages(const HeadProblem& head, float scale, std::span<float> query_tile,
                  const StageOutputs& outputs) noexcept {
  each_score(head, query_tile, [&](int i, int j, float raw) {
    const std::ptrdiff_t cell = static_cast<std::ptrdiff_t>(i) * head.n_k + j;
    const float scaled = raw * scale;
    if (outputs.raw) outputs.raw[cell] = raw;
    if (outputs.scaled) outputs.scaled[cell] = scaled;
    if (outputs.masked) {
      const float biased = head.bias ? scaled + head.bias[cell] : scaled;
      outputs.masked[cell] = head.mask->allows(i, j) ? biased : -kInfinity;
    }
  });
}

bool scores_overflow(const HeadProblem& head, float scale, std::span<float> query_tile) noexcept {
  bool overflow = false;
  each_score(head, query_tile, [&](int i, int j, float raw) {
    const std::ptrdiff_t cell = static_cast<std::ptrdiff_t>(i) * head.n_k + j;
    const float bias = head.bias && head.bias[cell] != -kInfinity ? head.bias[cell] : 0.0f;
    // In natural units and in powers of two, as the kernels have them.
    overflow |= !std::isfinite(raw) || !std::isfinite(raw * scale + bias) ||
                !std::isfinite(raw * head.factor + bias * kLog2e);
  });
  return overflow;
}

}  // namespace attn
