// Multi-head attention as a layer (ch. 16.2.3; Vaswani et al. 2017 §3.2.2): projections, heads,
// concat, W_O.
#pragma once

#include <attn/attention.h>
#include <attn/packed_weights.h>

#include <cstdint>
#include <span>

namespace attn {

struct LayerShape {
  std::int32_t heads = 0;
  std::int32_t key_value_heads = 0;
  std::int32_t n_q = 0;
  std::int32_t n_k = 0;        // n_q in self-attention
  std::int32_t d_model = 0;    // width of x
  std::int32_t d_context = 0;  // width of context, d_model in self-attention
  std::int32_t d_k = 0;
  std::int32_t d_v = 0;
  std::int32_t d_out = 0;  // width of the output; h·d_v without wo

  [[nodiscard]] AttentionShape attention() const noexcept {
    return {heads, key_value_heads, n_q, n_k, d_k, d_v};
  }
};

// Weights that were packed before, for any layout; null: pack them for this call. Used where they
// hold matrices of the layer's sizes (heads as blocks; W_O is one block), and then the span of the
// same name is not read. Borrowed.
struct KeptWeights {
  const PackedWeights* wq = nullptr;
  const PackedWeights* wk = nullptr;
  const PackedWeights* wv = nullptr;
  const PackedWeights* wo = nullptr;
};

// Borrowed for the call. Shapes in 'in-out' order; transposed for kOutIn.
struct LayerInputs {
  std::span<const float> x;  // [n_q, d_model]
  std::span<const float>
      context;  // [n_k, d_context], keys and values come from here; empty: from x (self-attention)
  std::span<const float> wq;  // [d_model, h·d_k]
  std::span<const float> wk;  // [d_context, h_kv·d_k]
  std::span<const float> wv;  // [d_context, h_kv·d_v]
  std::span<const float> wo;  // [h·d_v, d_out]; empty: the output is the concat
  std::span<const float> bq;  // [h·d_k] or empty
  std::span<const float> bk;  // [h_kv·d_k] or empty
  std::span<const float> bv;  // [h_kv·d_v] or empty
  std::span<const float> bo;  // [d_out] or empty; needs wo
  std::span<const float>
      head_gain;  // [h] factors on the heads' outputs, 0 switches a head off; empty: all 1
  std::span<const float> bias;  // as AttentionInputs::bias
  KeptWeights kept{};
};

// The caller's memory; an empty span is not wanted.
struct LayerOutputs {
  AttentionOutputs attention;    // per head; its `output` field is not used, see head_output
  std::span<float> query;        // [h, n_q, d_k]
  std::span<float> key;          // [h_kv, n_k, d_k]
  std::span<float> value;        // [h_kv, n_k, d_v]
  std::span<float> head_output;  // [h, n_q, d_v], gains applied
  std::span<float> concat;       // [n_q, h·d_v], gains applied
  std::span<float> output;       // [n_q, d_out]
};

// Scratch of layers, reused from call to call.
struct LayerWorkspace {
  Workspace projections;
  Workspace attention;
};

// MultiHead(x) = concat(gain_g·head_g)·W_O + b_o, head_g = Attention(x·W_Q^g, context·W_K^g',
// context·W_V^g'). Refuses what attention() refuses, other sizes (shape), non-finite input
// (not_finite), projections or output past float32 (overflow, naming the weights).
Status layer(const LayerShape& shape, const LayerInputs& inputs, WeightLayout layout,
             const AttentionOptions& options, const LayerOutputs& outputs,
             LayerWorkspace& workspace) noexcept;

}  // namespace attn
