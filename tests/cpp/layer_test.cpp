// The layer against the double reference, and what must hold for any layer.
#include <attn/layer.h>

#include <algorithm>
#include <limits>

#include "compare.h"
#include "reference/reference.h"
#include "samples.h"

using samples::Floats;

namespace {

struct LayerProblem {
  attn::LayerShape shape;
  Floats x, context, wq, wk, wv, wo, bq, bk, bv, bo, gain;
  attn::WeightLayout layout = attn::WeightLayout::kInOut;
  attn::AttentionOptions options;

  LayerProblem(attn::LayerShape s, bool cross, bool full) : shape(s) {
    const auto size = [](int a, int b) {
      return static_cast<std::size_t>(a) * static_cast<std::size_t>(b);
    };
    x = samples::uniform(1, size(s.n_q, s.d_model));
    if (cross) context = samples::uniform(2, size(s.n_k, s.d_context));
    wq = samples::uniform(3, size(s.d_model, s.heads * s.d_k), 0.5f);
    wk = samples::uniform(4, size(s.d_context, s.key_value_heads * s.d_k), 0.5f);
    wv = samples::uniform(5, size(s.d_context, s.key_value_heads * s.d_v), 0.5f);
    if (full) {
      wo = samples::uniform(6, size(s.heads * s.d_v, s.d_out), 0.5f);
      bq = samples::uniform(7, size(s.heads, s.d_k));
      bk = samples::uniform(8, size(s.key_value_heads, s.d_k));
      bv = samples::uniform(9, size(s.key_value_heads, s.d_v));
      bo = samples::uniform(10, size(1, s.d_out));
      gain = samples::uniform(11, size(1, s.heads), 2.0f);
    }
    options.scale = 1.0f / std::sqrt(static_cast<float>(s.d_k));
  }

  [[nodiscard]] attn::LayerInputs inputs() const {
    return {x, context, wq, wk, wv, wo, bq, bk, bv, bo, gain, {}};
  }
};

struct LayerResults {
  samples::Results heads;
  Floats query, key, value, head_output, concat, output;

  explicit LayerResults(const attn::LayerShape& s) : heads(s.attention()) {
    const auto size = [](int a, int b, int c) {
      return static_cast<std::size_t>(a) * static_cast<std::size_t>(b) *
             static_cast<std::size_t>(c);
    };
    query.resize(size(s.heads, s.n_q, s.d_k));
    key.resize(size(s.key_value_heads, s.n_k, s.d_k));
    value.resize(size(s.key_value_heads, s.n_k, s.d_v));
    head_output.resize(size(s.heads, s.n_q, s.d_v));
    concat.resize(head_output.size());
    output.resize(size(1, s.n_q, s.d_out));
  }

  [[nodiscard]] attn::LayerOutputs all() {
    return {heads.all(), query, key, value, head_output, concat, output};
  }
};

void check_layer(const LayerProblem& problem) {
  LayerResults results(problem.shape);
  attn::LayerWorkspace workspace;
  REQUIRE(attn::layer(problem.shape, problem.inputs(), problem.layout, problem.options,
                      results.all(), workspace)
              .ok());
  const auto expected =
      attn::reference::layer(problem.shape, problem.inputs(), problem.layout, problem.options);
  const double atol = 4e-6, rtol = 4e-6;  // three products in a row, of depth up to 300
  check_close("query", results.query, expected.query, atol, rtol);
  check_close("key", results.key, expected.key, atol, rtol);
  check_close("value", results.value, expected.value, atol, rtol);
  check_close("weights", results.heads.weights, expected.attention.weights, atol, rtol);
  check_close("head output", results.head_output, expected.head_output, atol, rtol);
  check_close("concat", results.concat, expected.concat, atol, rtol);
  check_close("output", results.output, expected.output, 4 * atol, rtol);
}

attn::LayerShape self_shape(int heads, int key_value_heads, int n, int d_model, int d_k, int d_v,
                            int d_out) {
  return {heads, key_value_heads, n, n, d_model, d_model, d_k, d_v, d_out};
}

Floats transposed(const Floats& matrix, int rows, int columns) {
  Floats result(matrix.size());
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c)
      result[static_cast<std::size_t>(c * rows + r)] =
          matrix[static_cast<std::size_t>(r * columns + c)];
  }
  return result;
}

}  // namespace

TEST_CASE("the layer equals the reference for every number of tokens and width") {
  for (const int n : samples::kLengths) {
    for (const int d_model : samples::kLengths) {
      CAPTURE(n);
      CAPTURE(d_model);
      check_layer(LayerProblem(self_shape(4, 2, n, d_model, 3, 5, 6), false, true));
    }
  }
}

TEST_CASE("depths and rows past one cache block") {
  for (const int d_model : {255, 256, 257, 300}) {
    CAPTURE(d_model);
    LayerProblem problem(self_shape(2, 1, 70, d_model, 9, 12, 20), false, true);
    for (float& x : problem.x) x *= 0.2f;
    check_layer(problem);
  }
}

TEST_CASE(
    "without wo the output is the concat; cross-attention takes keys and values from context") {
  check_layer(LayerProblem(self_shape(3, 1, 5, 8, 4, 7, 21), false, false));
  check_layer(LayerProblem({3, 3, 5, 9, 8, 6, 4, 7, 10}, true, true));
  LayerProblem causal({2, 1, 3, 9, 8, 6, 4, 7, 10}, true, true);
  causal.options.mask.causal = attn::Causal::kBottomRight;
  check_layer(causal);
}

TEST_CASE("out-in weights are the transposed in-out weights, bit for bit") {
  const attn::LayerShape s{3, 1, 6, 7, 10, 9, 4, 5, 8};
  const LayerProblem problem(s, true, true);
  LayerProblem turned = problem;
  turned.layout = attn::WeightLayout::kOutIn;
  turned.wq = transposed(problem.wq, 10, 12);
  turned.wk = transposed(problem.wk, 9, 4);
  turned.wv = transposed(problem.wv, 9, 5);
  turned.wo = transposed(problem.wo, 15, 8);
  check_layer(turned);
  LayerResults a(s), b(s);
  attn::LayerWorkspace workspace;
  REQUIRE(
      attn::layer(s, problem.inputs(), problem.layout, problem.options, a.all(), workspace).ok());
  REQUIRE(attn::layer(s, turned.inputs(), turned.layout, turned.options, b.all(), workspace).ok());
  CHECK(a.output == b.output);
  CHECK(a.heads.weights == b.heads.weights);
}

TEST_CASE("h heads are h single runs, bit for bit; a head with gain 0 is off") {
  const attn::LayerShape s = self_shape(3, 3, 9, 10, 4, 5, 15);
  LayerProblem problem(s, false, false);
  LayerResults together(s);
  attn::LayerWorkspace workspace;
  REQUIRE(
      attn::layer(s, problem.inputs(), problem.layout, problem.options, together.all(), workspace)
          .ok());
  for (std::size_t g = 0; g < 3; ++g) {
    LayerProblem alone(self_shape(1, 1, 9, 10, 4, 5, 5), false, false);
    for (std::size_t d = 0; d < 10; ++d) {
      std::copy_n(problem.wq.begin() + static_cast<std::ptrdiff_t>(d * 12 + g * 4), 4,
                  alone.wq.begin() + static_cast<std::ptrdiff_t>(d * 4));
      std::copy_n(problem.wk.begin() + static_cast<std::ptrdiff_t>(d * 12 + g * 4), 4,
                  alone.wk.begin() + static_cast<std::ptrdiff_t>(d * 4));
      std::copy_n(problem.wv.begin() + static_cast<std::ptrdiff_t>(d * 15 + g * 5), 5,
                  alone.wv.begin() + static_cast<std::ptrdiff_t>(d * 5));
    }
    LayerResults one(alone.shape);
    REQUIRE(
        attn::layer(alone.shape, alone.inputs(), alone.layout, alone.options, one.all(), workspace)
            .ok());
    const auto first = together.head_output.begin() + static_cast<std::ptrdiff_t>(g * 45);
    CHECK(std::equal(one.output.begin(), one.output.end(), first));
  }
  problem.gain = {1.0f, 0.0f, 1.0f};
  LayerResults without(s);
  REQUIRE(
      attn::layer(s, problem.inputs(), problem.layout, problem.options, without.all(), workspace)
          .ok());
  for (std::size_t i = 0; i < 9; ++i) {
    for (std::size_t c = 0; c < 15; ++c) {
      const float expected = c / 5 == 1 ? 0.0f : together.concat[i * 15 + c];
      CHECK(without.concat[i * 15 + c] == expected);
    }
  }
}

TEST_CASE("weights that are kept packed give the same bits") {
  const attn::LayerShape shape{4, 2, 13, 13, 20, 20, 6, 10, 17};
  for (const auto layout : {attn::WeightLayout::kInOut, attn::WeightLayout::kOutIn}) {
    LayerProblem problem(shape, false, true);
    problem.layout = layout;
    attn::PackedWeights wq, wk, wv, wo;
    REQUIRE(wq.pack(problem.wq, layout, shape.d_model, shape.heads, shape.d_k).ok());
    REQUIRE(wk.pack(problem.wk, layout, shape.d_context, shape.key_value_heads, shape.d_k).ok());
    REQUIRE(wv.pack(problem.wv, layout, shape.d_context, shape.key_value_heads, shape.d_v).ok());
    REQUIRE(wo.pack(problem.wo, layout, shape.heads * shape.d_v, 1, shape.d_out).ok());

    LayerResults expected(shape), actual(shape);
    attn::LayerWorkspace workspace;
    REQUIRE(attn::layer(shape, problem.inputs(), layout, problem.options, expected.all(), workspace)
                .ok());
    attn::LayerInputs inputs = problem.inputs();
    inputs.kept = {&wq, &wk, &wv, &wo};
    // What is kept is what is used: the plain matrices are no longer looked at.
    std::fill(problem.wq.begin(), problem.wq.end(), std::numeric_limits<float>::quiet_NaN());
    std::fill(problem.wo.begin(), problem.wo.end(), std::numeric_limits<float>::quiet_NaN());
    REQUIRE(attn::layer(shape, inputs, layout, problem.options, actual.all(), workspace).ok());
    CHECK(actual.query == expected.query);
    CHECK(actual.key == expected.key);
    CHECK(actual.value == expected.value);
    CHECK(actual.output == expected.output);
  }
}

TEST_CASE("kept weights of other sizes are not used, and bad ones not kept") {
  const attn::LayerShape shape{2, 2, 5, 5, 8, 8, 4, 4, 8};
  LayerProblem problem(shape, false, false);
  attn::PackedWeights packed;
  REQUIRE(packed.pack(samples::uniform(20, 64), problem.layout, 8, 1, 8).ok());
  CHECK(packed.holds(8, 1, 8));
  CHECK_FALSE(packed.holds(8, 2, 4));
  LayerResults expected(shape), actual(shape);
  attn::LayerWorkspace workspace;
  attn::LayerInputs inputs = problem.inputs();
  REQUIRE(
      attn::layer(shape, inputs, problem.layout, problem.options, expected.all(), workspace).ok());
  inputs.kept.wq = &packed;
  REQUIRE(
      attn::layer(shape, inputs, problem.layout, problem.options, actual.all(), workspace).ok());
  CHECK(actual.output == expected.output);

  Floats bad = problem.wq;
  CHECK(packed.pack(bad, problem.layout, 8, 2, 5).code == attn::Code::kShape);
  CHECK(packed.pack(bad, problem.layout, 0, 2, 4).code == attn::Code::kShape);
  bad[7] = std::numeric_limits<float>::infinity();
  CHECK(packed.pack(bad, problem.layout, 8, 2, 4).code == attn::Code::kNotFinite);
  CHECK_FALSE(packed.holds(8, 2, 4));
}
