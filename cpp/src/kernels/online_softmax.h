// Attention without stored weights: the online-softmax tile loop (Milakov & Gimelshein 2018; Dao et
// al. 2022).
#pragma once

#include <span>

#include "kernels/softmax_tile.h"

namespace attn {

// Keys per block of the plain call. A fixed constant: block boundaries decide where the running sum
// is corrected, and with it the last bits of a row; at 128 the corrections cost about one part in a
// hundred of the products.
inline constexpr int kKeyBlock = 128;

// Scratch of one call, in floats.
struct OnlineScratch {
  std::span<float> query_tile;  // kMaxTileRows·d_k
  std::span<float> scores;      // kMaxTileRows·(padded(block) + 8)
  std::span<float> shares;      // the same
  std::span<float> mixed;       // kMaxTileRows·padded(d_v)
};

// All rows of one head: output [n_q, d_v] and log_sum_exp [n_q] in nats (either may be null).
// Panels that the mask empties for a whole tile are skipped: causal attention does half the work.
// Cost: ≤ n_q·n_k·(d_k + d_v) multiply-adds.
void online_softmax(const HeadProblem& head, const OnlineScratch& scratch, float* output,
                    float* log_sum_exp) noexcept;

// What the loop holds after each block, in powers of two; see the public SoftmaxTrace.
struct OnlineRecord {
  float* maximum;
  float* correction;
  float* sum;
  float* partial_output;  // [blocks, d_v]
};

// The same loop for one row, with any block length, writing down its state after each block.
void online_softmax_recorded(const HeadProblem& head, const OnlineScratch& scratch, int row,
                             int block, const OnlineRecord& record, float* output,
                             float* log_sum_exp) noexcept;

}  // namespace attn
