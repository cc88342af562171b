// A query head's problem from the public arguments and packed keys and values.
#pragma once

#include <attn/attention.h>

#include "kernels/head_problem.h"
#include "math/exponential.h"

namespace attn {

// One key/value head as the kernels read it: from attention()'s scratch, or from a cache.
struct PackedHead {
  const float* keys;
  const float* values;
  ValueLayout value_layout;
};

[[nodiscard]] inline HeadProblem head_problem(const AttentionShape& shape,
                                              const AttentionInputs& inputs,
                                              const PackedHead& packed, const HeadMask& mask,
                                              const AttentionOptions& options, int head) noexcept {
  const std::ptrdiff_t cells = static_cast<std::ptrdiff_t>(shape.n_q) * shape.n_k;
  const bool bias_per_head = inputs.bias.size() > static_cast<std::size_t>(cells);
  HeadProblem problem;
  problem.n_q = shape.n_q;
  problem.n_k = shape.n_k;
  problem.d_k = shape.d_k;
  problem.d_v = shape.d_v;
  problem.query = inputs.query.data() + static_cast<std::ptrdiff_t>(shape.n_q) * shape.d_k * head;
  problem.packed_keys = packed.keys;
  problem.packed_values = packed.values;
  problem.value_layout = packed.value_layout;
  problem.bias =
      inputs.bias.empty() ? nullptr : inputs.bias.data() + (bias_per_head ? cells * head : 0);
  problem.factor = options.scale / options.temperature * kLog2e;
  problem.tile = options.tile;
  problem.mask = &mask;
  return problem;
}

}  // namespace attn
