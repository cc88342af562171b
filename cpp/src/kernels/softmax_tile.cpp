#include "kernels/softmax_tile.h"

#include <algorithm>

namespace attn {

void score_addend(const HeadProblem& head, const TileMask& mask, Coverage coverage, int row, int r,
                  int panel, float (&addend)[kPanel]) noexcept {
  std::fill_n(addend, kPanel, 0.0f);
  if (coverage == Coverage::kSome) mask.penalties(r, panel, addend);
  if (head.bias == nullptr) return;
  const int i = std::min(row + r, head.n_q - 1);
  const int columns = std::min(kPanel, head.n_k - panel * kPanel);
  const float* bias = head.bias + static_cast<std::ptrdiff_t>(i) * head.n_k + panel * kPanel;
  for (int l = 0; l < columns; ++l) addend[l] += bias[l] * kLog2e;
}

}  // namespace attn
