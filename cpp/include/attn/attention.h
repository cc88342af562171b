// Scaled dot-product attention (ch. 16.2.2; Vaswani et al. 2017 §3.2.1), with every stage
// available.
#pragma once

#include <attn/mask.h>
#include <attn/memory.h>
#include <attn/status.h>

#include <cstdint>
#include <span>

namespace attn {

// heads must be a multiple of key_value_heads; query head g reads key/value head g / (heads /
// key_value_heads). All ≥ 1.
struct AttentionShape {
  std::int32_t heads = 0;
  std::int32_t key_value_heads = 0;
  std::int32_t n_q = 0;
  std::int32_t n_k = 0;
  std::int32_t d_k = 0;
  std::int32_t d_v = 0;
};

// Borrowed for the call; finite, except that bias may hold −∞.
struct AttentionInputs {
  std::span<const float> query;  // [h, n_q, d_k]
  std::span<const float> key;    // [h_kv, n_k, d_k]
  std::span<const float> value;  // [h_kv, n_k, d_v]
  std::span<const float> bias;   // [1 | h, n_q, n_k], added to the scaled scores; empty: none
};

// The register tile of the kernels: which is faster depends on the engine that compiles the wasm.
// Never changes a result.
enum class RegisterTile : std::uint8_t { kNarrow, kWide };

struct AttentionOptions {
  float scale = 1.0f;        // 1/√d_k in the chapter; any finite number
  float temperature = 1.0f;  // > 0; scores are divided by it
  Mask mask;
  RegisterTile tile = RegisterTile::kNarrow;
};

// The caller's memory; an empty span is not wanted. Rows without a key: weights, output and
// statistics 0, log-sum-exp −∞.
struct AttentionOutputs {
  std::span<float> output;         // [h, n_q, d_v]
  std::span<float> weights;        // [h, n_q, n_k], rows sum to 1; a masked weight is exactly 0
  std::span<float> raw_scores;     // [h, n_q, n_k], q·k
  std::span<float> scaled_scores;  // [h, n_q, n_k], q·k · scale / temperature
  std::span<float>
      masked_scores;  // [h, n_q, n_k], scaled + bias, −∞ where not allowed: what softmax reads
  std::span<float> log_sum_exp;    // [h, n_q], nats
  std::span<float> entropy;        // [h, n_q], nats
  std::span<float> peak;           // [h, n_q], the largest weight
  std::span<float> row_sum;        // [h, n_q]
  std::span<float> jacobian_norm;  // [h, n_q], ‖diag(a) − a·aᵀ‖ (Frobenius)
};

// Attention over all heads. O(n) scratch in `workspace` (grown once per shape); with only output
// and log-sum-exp wanted it is the online-softmax tile loop (Milakov & Gimelshein 2018; Dao et al.
// 2022) and nothing of size n_q·n_k is stored. Refuses: sizes < 1 or spans of another length
// (shape), heads not a multiple (heads), non-finite input (not_finite), temperature ≤ 0 (option),
// scores past float32, or queries times scale·log2 e, which the kernels multiply with (overflow),
// scratch not to be had (memory).
Status attention(const AttentionShape& shape, const AttentionInputs& inputs,
                 const AttentionOptions& options, const AttentionOutputs& outputs,
                 Workspace& workspace) noexcept;

// A rectangle of one head's weights from its log-sum-exp: weights[i][j] = exp(score −
// log_sum_exp[i]) for rows [row_begin, row_end) and columns [column_begin, column_end), half-open,
// within the shape.
struct TileRange {
  std::int32_t head = 0;
  std::int32_t row_begin = 0, row_end = 0;
  std::int32_t column_begin = 0, column_end = 0;
};
// query, key and bias as above, log_sum_exp [h, n_q] (−∞ gives a row of zeros), tile [rows,
// columns] the caller's.
Status weights_tile(const AttentionShape& shape, const AttentionInputs& inputs,
                    const AttentionOptions& options, std::span<const float> log_sum_exp,
                    const TileRange& range, std::span<float> tile, Workspace& workspace) noexcept;

// One row of one head through the online-softmax kernel, block by block: blocks = ceil(n_k /
// block_size).
struct SoftmaxTrace {
  std::span<float>
      maximum;  // [blocks], running maximum after the block, in the units of the masked scores
  std::span<float> correction;  // [blocks], what the earlier sum and output were multiplied by; 0
                                // in the first block
  std::span<float> sum;         // [blocks], running Σ exp(score − maximum)
  std::span<float> partial_output;  // [blocks, d_v], running Σ exp(score − maximum)·value, not yet
                                    // divided by the sum
  std::span<float> output;          // [d_v], the row's output
  float log_sum_exp = 0;
};
Status softmax_trace(const AttentionShape& shape, const AttentionInputs& inputs,
                     const AttentionOptions& options, std::int32_t head, std::int32_t row,
                     std::int32_t block_size, SoftmaxTrace& trace, Workspace& workspace) noexcept;

}  // namespace attn
