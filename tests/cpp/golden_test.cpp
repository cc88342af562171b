// The kernels and the reference against NumPy and torch (tests/golden).
#include "golden.h"

#include <attn/attention.h>
#include <attn/layer.h>

#include "compare.h"
#include "reference/reference.h"
#include "samples.h"

namespace {

attn::Mask mask_of(const golden::Mask& from) {
  attn::Mask mask;
  if (from.causal)
    mask.causal = from.top_left ? attn::Causal::kTopLeft : attn::Causal::kBottomRight;
  mask.left = from.window_left.value_or(attn::kUnbounded);
  mask.right = from.window_right.value_or(attn::kUnbounded);
  mask.prefix = from.prefix;
  mask.keep = from.keep;
  mask.allowed = from.allowed;
  return mask;
}

template <typename Case>
attn::AttentionOptions options_of(const Case& from) {
  return {from.scale.value_or(1.0f / std::sqrt(static_cast<float>(from.d_k))), from.temperature,
          mask_of(from.mask)};
}

template <typename Actual>
void check_if_given(const char* what, const Actual& actual, std::span<const double> expected,
                    double atol, double rtol) {
  if (!expected.empty()) check_close(what, actual, expected, atol, rtol);
}

void check_attention_case(const golden::AttentionCase& expected) {
  CAPTURE(expected.name);
  const attn::AttentionShape shape{expected.heads, expected.kv_heads, expected.n_q,
                                   expected.n_k,   expected.d_k,      expected.d_v};
  const attn::AttentionInputs inputs{expected.query, expected.key, expected.value, expected.bias};
  const attn::AttentionOptions options = options_of(expected);
  const double atol = expected.atol, rtol = expected.rtol;

  samples::Results actual(shape);
  attn::Workspace workspace;
  REQUIRE(attn::attention(shape, inputs, options, actual.all(), workspace).ok());
  // In double only the inputs of the chapter and the scale were rounded, to float32, on the way.
  constexpr double kReference = 3e-7;
  const auto reference = attn::reference::attention(shape, inputs, options);
  const auto reference_values = samples::expected_arrays(reference);
  const auto expected_values = samples::expected_arrays(expected);
  for (std::size_t r = 0; r < samples::kResultNames.size(); ++r) {
    check_if_given(samples::kResultNames[r], *actual.arrays()[r], expected_values[r], atol, rtol);
    check_if_given(samples::kResultNames[r], reference_values[r], expected_values[r], kReference,
                   kReference);
  }
}

void check_layer_case(const golden::LayerCase& expected) {
  CAPTURE(expected.name);
  attn::LayerShape shape;
  shape.heads = expected.heads;
  shape.key_value_heads = expected.kv_heads;
  shape.n_q = expected.n_q;
  shape.n_k = expected.n_k;
  shape.d_model = expected.d_model;
  shape.d_context = expected.d_context;
  shape.d_k = expected.d_k;
  shape.d_v = expected.d_v;
  shape.d_out = expected.d_out;
  attn::LayerInputs inputs;
  inputs.x = expected.x;
  inputs.context = expected.context;
  inputs.wq = expected.wq;
  inputs.wk = expected.wk;
  inputs.wv = expected.wv;
  inputs.wo = expected.wo;
  inputs.bq = expected.bq;
  inputs.bk = expected.bk;
  inputs.bv = expected.bv;
  inputs.bo = expected.bo;
  inputs.head_gain = expected.head_gain;
  inputs.bias = expected.bias;
  const auto layout = expected.out_in ? attn::WeightLayout::kOutIn : attn::WeightLayout::kInOut;

  const auto floats = [](int a, int b, int c) {
    return samples::Floats(static_cast<std::size_t>(a * b * c));
  };
  samples::Results heads(shape.attention());
  samples::Floats query = floats(shape.heads, shape.n_q, shape.d_k),
                  key = floats(shape.key_value_heads, shape.n_k, shape.d_k);
  samples::Floats value = floats(shape.key_value_heads, shape.n_k, shape.d_v);
  samples::Floats head_output = floats(shape.heads, shape.n_q, shape.d_v), concat = head_output;
  samples::Floats output = floats(1, shape.n_q, shape.d_out);
  attn::LayerOutputs outputs{heads.all(), query, key, value, head_output, concat, output};
  attn::LayerWorkspace workspace;
  REQUIRE(attn::layer(shape, inputs, layout, options_of(expected), outputs, workspace).ok());
  check_if_given("query", query, expected.query, expected.atol, expected.rtol);
  check_if_given("key", key, expected.key, expected.atol, expected.rtol);
  check_if_given("value", value, expected.value, expected.atol, expected.rtol);
  check_if_given("weights", heads.weights, expected.weights, expected.atol, expected.rtol);
  check_if_given("head output", head_output, expected.head_output, expected.atol, expected.rtol);
  check_if_given("concat", concat, expected.concat, expected.atol, expected.rtol);
  check_if_given("output", output, expected.output, expected.atol, expected.rtol);

  const auto reference = attn::reference::layer(shape, inputs, layout, options_of(expected));
  constexpr double kReference = 1e-6;
  check_if_given("reference weights", reference.attention.weights, expected.weights, kReference,
                 kReference);
  check_if_given("reference output", reference.output, expected.output, kReference, kReference);
}

}  // namespace

TEST_CASE("attention equals NumPy for every shape and mask of the golden") {
  for (const golden::AttentionCase& expected : golden::attention_cases)
    check_attention_case(expected);
}

TEST_CASE("attention equals every case of the chapter") {
  for (const golden::AttentionCase& expected : golden::chapter_cases)
    check_attention_case(expected);
}

TEST_CASE("the layer equals NumPy in both weight layouts") {
  for (const golden::LayerCase& expected : golden::layer_cases) check_layer_case(expected);
}

TEST_CASE("the layer equals torch.nn.MultiheadAttention") {
  for (const golden::LayerCase& expected : golden::torch_cases) check_layer_case(expected);
}
