#include "attention/score_stages.h"

#include <algorithm>
#include <cmath>

#include "kernels/matrix_product.h"
#include "math/exponential.h"

namespace attn {
namespace {

// visit(i, j, q·k·factor) for every cell of the head.
template <typename Visit>
void each_score(const HeadProblem& head, float factor, std::span<float> query_tile,
                Visit visit) noexcept {
  for (int row = 0; row < head.n_q; row += kNarrow.rows) {
    pack_rows<kNarrow.rows>(head.query, head.d_k, row, head.n_q, head.d_k, factor,
                            query_tile.data());
    for (int panel = 0; panel < panels(head.n_k); ++panel) {
      float scores[kNarrow.rows][kPanel];
      const float* keys = head.packed_keys + static_cast<std::ptrdiff_t>(panel) * head.d_k * kPanel;
      tile_product(query_tile.data(), keys, head.d_k, scores[0]);
      const int columns = std::min(kPanel, head.n_k - panel * kPanel);
      for (int r = 0; r < kNarrow.rows && row + r < head.n_q; ++r) {
        for (int l = 0; l < columns; ++l) visit(row + r, panel * kPanel + l, scores[r][l]);
      }
    }
  }
}

}  // namespace

void score_stages(const HeadProblem& head, float scale, std::span<float> query_tile,
                  const StageOutputs& outputs) noexcept {
  each_score(head, 1.0f, query_tile, [&](int i, int j, float raw) {
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
  // In natural units, and in powers of two from queries times the factor, as the kernels have them.
  for (const bool is_natural : {true, false}) {
    const float score_factor = is_natural ? scale : 1.0f;
    const float bias_factor = is_natural ? 1.0f : kLog2e;
    each_score(head, is_natural ? 1.0f : head.factor, query_tile, [&](int i, int j, float score) {
      const std::ptrdiff_t cell = static_cast<std::ptrdiff_t>(i) * head.n_k + j;
      const float bias = head.bias && head.bias[cell] != -kInfinity ? head.bias[cell] : 0.0f;
      overflow |=
          !std::isfinite(score) || !std::isfinite(score * score_factor + bias * bias_factor);
    });
  }
  return overflow;
}

}  // namespace attn
