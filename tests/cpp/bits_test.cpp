// native, scalar and simd128 agree bit for bit: each build hashes the same results and compares
// with the same number.
#include <attn/backend.h>
#include <attn/layer.h>
#include <doctest/doctest.h>

#include <bit>
#include <cstdint>
#include <string_view>

#include "samples.h"

namespace {

// FNV-1a, 64 bits, over bit patterns. −0 counts as 0: skipping an empty tile and adding its zeros
// may differ there.
class Hash {
 public:
  void add(const samples::Floats& values) {
    for (const float x : values) {
      std::uint32_t bits = std::bit_cast<std::uint32_t>(x == 0.0f ? 0.0f : x);
      for (int byte = 0; byte < 4; ++byte, bits >>= 8)
        value_ = (value_ ^ (bits & 0xff)) * 0x100000001b3ULL;
    }
  }
  [[nodiscard]] std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325ULL;
};

void add_attention(Hash& hash, samples::Problem& problem) {
  samples::Results results(problem.shape);
  attn::Workspace workspace;
  REQUIRE(
      attn::attention(problem.shape, problem.inputs(), problem.options, results.all(), workspace)
          .ok());
  for (const auto* each : {&results.output, &results.weights, &results.raw, &results.masked,
                           &results.lse, &results.entropy, &results.jacobian}) {
    hash.add(*each);
  }
  attn::AttentionOutputs only;
  only.output = results.output;
  REQUIRE(attn::attention(problem.shape, problem.inputs(), problem.options, only, workspace).ok());
  hash.add(results.output);
}

std::uint64_t hash_of_results() {
  Hash hash;
  for (const int n : {1, 3, 4, 9, 33, 130, 300}) {
    for (const int d : {1, 5, 8, 64}) {
      samples::Problem problem({4, 2, n, n + 2, d, d + 3}, static_cast<std::uint64_t>(n * 100 + d));
      problem.options.mask.causal = attn::Causal::kBottomRight;
      if (n % 2 == 1)
        problem.bias = samples::uniform(5, static_cast<std::size_t>(n * (n + 2)), 4.0f);
      add_attention(hash, problem);
    }
  }
  const attn::LayerShape shape{4, 2, 37, 37, 300, 300, 9, 10, 20};
  const samples::Floats x = samples::uniform(1, 37 * 300), wq = samples::uniform(2, 300 * 36, 0.1f),
                        wk = samples::uniform(3, 300 * 18, 0.1f);
  const samples::Floats wv = samples::uniform(4, 300 * 20, 0.1f),
                        wo = samples::uniform(5, 40 * 20, 0.1f);
  samples::Floats output(37 * 20);
  attn::LayerInputs inputs;
  inputs.x = x;
  inputs.wq = wq;
  inputs.wk = wk;
  inputs.wv = wv;
  inputs.wo = wo;
  attn::LayerOutputs outputs;
  outputs.output = output;
  attn::LayerWorkspace workspace;
  REQUIRE(attn::layer(shape, inputs, attn::WeightLayout::kInOut, {1.0f / 3.0f, 1.0f, {}}, outputs,
                      workspace)
              .ok());
  hash.add(output);
  return hash.value();
}

// Changes only when the order of summation or exp does; then all three builds must change together.
constexpr std::uint64_t kExpected = 13338128630372140791ULL;

}  // namespace

TEST_CASE("the bits of all results are those of every other backend") {
  const std::uint64_t actual = hash_of_results();
  if (attn::backend_name() == std::string_view("relaxed-simd")) {
    // Fused multiply-adds: other bits on purpose. Were they the same, the backend would not be what
    // it says.
    CHECK(actual != kExpected);
  } else {
    CHECK(actual == kExpected);
  }
}
