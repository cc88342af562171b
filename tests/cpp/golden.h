// The goldens of tests/golden as constants that a test can loop over. The numbers are in
// golden_data.h, which scripts/golden/embed.mjs writes into the build folder from the JSON files.
// Arrays are flat and row-major, inputs exact in float32, expected values in double; an empty span
// means: not given.
//
// attention_cases  NumPy float64 einsum: every mask, scale, temperature, bias, shape
// chapter_cases    the chapter's worked example: each of its cases as a call of attention
// layer_cases      NumPy float64: the multi-head layer, both weight layouts, grouped heads, gains
// torch_cases      torch.nn.MultiheadAttention in double
// low_rank_cases   numpy.linalg.svd in float64
// random_cases     NumPy's default_rng(seed).normal(scale)
// chapter::…       chapter.json array by array: golden::chapter::cases::causal::A
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>

namespace golden {

inline constexpr double kInf = std::numeric_limits<double>::infinity();

struct Mask {
  bool causal = false;    // bottom-right: pos = i + n_k − n_q
  bool top_left = false;  // with causal: pos = i
  std::optional<int> window_left, window_right;
  int prefix = 0;
  std::span<const std::uint8_t> keep;     // [n_k], 1 = a real token
  std::span<const std::uint8_t> allowed;  // [allowed_heads, n_q, n_k], 1 = may be looked at
  int allowed_heads = 0;                  // 0 (not given), 1 or heads
};

struct AttentionCase {
  const char* name;
  int heads, kv_heads, n_q, n_k, d_k, d_v;
  std::span<const float> query;  // [heads, n_q, d_k]
  std::span<const float> key;    // [kv_heads, n_k, d_k]
  std::span<const float> value;  // [kv_heads, n_k, d_v]
  Mask mask;
  std::span<const float> bias;  // [bias_heads, n_q, n_k], −∞ is legal
  int bias_heads;               // 0 (not given), 1 or heads
  std::optional<float> scale;   // not given: 1/√d_k
  float temperature;

  double atol, rtol;  // |actual − expected| ≤ atol + rtol·|expected|
  std::span<const double> raw_scores, scaled_scores, masked_scores, weights;   // [heads, n_q, n_k]
  std::span<const double> output;                                              // [heads, n_q, d_v]
  std::span<const double> log_sum_exp, entropy, peak, row_sum, jacobian_norm;  // [heads, n_q]
};

struct LayerCase {
  const char* name;
  int heads, kv_heads, n_q, n_k, d_model, d_context, d_k, d_v, d_out;
  bool out_in;  // weights are [out, in] as PyTorch keeps them; otherwise [in, out]: X·W
  std::span<const float> x;        // [n_q, d_model]
  std::span<const float> context;  // [n_k, d_context], cross-attention
  std::span<const float> wq;       // in-out: [d_model, heads·d_k]
  std::span<const float> wk;       // in-out: [d_context, kv_heads·d_k]
  std::span<const float> wv;       // in-out: [d_context, kv_heads·d_v]
  std::span<const float> wo;       // in-out: [heads·d_v, d_out]; not given: output is the concat
  std::span<const float> bq, bk, bv, bo;
  std::span<const float> head_gain;  // [heads]
  Mask mask;
  std::span<const float> bias;
  int bias_heads;
  std::optional<float> scale;
  float temperature;

  double atol, rtol;
  std::span<const double> query;        // [heads, n_q, d_k]
  std::span<const double> key;          // [kv_heads, n_k, d_k]
  std::span<const double> value;        // [kv_heads, n_k, d_v]
  std::span<const double> weights;      // [heads, n_q, n_k]
  std::span<const double> head_output;  // [heads, n_q, d_v], gain applied
  std::span<const double> concat;       // [n_q, heads·d_v]
  std::span<const double> output;       // [n_q, d_out]
};

struct RandomCase {
  std::uint64_t seed;
  double scale;
  std::size_t count;             // draws taken
  std::uint64_t hash;            // FNV-1a-64 over the bytes of their bit patterns, little-endian
  std::span<const double> head;  // the first draws
  std::span<const double> tail;  // the last draws
};

struct LowRankCase {
  const char* name;
  int rows, columns, rank;
  std::span<const float> matrix;            // [rows, columns]
  std::span<const double> singular_values;  // [min(rows, columns)]
  std::span<const double> product;          // [rows, columns], the nearest matrix of that rank
};

// log1p(−u) of the C library for u = the top 53 bits of k · 0x9e3779b97f4a7c15, k = 1 … count.
struct Logarithms {
  std::uint64_t count;
  std::uint64_t hash;  // as above
};

}  // namespace golden

#include "golden_data.h"
