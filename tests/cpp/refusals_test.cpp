// Everything that the core refuses: the code, the argument, outputs untouched, and that it works
// afterwards.
#include <attn/colormap.h>
#include <attn/layer.h>
#include <doctest/doctest.h>

#include <functional>
#include <limits>
#include <string>

#include "samples.h"

using attn::Argument;
using attn::Code;
using samples::Problem;
using samples::Results;

namespace {

constexpr attn::AttentionShape kShape{4, 2, 3, 5, 6, 7};
constexpr float kUntouched = 123.0f;
constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

// Breaks a good problem in one way; it must be refused so, and the good one still works.
void refused(Code code, Argument argument, const std::function<void(Problem&)>& break_it) {
  Problem problem(kShape);
  break_it(problem);
  Results results(kShape);
  std::fill(results.output.begin(), results.output.end(), kUntouched);
  std::fill(results.weights.begin(), results.weights.end(), kUntouched);
  attn::Workspace workspace;
  const attn::Status status =
      attn::attention(problem.shape, problem.inputs(), problem.options, results.all(), workspace);
  CAPTURE(attn::argument_name(argument));
  CHECK(attn::code_name(status.code) == std::string(attn::code_name(code)));
  CHECK(attn::argument_name(status.argument) == std::string(attn::argument_name(argument)));
  for (const float x : results.output) CHECK(x == kUntouched);
  for (const float x : results.weights) CHECK(x == kUntouched);
  const Problem good(kShape);
  CHECK(attn::attention(good.shape, good.inputs(), good.options, results.all(), workspace).ok());
}

}  // namespace

TEST_CASE("sizes") {
  refused(Code::kShape, Argument::kHeads, [](Problem& p) { p.shape.heads = 0; });
  refused(Code::kShape, Argument::kHeads, [](Problem& p) { p.shape.heads = -4; });
  refused(Code::kShape, Argument::kKeyValueHeads, [](Problem& p) { p.shape.key_value_heads = 3; });
  refused(Code::kShape, Argument::kKeyValueHeads, [](Problem& p) { p.shape.key_value_heads = 0; });
  refused(Code::kShape, Argument::kQuery, [](Problem& p) { p.shape.n_q = 0; });
  refused(Code::kShape, Argument::kKey, [](Problem& p) { p.shape.n_k = -1; });
  refused(Code::kShape, Argument::kQuery, [](Problem& p) { p.shape.d_k = 0; });
  refused(Code::kShape, Argument::kValue, [](Problem& p) { p.shape.d_v = 0; });
  refused(Code::kShape, Argument::kQuery,
          [](Problem& p) { p.shape.n_q = std::numeric_limits<std::int32_t>::max(); });
  refused(Code::kShape, Argument::kQuery, [](Problem& p) { p.query.pop_back(); });
  refused(Code::kShape, Argument::kKey, [](Problem& p) { p.key.push_back(0); });
  refused(Code::kShape, Argument::kValue, [](Problem& p) { p.value.pop_back(); });
  refused(Code::kShape, Argument::kBias, [](Problem& p) { p.bias.assign(14, 0); });
  refused(Code::kShape, Argument::kBias, [](Problem& p) { p.bias.assign(2 * 15, 0); });
}

TEST_CASE("numbers") {
  for (const float bad : {kNaN, kInfinity, -kInfinity}) {
    refused(Code::kNotFinite, Argument::kQuery, [&](Problem& p) { p.query[71] = bad; });
    refused(Code::kNotFinite, Argument::kKey, [&](Problem& p) { p.key[0] = bad; });
    refused(Code::kNotFinite, Argument::kValue, [&](Problem& p) { p.value[69] = bad; });
    refused(Code::kNotFinite, Argument::kScale, [&](Problem& p) { p.options.scale = bad; });
    refused(Code::kNotFinite, Argument::kTemperature,
            [&](Problem& p) { p.options.temperature = bad; });
  }
  refused(Code::kNotFinite, Argument::kBias, [](Problem& p) { p.bias.assign(15, kNaN); });
  refused(Code::kNotFinite, Argument::kBias, [](Problem& p) { p.bias.assign(15, kInfinity); });
  refused(Code::kOption, Argument::kTemperature, [](Problem& p) { p.options.temperature = 0; });
  refused(Code::kOption, Argument::kTemperature, [](Problem& p) { p.options.temperature = -1; });
}

TEST_CASE("overflow of finite inputs") {
  // Scores that fit, from queries that times the scale do not.
  refused(Code::kOverflow, Argument::kQuery, [](Problem& p) {
    std::fill(p.query.begin(), p.query.end(), 1e30f);
    std::fill(p.key.begin(), p.key.end(), 1e-30f);
    p.options.scale = 1e10f;
  });
  refused(Code::kOverflow, Argument::kQuery, [](Problem& p) {
    p.query[0] = 3e38f;
    p.key[0] = 1e3f;
  });
  refused(Code::kOverflow, Argument::kQuery, [](Problem& p) {
    p.query[0] = 1e30f;
    p.key[0] = 1e8f;
    p.options.scale = 100.0f;
  });
  refused(Code::kOverflow, Argument::kTemperature,
          [](Problem& p) { p.options.temperature = 1e-40f; });
  refused(Code::kOverflow, Argument::kValue, [](Problem& p) { p.value[0] = 3e38f; });

  // Large, but every score fits: not refused.
  Problem large(kShape);
  large.query[0] = 1e20f;
  large.key[1] = 1e20f;
  Results results(kShape);
  attn::Workspace workspace;
  CHECK(attn::attention(large.shape, large.inputs(), large.options, results.all(), workspace).ok());
  for (const float x : results.output) CHECK(std::isfinite(x));
}

TEST_CASE("masks") {
  refused(Code::kOption, Argument::kMask, [](Problem& p) { p.options.mask.left = -1; });
  refused(Code::kOption, Argument::kMask, [](Problem& p) { p.options.mask.right = -1; });
  refused(Code::kOption, Argument::kMask, [](Problem& p) { p.options.mask.prefix = -1; });
  refused(Code::kShape, Argument::kMask, [](Problem& p) {
    p.keep.assign(4, 1);
    p.options.mask.keep = p.keep;
  });
  refused(Code::kOption, Argument::kMask, [](Problem& p) {
    p.keep.assign(5, 2);
    p.options.mask.keep = p.keep;
  });
  for (const std::size_t wrong : {14U, 16U, 30U, 45U}) {
    refused(Code::kShape, Argument::kMask, [&](Problem& p) {
      p.allowed.assign(wrong, 1);
      p.options.mask.allowed = p.allowed;
    });
  }
}

TEST_CASE("results of another size, and scratch that cannot be had") {
  const Problem problem(kShape);
  attn::Workspace workspace;
  samples::Floats small(3);
  attn::AttentionOutputs outputs;
  outputs.output = small;
  CHECK(attn::attention(kShape, problem.inputs(), problem.options, outputs, workspace).argument ==
        Argument::kWant);

  attn::Workspace huge;
  huge.begin();
  huge.add<float>(std::uint64_t{1} << 62);
  CHECK_FALSE(huge.commit());
  huge.begin();
  for (int k = 0; k < 64; ++k) huge.add<float>(std::uint64_t{1} << 40);
  CHECK_FALSE(huge.commit());
  attn::Block block;
  CHECK_FALSE(block.reserve(attn::kMaxBlockBytes + 1));
}

TEST_CASE("layers") {
  constexpr attn::LayerShape kLayer{2, 1, 3, 3, 4, 4, 5, 6, 7};
  struct Weights {
    samples::Floats x = samples::uniform(1, 12), wq = samples::uniform(2, 40),
                    wk = samples::uniform(3, 20), wv = samples::uniform(4, 24),
                    wo = samples::uniform(5, 84), bo;
    [[nodiscard]] attn::LayerInputs inputs() const {
      return {x, {}, wq, wk, wv, wo, {}, {}, {}, bo, {}, {}};
    }
  };
  const auto layer_refused = [&](Code code, Argument argument,
                                 const std::function<void(Weights&, attn::LayerShape&)>& break_it) {
    Weights weights;
    attn::LayerShape shape = kLayer;
    break_it(weights, shape);
    samples::Floats output(21, kUntouched);
    attn::LayerOutputs outputs;
    outputs.output = output;
    attn::LayerWorkspace workspace;
    const attn::Status status =
        attn::layer(shape, weights.inputs(), attn::WeightLayout::kInOut, {}, outputs, workspace);
    CHECK(attn::code_name(status.code) == std::string(attn::code_name(code)));
    CHECK(attn::argument_name(status.argument) == std::string(attn::argument_name(argument)));
    for (const float y : output) CHECK(y == kUntouched);
    const Weights good;
    CHECK(attn::layer(kLayer, good.inputs(), attn::WeightLayout::kInOut, {}, outputs, workspace)
              .ok());
  };
  layer_refused(Code::kShape, Argument::kX, [](Weights& w, attn::LayerShape&) { w.x.pop_back(); });
  layer_refused(Code::kShape, Argument::kWq,
                [](Weights& w, attn::LayerShape&) { w.wq.pop_back(); });
  layer_refused(Code::kShape, Argument::kWk,
                [](Weights& w, attn::LayerShape&) { w.wk.push_back(0); });
  layer_refused(Code::kShape, Argument::kWv,
                [](Weights& w, attn::LayerShape&) { w.wv.pop_back(); });
  layer_refused(Code::kShape, Argument::kWo, [](Weights& w, attn::LayerShape&) { w.wo.clear(); });
  layer_refused(Code::kShape, Argument::kBo,
                [](Weights& w, attn::LayerShape&) { w.bo.assign(3, 0); });
  layer_refused(Code::kShape, Argument::kX, [](Weights&, attn::LayerShape& s) { s.n_k = 4; });
  layer_refused(Code::kNotFinite, Argument::kWv,
                [](Weights& w, attn::LayerShape&) { w.wv[3] = kNaN; });
  layer_refused(Code::kOverflow, Argument::kWk, [](Weights& w, attn::LayerShape&) {
    w.x[0] = 1e20f;
    w.wk[0] = 1e20f;
  });
  layer_refused(Code::kOverflow, Argument::kWo, [](Weights& w, attn::LayerShape&) {
    for (float& v : w.wv) v = 1e19f;
    for (float& v : w.wo) v = 3e20f;
    for (float& v : w.x) v = 1.0f;
  });
}

TEST_CASE("pixels") {
  const samples::Floats weights(6, 0.5f);
  const std::vector<std::uint8_t> palette(attn::kPaletteBytes);
  std::vector<std::uint8_t> rgba(24);
  attn::Workspace workspace;
  const auto status = [&](attn::PixelShape shape, attn::PixelOptions options) {
    return attn::pixels(shape, weights, options, palette, rgba, workspace);
  };
  CHECK(status({2, 3, 3, 2}, {}).ok());
  CHECK(status({2, 3, 0, 2}, {}).argument == Argument::kWidth);
  CHECK(status({2, 3, 3, -2}, {}).argument == Argument::kHeight);
  CHECK(status({2, 4, 3, 2}, {}).argument == Argument::kWeights);
  CHECK(status({2, 3, 4, 2}, {}).code == Code::kShape);
  attn::PixelOptions upside_down;
  upside_down.low = 2.0f;
  CHECK(status({2, 3, 3, 2}, upside_down).argument == Argument::kDomain);
  CHECK(attn::pixels({2, 3, 3, 2}, weights, {}, std::span(palette).first(12), rgba, workspace)
            .argument == Argument::kPalette);
}
