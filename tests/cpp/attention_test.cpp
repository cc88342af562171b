// Attention against the double reference: length and width sweeps, masks, extreme scores,
// invariants.
#include <attn/attention.h>

#include <algorithm>
#include <limits>

#include "compare.h"
#include "reference/reference.h"
#include "samples.h"

using samples::Problem;
using samples::Results;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

// float32 against double: sums of d terms of size 2, weights at most 1.
struct Tolerance {
  double atol = 2e-6;
  double rtol = 2e-6;
};

void check_against_reference(const Problem& problem, Tolerance tolerance = {}) {
  Results results(problem.shape);
  attn::Workspace workspace;
  const attn::Status status =
      attn::attention(problem.shape, problem.inputs(), problem.options, results.all(), workspace);
  REQUIRE(status.ok());
  const auto expected =
      attn::reference::attention(problem.shape, problem.inputs(), problem.options);
  const auto [atol, rtol] = tolerance;
  const auto expected_values = samples::expected_arrays(expected);
  for (std::size_t r = 0; r < samples::kResultNames.size(); ++r) {
    // Scores are sums of d_k products; everything after softmax is of order 1.
    const double sum_atol = r < 3 ? atol * problem.shape.d_k : atol;
    check_close(samples::kResultNames[r], *results.arrays()[r], expected_values[r], sum_atol, rtol);
  }
  for (std::size_t k = 0; k < results.weights.size(); ++k) {
    if (results.masked[k] == -kInfinity) REQUIRE(results.weights[k] == 0.0f);
  }

  // The path without stored weights.
  Results online(problem.shape);
  attn::AttentionOutputs only;
  only.output = online.output;
  only.log_sum_exp = online.lse;
  REQUIRE(attn::attention(problem.shape, problem.inputs(), problem.options, only, workspace).ok());
  check_close("online output", online.output, expected.output, atol, rtol);
  check_close("online log-sum-exp", online.lse, expected.log_sum_exp, atol, rtol);
}

// Every form of mask, alone and combined, for a shape.
std::vector<Problem> masked_problems(attn::AttentionShape shape) {
  std::vector<Problem> problems;
  const auto n_q = static_cast<std::size_t>(shape.n_q), n_k = static_cast<std::size_t>(shape.n_k);
  for (int bits = 0; bits < 64; ++bits) {
    Problem problem(shape, static_cast<std::uint64_t>(bits) * 7 + 3);
    attn::Mask& mask = problem.options.mask;
    if (bits & 1) mask.causal = bits & 32 ? attn::Causal::kTopLeft : attn::Causal::kBottomRight;
    if (bits & 2) {
      mask.left = 3;
      mask.right = 2;
    }
    if (bits & 4) mask.prefix = 2;
    if (bits & 8) problem.keep = samples::flags(91, n_k, 0.7f);
    if (bits & 16) {
      const std::size_t heads = bits & 32 ? static_cast<std::size_t>(shape.heads) : 1;
      problem.allowed = samples::flags(92, heads * n_q * n_k, 0.6f);
    }
    problems.push_back(std::move(problem));
    // The spans point into the problem's own vectors, which have now found their place.
    problems.back().options.mask.keep = problems.back().keep;
    problems.back().options.mask.allowed = problems.back().allowed;
  }
  return problems;
}

}  // namespace

TEST_CASE("attention equals the reference for every length of queries and keys") {
  for (const int n_q : samples::kLengths) {
    for (const int n_k : samples::kLengths) {
      CAPTURE(n_q);
      CAPTURE(n_k);
      check_against_reference(Problem({2, 1, n_q, n_k, 6, 10}));
    }
  }
}

TEST_CASE("attention equals the reference for every width of keys and values") {
  for (const int d_k : samples::kLengths) {
    for (const int d_v : samples::kLengths) {
      CAPTURE(d_k);
      CAPTURE(d_v);
      Problem problem({3, 3, 6, 11, d_k, d_v}, 5);
      problem.options.mask.causal = attn::Causal::kBottomRight;
      check_against_reference(problem);
    }
  }
}

TEST_CASE("attention equals the reference across key blocks") {
  for (const int n_k : {127, 128, 129, 255, 256, 257, 400}) {
    CAPTURE(n_k);
    for (const auto causal :
         {attn::Causal::kNone, attn::Causal::kBottomRight, attn::Causal::kTopLeft}) {
      Problem problem({2, 1, 37, n_k, 9, 12}, 11);
      problem.options.mask.causal = causal;
      check_against_reference(problem);
    }
  }
}

TEST_CASE("every mask, alone and combined, equals the reference") {
  for (const attn::AttentionShape shape :
       {attn::AttentionShape{4, 2, 9, 21, 5, 7}, attn::AttentionShape{2, 2, 21, 9, 5, 7},
        attn::AttentionShape{2, 1, 13, 150, 4, 3}}) {
    int index = 0;
    for (const Problem& problem : masked_problems(shape)) {
      CAPTURE(index++);
      check_against_reference(problem);
    }
  }
}

TEST_CASE("grouped heads share keys and values") {
  for (const int key_value_heads : {1, 2, 3, 6}) {
    CAPTURE(key_value_heads);
    check_against_reference(Problem({6, key_value_heads, 5, 7, 4, 9}));
  }
}

TEST_CASE("scale, temperature and bias") {
  Problem problem({3, 1, 5, 9, 8, 4});
  problem.options.scale = -0.7f;
  problem.options.temperature = 0.3f;
  check_against_reference(problem);
  problem.bias = samples::uniform(77, 5 * 9, 3.0f);
  problem.bias[4] = -kInfinity;
  check_against_reference(problem);
  problem.bias = samples::uniform(78, 3 * 5 * 9, 3.0f);
  std::fill_n(problem.bias.begin() + 9, 9, -kInfinity);  // row 1 of head 0 is left without a key
  check_against_reference(problem);
  problem.options.scale = 0.0f;
  check_against_reference(problem);
}

TEST_CASE("scores whose exponentials overflow, equal rows, and saturated rows") {
  Problem large({2, 2, 6, 40, 4, 5});
  for (float& x : large.query) x = 90.0f + x * 6.0f;
  for (float& x : large.key) x = x < 0 ? -1.0f : 1.0f;
  large.options.scale = 0.25f;
  check_against_reference(large, {2e-5, 2e-5});  // scores of 100: their own rounding is 4e-6

  Problem huge({1, 1, 5, 300, 3, 4}, 21, 60.0f);  // ±1e4
  check_against_reference(huge, {2e-3, 2e-6});    // a score of 1e4 is rounded to 5e-4

  Problem equal({1, 1, 3, 17, 4, 4});
  std::fill(equal.query.begin(), equal.query.end(), 0.0f);
  check_against_reference(equal);

  Problem tiny({1, 1, 3, 9, 4, 4});
  for (float& x : tiny.query) x *= 1e-40f;
  for (float& x : tiny.value) x *= 1e-38f;
  check_against_reference(tiny);
}

TEST_CASE("the maximum in the last tile, the first tile masked") {
  Problem problem({1, 1, 8, 300, 4, 4});
  for (std::size_t j = 0; j < 300; ++j) problem.key[j * 4] = static_cast<float>(j) * 0.2f;
  for (std::size_t i = 0; i < 8; ++i) problem.query[i * 4] = 2.0f;
  check_against_reference(problem, {1e-5, 1e-5});
  problem.keep.assign(300, 1);
  std::fill_n(problem.keep.begin(), 140, std::uint8_t{0});
  problem.options.mask.keep = problem.keep;
  check_against_reference(problem, {1e-5, 1e-5});
}

TEST_CASE("a row without a key gives zeros and log-sum-exp −∞, never NaN") {
  Problem problem({2, 1, 7, 4, 3, 5});  // bottom-right: the first three queries see nothing
  problem.options.mask.causal = attn::Causal::kBottomRight;
  Results results(problem.shape);
  attn::Workspace workspace;
  REQUIRE(
      attn::attention(problem.shape, problem.inputs(), problem.options, results.all(), workspace)
          .ok());
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(results.lse[i] == -kInfinity);
    CHECK(results.row_sum[i] == 0.0f);
    CHECK(results.entropy[i] == 0.0f);
    CHECK(results.jacobian[i] == 0.0f);
    for (std::size_t j = 0; j < 4; ++j) CHECK(results.weights[i * 4 + j] == 0.0f);
    for (std::size_t c = 0; c < 5; ++c) CHECK(results.output[i * 5 + c] == 0.0f);
  }
  CHECK(results.weights[3 * 4] == 1.0f);
  CHECK(results.entropy[3] == 0.0f);
  CHECK_FALSE(std::signbit(results.entropy[3]));
}

TEST_CASE("a row alone gives the bits that it has in a batch") {
  Problem batch({3, 1, 11, 200, 13, 9}, 31);
  batch.options.mask.causal = attn::Causal::kBottomRight;
  Results all(batch.shape);
  attn::Workspace workspace;
  attn::AttentionOutputs only;
  only.output = all.output;
  REQUIRE(attn::attention(batch.shape, batch.inputs(), batch.options, only, workspace).ok());
  for (std::size_t i = 0; i < 11; ++i) {
    Problem alone({1, 1, 1, 200, 13, 9}, 31);
    alone.key = batch.key;
    alone.value = batch.value;
    alone.keep.assign(200, 1);
    std::fill(alone.keep.begin() + 200 - 10 + static_cast<std::ptrdiff_t>(i), alone.keep.end(),
              std::uint8_t{0});
    alone.options.mask.keep = alone.keep;
    std::copy_n(batch.query.begin() + 11 * 13 + static_cast<std::ptrdiff_t>(i) * 13, 13,
                alone.query.begin());
    Results one(alone.shape);
    attn::AttentionOutputs only_one;
    only_one.output = one.output;
    REQUIRE(attn::attention(alone.shape, alone.inputs(), alone.options, only_one, workspace).ok());
    for (std::size_t c = 0; c < 9; ++c) CHECK(one.output[c] == all.output[(11 + i) * 9 + c]);
  }
}

TEST_CASE("the register tile changes no bit") {
  for (const int n : {1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 41, 64}) {
    CAPTURE(n);
    Problem problem({2, 1, n, 150, 7, 10}, 19);
    problem.options.mask.causal = attn::Causal::kBottomRight;
    attn::Workspace workspace;
    std::vector<Results> both;
    for (const auto tile : {attn::RegisterTile::kNarrow, attn::RegisterTile::kWide}) {
      problem.options.tile = tile;
      Results& results = both.emplace_back(problem.shape);
      REQUIRE(attn::attention(problem.shape, problem.inputs(), problem.options, results.all(),
                              workspace)
                  .ok());
      attn::AttentionOutputs only;
      // The output of the other path, kept where it is compared with the rest.
      results.raw.resize(results.output.size());
      only.output = results.raw;
      REQUIRE(
          attn::attention(problem.shape, problem.inputs(), problem.options, only, workspace).ok());
    }
    for (std::size_t r = 0; r < samples::kResultNames.size(); ++r) {
      CAPTURE(samples::kResultNames[r]);
      CHECK(*both[0].arrays()[r] == *both[1].arrays()[r]);
    }
  }
}

TEST_CASE("permuting tokens permutes the map (no mask)") {
  Problem problem({1, 1, 6, 6, 5, 4}, 3);
  problem.query = problem.key;
  const int order[] = {2, 0, 3, 1, 5, 4};
  Problem permuted = problem;
  for (std::size_t i = 0; i < 6; ++i) {
    std::copy_n(problem.key.begin() + order[i] * 5, 5,
                permuted.key.begin() + static_cast<std::ptrdiff_t>(i) * 5);
    std::copy_n(problem.value.begin() + order[i] * 4, 4,
                permuted.value.begin() + static_cast<std::ptrdiff_t>(i) * 4);
  }
  permuted.query = permuted.key;
  Results a(problem.shape), b(problem.shape);
  attn::Workspace workspace;
  REQUIRE(
      attn::attention(problem.shape, problem.inputs(), problem.options, a.all(), workspace).ok());
  REQUIRE(attn::attention(permuted.shape, permuted.inputs(), permuted.options, b.all(), workspace)
              .ok());
  for (std::size_t i = 0; i < 6; ++i) {
    for (std::size_t j = 0; j < 6; ++j) {
      const double moved = a.weights[static_cast<std::size_t>(order[i] * 6 + order[j])];
      CHECK(std::fabs(b.weights[i * 6 + j] - moved) < 1e-6);
    }
  }
}

TEST_CASE("a steady call allocates nothing") {
  Problem problem({2, 2, 33, 65, 16, 24});
  Results results(problem.shape);
  attn::Workspace workspace;
  REQUIRE(
      attn::attention(problem.shape, problem.inputs(), problem.options, results.all(), workspace)
          .ok());
  const std::size_t bytes = workspace.bytes();
  for (int k = 0; k < 3; ++k) {
    REQUIRE(
        attn::attention(problem.shape, problem.inputs(), problem.options, results.all(), workspace)
            .ok());
    CHECK(workspace.bytes() == bytes);
  }
}
