// The contract of the public headers once more, in plain words: what must be refused, and what may
// be, since it could leave the range of float32.
#pragma once

#include <attn/attention.h>
#include <attn/layer.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <span>

namespace fuzz {

inline constexpr float kInfinity = std::numeric_limits<float>::infinity();
inline constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
inline constexpr float kHuge = std::numeric_limits<float>::max();

// Far below the largest float: whatever stays under it must be accepted.
inline constexpr double kSafe = 1e36;

struct Verdict {
  bool must_refuse = false;
  bool may_refuse = false;
};

inline double largest(std::span<const float> values) {
  double most = 0;
  for (const float x : values) {
    if (std::isfinite(x)) most = std::max(most, std::fabs(static_cast<double>(x)));
  }
  return most;
}

inline bool is_finite(std::span<const float> values) {
  return std::all_of(values.begin(), values.end(), [](float x) { return std::isfinite(x); });
}

// Sizes of at least 1 and at most 2^28, as the headers say.
inline bool are_sizes(std::initializer_list<std::int32_t> sizes) {
  return std::all_of(sizes.begin(), sizes.end(),
                     [](std::int32_t s) { return s >= 1 && s <= 1 << 28; });
}

// Is a span as long as the product of sizes says? Exact: the spans here are short, and large
// products are not near them.
inline bool has(std::size_t length, std::initializer_list<std::int32_t> sizes) {
  double product = 1;
  for (const std::int32_t s : sizes) product *= static_cast<double>(s);
  return static_cast<double>(length) == product;
}

inline bool is_legal_mask(const attn::Mask& mask, std::int32_t heads, std::int32_t n_q,
                          std::int32_t n_k) {
  if (mask.left < 0 || mask.right < 0 || mask.prefix < 0) return false;
  if (!mask.keep.empty() && !has(mask.keep.size(), {n_k})) return false;
  if (!mask.allowed.empty() && !has(mask.allowed.size(), {n_q, n_k}) &&
      !has(mask.allowed.size(), {heads, n_q, n_k}))
    return false;
  const auto is_flag = [](std::uint8_t x) { return x <= 1; };
  return std::all_of(mask.keep.begin(), mask.keep.end(), is_flag) &&
         std::all_of(mask.allowed.begin(), mask.allowed.end(), is_flag);
}

inline bool is_legal_scaling(const attn::AttentionOptions& options) {
  return std::isfinite(options.scale) && std::isfinite(options.temperature) &&
         options.temperature > 0;
}

inline double factor(const attn::AttentionOptions& options) {
  return std::fabs(static_cast<double>(options.scale) / static_cast<double>(options.temperature));
}

// Attention of inputs over a shape; needs_value: an output is wanted, for which alone values are
// read.
inline Verdict judge(const attn::AttentionShape& s, const attn::AttentionInputs& inputs,
                     const attn::AttentionOptions& options, bool needs_value) {
  Verdict verdict;
  const bool is_shape = are_sizes({s.heads, s.key_value_heads, s.n_q, s.n_k, s.d_k, s.d_v}) &&
                        s.heads % s.key_value_heads == 0;
  // Values are given where an output is wanted of them; and those that are given have the right
  // length.
  const bool is_value = has(inputs.value.size(), {s.key_value_heads, s.n_k, s.d_v});
  const bool has_arrays = has(inputs.query.size(), {s.heads, s.n_q, s.d_k}) &&
                          has(inputs.key.size(), {s.key_value_heads, s.n_k, s.d_k}) &&
                          (is_value || (!needs_value && inputs.value.empty())) &&
                          (inputs.bias.empty() || has(inputs.bias.size(), {s.n_q, s.n_k}) ||
                           has(inputs.bias.size(), {s.heads, s.n_q, s.n_k}));
  const bool is_bias = std::all_of(inputs.bias.begin(), inputs.bias.end(),
                                   [](float b) { return std::isfinite(b) || b == -kInfinity; });
  const bool are_numbers = is_finite(inputs.query) && is_finite(inputs.key) &&
                           (!needs_value || is_finite(inputs.value)) && is_bias;
  verdict.must_refuse = !is_shape || !has_arrays || !are_numbers || !is_legal_scaling(options) ||
                        !is_legal_mask(options.mask, s.heads, s.n_q, s.n_k);
  // Values that nobody asked for may be looked at all the same.
  const bool are_odd_values = !needs_value && !is_finite(inputs.value);
  // The kernels multiply queries by the factor, then with the keys.
  const double query = largest(inputs.query) * std::max(1.0, 2 * factor(options));
  const double score = query * largest(inputs.key) * s.d_k;
  verdict.may_refuse = are_odd_values || query > kSafe || score > kSafe ||
                       factor(options) > kSafe || largest(inputs.bias) > kSafe ||
                       largest(inputs.value) * s.n_k > kSafe;
  return verdict;
}

// Wanted results: each absent, or as long as its shape.
inline bool are_legal_outputs(const attn::AttentionShape& s,
                              const attn::AttentionOutputs& outputs) {
  const auto fits = [](std::span<float> span, std::initializer_list<std::int32_t> sizes) {
    return span.empty() || has(span.size(), sizes);
  };
  bool ok = fits(outputs.output, {s.heads, s.n_q, s.d_v});
  for (const auto& span :
       {outputs.weights, outputs.raw_scores, outputs.scaled_scores, outputs.masked_scores})
    ok = ok && fits(span, {s.heads, s.n_q, s.n_k});
  for (const auto& span :
       {outputs.log_sum_exp, outputs.entropy, outputs.peak, outputs.row_sum, outputs.jacobian_norm})
    ok = ok && fits(span, {s.heads, s.n_q});
  return ok;
}

// A layer: sizes, arrays, finite numbers; then every bound along the way.
inline Verdict judge(const attn::LayerShape& s, const attn::LayerInputs& inputs,
                     const attn::AttentionOptions& options) {
  Verdict verdict;
  const bool is_self = inputs.context.empty();
  const auto maybe = [](std::span<const float> span, std::initializer_list<std::int32_t> sizes) {
    return span.empty() || has(span.size(), sizes);
  };
  const bool has_wo = !inputs.wo.empty();
  const bool is_shape =
      are_sizes({s.heads, s.key_value_heads, s.n_q, s.n_k, s.d_model, s.d_context, s.d_k, s.d_v,
                 s.d_out}) &&
      s.heads % s.key_value_heads == 0 &&
      (!is_self || (s.n_k == s.n_q && s.d_context == s.d_model)) &&
      (has_wo || static_cast<double>(s.d_out) == static_cast<double>(s.heads) * s.d_v);
  const bool has_arrays =
      has(inputs.x.size(), {s.n_q, s.d_model}) && maybe(inputs.context, {s.n_k, s.d_context}) &&
      has(inputs.wq.size(), {s.d_model, s.heads, s.d_k}) &&
      has(inputs.wk.size(), {s.d_context, s.key_value_heads, s.d_k}) &&
      has(inputs.wv.size(), {s.d_context, s.key_value_heads, s.d_v}) &&
      maybe(inputs.wo, {s.heads, s.d_v, s.d_out}) && maybe(inputs.bq, {s.heads, s.d_k}) &&
      maybe(inputs.bk, {s.key_value_heads, s.d_k}) &&
      maybe(inputs.bv, {s.key_value_heads, s.d_v}) && maybe(inputs.bo, {s.d_out}) &&
      (has_wo || inputs.bo.empty()) && maybe(inputs.head_gain, {s.heads});
  bool are_numbers = true;
  for (const auto& span : {inputs.x, inputs.context, inputs.wq, inputs.wk, inputs.wv, inputs.wo,
                           inputs.bq, inputs.bk, inputs.bv, inputs.bo, inputs.head_gain})
    are_numbers = are_numbers && is_finite(span);
  verdict.must_refuse = !is_shape || !has_arrays || !are_numbers || !is_legal_scaling(options) ||
                        !is_legal_mask(options.mask, s.heads, s.n_q, s.n_k);
  const double source = is_self ? largest(inputs.x) : largest(inputs.context);
  const double q = largest(inputs.x) * largest(inputs.wq) * s.d_model + largest(inputs.bq);
  const double k = source * largest(inputs.wk) * s.d_context + largest(inputs.bk);
  const double v = source * largest(inputs.wv) * s.d_context + largest(inputs.bv);
  const double gained = v * s.n_k * std::max(1.0, largest(inputs.head_gain));
  const double out =
      gained * s.heads * s.d_v * std::max(1.0, largest(inputs.wo)) + largest(inputs.bo);
  const double score = q * k * s.d_k * std::max(1.0, factor(options));
  verdict.may_refuse = q * std::max(1.0, 2 * factor(options)) > kSafe || k > kSafe ||
                       score > kSafe || out > kSafe || factor(options) > kSafe;
  return verdict;
}

}  // namespace fuzz
