// Attention with the weights themselves: written out, or looked at row by row for their statistics.
#pragma once

#include <span>

#include "kernels/softmax_tile.h"

namespace attn {

// Scratch of one call, in floats.
struct StoredScratch {
  std::span<float> query_tile;  // kMaxTileRows·d_k
  std::span<float> scores;      // kMaxTileRows·padded(n_k)
  std::span<float> shares;      // the same
  std::span<float> mixed;       // kMaxTileRows·padded(d_v)
};

// Rows of one head in the caller's memory; null is not wanted.
struct StoredOutputs {
  float* output = nullptr;         // [n_q, d_v]
  float* weights = nullptr;        // [n_q, n_k]
  float* log_sum_exp = nullptr;    // [n_q]
  float* entropy = nullptr;        // [n_q]
  float* peak = nullptr;           // [n_q]
  float* row_sum = nullptr;        // [n_q]
  float* jacobian_norm = nullptr;  // [n_q]

  [[nodiscard]] bool wants_statistics() const noexcept {
    return entropy || peak || row_sum || jacobian_norm;
  }
};

// All rows of one head, kMaxTileRows at a time: scores of a whole row, its maximum, exponentials
// and sum, weights straight to their destination, weighted sum. Cost: ≤ n_q·n_k·(d_k + d_v)
// multiply-adds.
void stored_weights(const HeadProblem& head, const StoredScratch& scratch,
                    const StoredOutputs& outputs) noexcept;

}  // namespace attn
