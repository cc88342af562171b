#include "kernels/score_tile.h"

#include <algorithm>

namespace attn {
namespace {

void add_penalties(const TileMask& mask, int r, int panel, f32x4 (&sum)[2]) noexcept {
  f32x4 low, high;
  mask.penalties(r, panel, low, high);
  sum[0] = sum[0] + low;
  sum[1] = sum[1] + high;
}

void add_bias(const HeadProblem& head, int i, int panel, f32x4 (&sum)[2]) noexcept {
  const float* bias = head.bias + static_cast<std::ptrdiff_t>(i) * head.n_k + panel * kPanel;
  for (int half = 0; half < 2; ++half, bias += kLanes) {
    const int columns = head.n_k - panel * kPanel - half * kLanes;
    if (columns <= 0) return;
    const f32x4 natural = columns >= kLanes ? load(bias) : load_partial(bias, columns, 0.0f);
    sum[half] = sum[half] + natural * splat(kLog2e);
  }
}

}  // namespace

void add_to_scores(const HeadProblem& head, const TileMask& mask, Coverage coverage, int row,
                   int rows, int panel, float* scores, f32x4* largest) noexcept {
  for (int r = 0; r < rows; ++r, scores += kKeyBlock) {
    f32x4 sum[2] = {load(scores), load(scores + kLanes)};
    if (coverage == Coverage::kSome) add_penalties(mask, r, panel, sum);
    if (head.bias != nullptr) add_bias(head, std::min(row + r, head.n_q - 1), panel, sum);
    store(scores, sum[0]);
    store(scores + kLanes, sum[1]);
    largest[r] = max(largest[r], max(sum[0], sum[1]));
  }
}

template void score_panels<kNarrow>(const HeadProblem&, const TileMask&, const float*, int, float*,
                                    f32x4 (&)[kNarrow.rows]) noexcept;

}  // namespace attn
