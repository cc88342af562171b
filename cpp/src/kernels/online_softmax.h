// Attention without stored weights: the online-softmax tile loop (Milakov & Gimelshein 2018; Dao et
// al. 2022).
#pragma once

#include "kernels/head_problem.h"
#include "kernels/tile_scratch.h"

namespace attn {

// All rows of one head: output [n_q, d_v] and log_sum_exp [n_q] in nats (either may be null).
// Panels that the mask empties for a whole tile are skipped: causal attention does half the work.
// Cost: ≤ n_q·n_k·(d_k + d_v) multiply-adds.
void online_softmax(const HeadProblem& head, const TileScratch& scratch, float* output,
                    float* log_sum_exp) noexcept;

// What the loop holds after each block, in powers of two; see the public SoftmaxTrace.
struct OnlineRecord {
  float* maximum;
  float* correction;
  float* sum;
  float* partial_output;  // [blocks, d_v]
};

// The same loop for one row, with any block length, writing down its state after each block.
void online_softmax_recorded(const HeadProblem& head, const TileScratch& scratch, int row,
                             int block, const OnlineRecord& record, float* output,
                             float* log_sum_exp) noexcept;

}  // namespace attn
