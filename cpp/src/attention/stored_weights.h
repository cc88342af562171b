// Attention with the weights themselves: written out, or looked at row by row for their statistics.
#pragma once

#include "kernels/head_problem.h"
#include "kernels/tile_scratch.h"

namespace attn {

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

// All rows of one head, a tile at a time: scores of whole rows and their maxima, then, block by
// block, exponentials and weighted sums, then the weights straight to their destination. Cost: ≤
// n_q·n_k·(d_k + d_v) multiply-adds.
void stored_weights(const HeadProblem& head, const TileScratch& scratch,
                    const StoredOutputs& outputs) noexcept;

}  // namespace attn
