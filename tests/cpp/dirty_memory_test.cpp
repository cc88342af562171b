// Memory that was used before: NaN in the scratch and in the caller's arrays must never show.
#include <attn/layer.h>
#include <doctest/doctest.h>

#include <limits>

#include "samples.h"

using samples::Floats;

namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

void fill_with_nan(attn::Workspace& workspace) {
  constexpr std::uint64_t kFloats = 1 << 18;
  workspace.begin();
  workspace.add<float>(kFloats);
  REQUIRE(workspace.commit());
  for (float& each : workspace.take<float>(kFloats)) each = kNaN;
}

void fill_with_nan(samples::Results& results) {
  for (Floats* each :
       {&results.output, &results.weights, &results.raw, &results.scaled, &results.masked,
        &results.lse, &results.entropy, &results.peak, &results.row_sum, &results.jacobian}) {
    for (float& x : *each) x = kNaN;
  }
}

// No result is NaN, and every one is the same as in fresh memory.
void check_same(const samples::Problem& problem, bool stores_rows) {
  samples::Results clean(problem.shape), dirty(problem.shape);
  fill_with_nan(dirty);
  const auto wanted = [&](samples::Results& results) {
    attn::AttentionOutputs outputs;
    outputs.output = results.output;
    outputs.log_sum_exp = results.lse;
    return stores_rows ? results.all() : outputs;
  };
  attn::Workspace fresh, used;
  fill_with_nan(used);
  REQUIRE(
      attn::attention(problem.shape, problem.inputs(), problem.options, wanted(clean), fresh).ok());
  REQUIRE(
      attn::attention(problem.shape, problem.inputs(), problem.options, wanted(dirty), used).ok());
  CHECK(dirty.output == clean.output);
  CHECK(dirty.lse == clean.lse);
  if (!stores_rows) return;
  CHECK(dirty.weights == clean.weights);
  CHECK(dirty.masked == clean.masked);
  CHECK(dirty.entropy == clean.entropy);
  CHECK(dirty.jacobian == clean.jacobian);
}

}  // namespace

TEST_CASE("what memory held before never shows") {
  for (const auto tile : {attn::RegisterTile::kNarrow, attn::RegisterTile::kWide}) {
    for (const bool stores_rows : {false, true}) {
      for (const int n : {1, 7, 13, 150, 300}) {
        for (const int mask : {0, 1, 2, 3}) {
          samples::Problem problem({2, 1, n, n, 9, 5});
          problem.options.tile = tile;
          if (mask == 1) problem.options.mask.causal = attn::Causal::kBottomRight;
          if (mask == 2) problem.options.mask.left = problem.options.mask.right = 3;
          // Rows without a key, and whole blocks without one before the first that has.
          if (mask == 3) {
            problem.keep.assign(static_cast<std::size_t>(n), 0);
            if (n > 140) problem.keep[140] = 1;
            problem.options.mask.causal = attn::Causal::kBottomRight;
            problem.options.mask.keep = problem.keep;
          }
          CAPTURE(n);
          CAPTURE(mask);
          CAPTURE(stores_rows);
          check_same(problem, stores_rows);
        }
      }
    }
  }
}

TEST_CASE("what memory held before never shows in a trace") {
  samples::Problem problem({1, 1, 20, 300, 6, 5});
  problem.keep.assign(300, 1);
  for (std::size_t j = 0; j < 40; ++j) problem.keep[j] = 0;
  problem.options.mask.keep = problem.keep;
  for (const int block : {1, 13, 128, 300}) {
    const auto blocks = static_cast<std::size_t>((300 + block - 1) / block);
    Floats numbers[2], partial[2], output[2];
    for (int k = 0; k < 2; ++k) {
      numbers[k].assign(3 * blocks, kNaN);
      partial[k].assign(5 * blocks, kNaN);
      output[k].assign(5, kNaN);
      const std::span<float> three = numbers[k];
      attn::SoftmaxTrace trace{three.subspan(0, blocks), three.subspan(blocks, blocks),
                               three.subspan(2 * blocks), partial[k], output[k]};
      attn::Workspace workspace;
      if (k == 1) fill_with_nan(workspace);
      REQUIRE(attn::softmax_trace(problem.shape, problem.inputs(), problem.options, 0, 7, block,
                                  trace, workspace)
                  .ok());
    }
    CAPTURE(block);
    CHECK(numbers[1] == numbers[0]);
    CHECK(partial[1] == partial[0]);
    CHECK(output[1] == output[0]);
  }
}

TEST_CASE("what memory held before never shows in a layer") {
  const attn::LayerShape shape{2, 1, 13, 13, 11, 11, 6, 5, 7};
  const Floats x = samples::uniform(1, 13 * 11), wq = samples::uniform(2, 11 * 12),
               wk = samples::uniform(3, 11 * 6), wv = samples::uniform(4, 11 * 5),
               wo = samples::uniform(5, 10 * 7);
  attn::LayerInputs inputs;
  inputs.x = x;
  inputs.wq = wq;
  inputs.wk = wk;
  inputs.wv = wv;
  inputs.wo = wo;
  Floats results[2];
  for (int k = 0; k < 2; ++k) {
    results[k].assign(13 * 7, kNaN);
    attn::LayerOutputs outputs;
    outputs.output = results[k];
    attn::LayerWorkspace workspace;
    if (k == 1) {
      fill_with_nan(workspace.projections);
      fill_with_nan(workspace.attention);
    }
    REQUIRE(attn::layer(shape, inputs, attn::WeightLayout::kInOut, {}, outputs, workspace).ok());
  }
  CHECK(results[1] == results[0]);
}
