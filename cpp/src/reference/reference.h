// The chapter in double, as plain as C++ allows: the oracle of the tests and benchmarks. No
// blocking, no vectors, no tricks.
#pragma once

#include <attn/layer.h>

#include <vector>

namespace attn::reference {

using Array = std::vector<double>;

struct Attention {
  Array raw_scores, scaled_scores, masked_scores, weights;   // [h, n_q, n_k]
  Array output;                                              // [h, n_q, d_v]
  Array log_sum_exp, entropy, peak, row_sum, jacobian_norm;  // [h, n_q]
};

struct Layer {
  Array query, key, value;  // [h, n_q, d_k], [h_kv, n_k, d_k], [h_kv, n_k, d_v]
  Attention attention;
  Array head_output, concat;  // [h, n_q, d_v], [n_q, h·d_v], gains applied
  Array output;               // [n_q, d_out]
};

// The rule of the public Mask, word for word.
[[nodiscard]] bool allowed(const Mask& mask, int head, int i, int j, int n_q, int n_k);

// ch. 16.2.2 and 16.2.4. Arguments as for attn::attention(); nothing is checked.
[[nodiscard]] Attention attention(const AttentionShape& shape, const AttentionInputs& inputs,
                                  const AttentionOptions& options);

// ch. 16.2.3. Arguments as for attn::layer(); nothing is checked.
[[nodiscard]] Layer layer(const LayerShape& shape, const LayerInputs& inputs, WeightLayout layout,
                          const AttentionOptions& options);

}  // namespace attn::reference
