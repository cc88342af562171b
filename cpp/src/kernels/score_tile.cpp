#include "kernels/score_tile.h"

#include <algorithm>

namespace attn {

void add_to_scores(const HeadProblem& head, const TileMask& mask, Coverage coverage, int row,
                   int rows, int panel, float* scores) noexcept {
  for (int r = 0; r < rows; ++r, scores += kKeyBlock) {
    f32x4 sum[2] = {load(scores), load(scores + kLanes)};
    if (coverage == Coverage::kSome) {
      float penalties[kPanel];
      mask.penalties(r, panel, penalties);
      for (int half = 0; half < 2; ++half) sum[half] = sum[half] + load(penalties + half * kLanes);
    }
    if (head.bias != nullptr) {
      const int i = std::min(row + r, head.n_q - 1);
      const float* bias = head.bias + static_cast<std::ptrdiff_t>(i) * head.n_k + panel * kPanel;
      for (int half = 0; half < 2; ++half, bias += kLanes) {
        const int columns = head.n_k - panel * kPanel - half * kLanes;
        if (columns <= 0) break;
        const f32x4 natural = columns >= kLanes ? load(bias) : load_partial(bias, columns, 0.0f);
        sum[half] = sum[half] + natural * splat(kLog2e);
      }
    }
    store(scores, sum[0]);
    store(scores + kLanes, sum[1]);
  }
}

}  // namespace attn
