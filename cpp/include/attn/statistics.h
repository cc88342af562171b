// What a row of attention weights says about itself.
#pragma once

#include <span>

namespace attn {

struct RowStatistics {
  float entropy = 0;        // −Σ a·ln a, nats; 0 for a one-hot row, never −0
  float peak = 0;           // the largest weight
  float row_sum = 0;        // Σ a
  float jacobian_norm = 0;  // ‖diag(a) − a·aᵀ‖ (Frobenius), the gain of softmax at this row
};

// Statistics of one row of weights (≥ 0, sum 1, or all 0). Borrowed; nothing allocated. Error ≤
// 1e-6 absolute for rows up to 4,096 keys (the test states more). Cost: two passes, one logarithm
// per weight.
[[nodiscard]] RowStatistics row_statistics(std::span<const float> weights) noexcept;

}  // namespace attn
