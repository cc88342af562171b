// A rectangle of the map from its log-sum-exp, and the online softmax written down.
#include <attn/attention.h>

#include "compare.h"
#include "reference/reference.h"
#include "samples.h"

using samples::Floats;
using samples::Problem;
using samples::Results;

namespace {

constexpr attn::AttentionShape kShape{4, 2, 13, 300, 6, 5};

Problem masked_problem() {
  Problem problem(kShape, 17);
  problem.options.mask.causal = attn::Causal::kBottomRight;
  problem.options.mask.left = 250;
  problem.bias = samples::uniform(3, 4 * 13 * 300);
  return problem;
}

}  // namespace

TEST_CASE("tiles of the map are the map") {
  const Problem problem = masked_problem();
  Results whole(kShape);
  attn::Workspace workspace;
  REQUIRE(attn::attention(kShape, problem.inputs(), problem.options, whole.all(), workspace).ok());
  for (const attn::TileRange range :
       {attn::TileRange{0, 0, 13, 0, 300}, attn::TileRange{3, 5, 6, 7, 8},
        attn::TileRange{2, 1, 12, 13, 291}, attn::TileRange{1, 12, 13, 296, 300}}) {
    const int rows = range.row_end - range.row_begin,
              columns = range.column_end - range.column_begin;
    Floats tile(static_cast<std::size_t>(rows * columns)), expected;
    REQUIRE(attn::weights_tile(kShape, problem.inputs(), problem.options, whole.lse, range, tile,
                               workspace)
                .ok());
    for (int i = range.row_begin; i < range.row_end; ++i) {
      for (int j = range.column_begin; j < range.column_end; ++j) {
        expected.push_back(
            whole.weights[static_cast<std::size_t>((range.head * 13 + i) * 300 + j)]);
      }
    }
    check_close("tile", tile, expected, 1e-6, 1e-6);
  }
}

TEST_CASE("tiles outside the map are refused") {
  const Problem problem = masked_problem();
  const Floats lse(4 * 13);
  Floats tile(4);
  attn::Workspace workspace;
  const auto refused = [&](attn::TileRange range) {
    return attn::weights_tile(kShape, problem.inputs(), problem.options, lse, range, tile,
                              workspace)
        .argument;
  };
  CHECK(refused({4, 0, 2, 0, 2}) == attn::Argument::kHead);
  CHECK(refused({0, -1, 1, 0, 2}) == attn::Argument::kRows);
  CHECK(refused({0, 12, 14, 0, 2}) == attn::Argument::kRows);
  CHECK(refused({0, 0, 2, 2, 2}) == attn::Argument::kColumns);
  CHECK(refused({0, 0, 2, 299, 301}) == attn::Argument::kColumns);
}

TEST_CASE("the trace holds the running maximum, correction, sum and output of every block") {
  const Problem problem = masked_problem();
  const auto reference = attn::reference::attention(kShape, problem.inputs(), problem.options);
  attn::Workspace workspace;
  for (const int block : {1, 2, 3, 8, 13, 64, 128, 299, 300, 5000}) {
    CAPTURE(block);
    const int head = 3, row = 7;
    const std::size_t blocks = (300 + static_cast<std::size_t>(std::min(block, 300)) - 1) /
                               static_cast<std::size_t>(std::min(block, 300));
    Floats maximum(blocks), correction(blocks), sum(blocks), partial(blocks * 5), output(5);
    attn::SoftmaxTrace trace{maximum, correction, sum, partial, output};
    REQUIRE(attn::softmax_trace(kShape, problem.inputs(), problem.options, head, row, block, trace,
                                workspace)
                .ok());

    // The same in double, from the masked scores.
    const double* scores = reference.masked_scores.data() + (head * 13 + row) * 300;
    double m = -HUGE_VAL;
    std::vector<double> expected_maximum, expected_sum, expected_partial;
    for (int begin = 0; begin < 300; begin += block) {
      const int end = std::min(begin + block, 300);
      for (int j = begin; j < end; ++j) m = std::max(m, scores[j]);
      double l = 0, mixed[5] = {};
      for (int j = 0; j < end; ++j) {
        const double p = m == -HUGE_VAL ? 0.0 : std::exp(scores[j] - m);
        l += p;
        for (int c = 0; c < 5; ++c)
          mixed[c] += p * problem.value[static_cast<std::size_t>((300 + j) * 5 + c)];
      }
      expected_maximum.push_back(m);
      expected_sum.push_back(l);
      expected_partial.insert(expected_partial.end(), mixed, mixed + 5);
    }
    check_close("maximum", maximum, expected_maximum, 2e-6, 2e-6);
    check_close("sum", sum, expected_sum, 3e-6, 5e-6);
    check_close("partial output", partial, expected_partial, 2e-5, 5e-6);
    CHECK(correction[0] == 0.0f);
    for (std::size_t b = 1; b < blocks; ++b) {
      const double expected = expected_maximum[b - 1] == -HUGE_VAL
                                  ? (expected_maximum[b] == -HUGE_VAL ? 1.0 : 0.0)
                                  : std::exp(expected_maximum[b - 1] - expected_maximum[b]);
      CHECK(std::fabs(correction[b] - expected) < 3e-6);
    }
    CHECK(std::fabs(trace.log_sum_exp - reference.log_sum_exp[head * 13 + row]) < 3e-6);
  }
}

TEST_CASE("with the kernel's own block length the trace is the plain call, bit for bit") {
  const Problem problem = masked_problem();
  attn::Workspace workspace;
  Results plain(kShape);
  attn::AttentionOutputs only;
  only.output = plain.output;
  only.log_sum_exp = plain.lse;
  REQUIRE(attn::attention(kShape, problem.inputs(), problem.options, only, workspace).ok());
  Floats maximum(3), correction(3), sum(3), partial(15), output(5);
  attn::SoftmaxTrace trace{maximum, correction, sum, partial, output};
  for (int row = 0; row < 13; ++row) {
    REQUIRE(attn::softmax_trace(kShape, problem.inputs(), problem.options, 2, row, 128, trace,
                                workspace)
                .ok());
    for (int c = 0; c < 5; ++c)
      CHECK(output[static_cast<std::size_t>(c)] ==
            plain.output[static_cast<std::size_t>((2 * 13 + row) * 5 + c)]);
    CHECK(trace.log_sum_exp == plain.lse[static_cast<std::size_t>(2 * 13 + row)]);
  }
}
