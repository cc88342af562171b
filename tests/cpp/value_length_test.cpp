// Values that no output is wanted of, with a length that is wrong: found by the fuzz target, which
// read past their end.
#include <attn/attention.h>
#include <doctest/doctest.h>

#include <string>

#include "samples.h"

TEST_CASE("values of another length are refused, whatever is wanted") {
  samples::Problem problem({2, 1, 3, 5, 4, 6});
  problem.value.pop_back();
  samples::Floats log_sum_exp(6, 123.0f);
  attn::AttentionOutputs outputs;
  outputs.log_sum_exp = log_sum_exp;
  attn::Workspace workspace;
  const attn::Status status =
      attn::attention(problem.shape, problem.inputs(), problem.options, outputs, workspace);
  CHECK(attn::code_name(status.code) == std::string("shape"));
  CHECK(attn::argument_name(status.argument) == std::string("value"));
  for (const float x : log_sum_exp) CHECK(x == 123.0f);
}
