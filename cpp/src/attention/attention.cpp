#include <attn/attention.h>

#include <algorithm>

#include "attention/attend.h"
#include "attention/checks.h"
#include "attention/packed_head.h"

namespace attn {
namespace {

// Scratch of attention(): one key/value head packed, and what a query head needs.
struct Plan {
  std::span<float> packed_keys;
  std::span<float> packed_values;
  TileScratch attend;

  bool make(const AttentionShape& shape, bool rows, Workspace& workspace) noexcept {
    const std::uint64_t keys = packed_floats(shape.d_k, shape.n_k);
    const std::uint64_t values = ValueLayout::floats(shape.n_k, shape.d_v);
    workspace.begin();
    workspace.add<float>(keys);
    workspace.add<float>(values);
    plan_scratch(shape, rows, workspace);
    if (!workspace.commit()) return false;
    packed_keys = workspace.take<float>(keys);
    packed_values = workspace.take<float>(values);
    attend = take_scratch(shape, rows, workspace);
    return true;
  }
};

// f(query head, problem) for every query head, each key/value head packed once for its group.
template <typename Function>
void each_head(const AttentionShape& shape, const AttentionInputs& inputs,
               const AttentionOptions& options, const Plan& plan, Function f) noexcept {
  const int group = shape.heads / shape.key_value_heads;
  const ValueLayout layout = ValueLayout::of(shape.n_k, shape.d_v);
  for (int kv = 0; kv < shape.key_value_heads; ++kv) {
    const float* keys =
        inputs.key.data() + static_cast<std::ptrdiff_t>(count(kv, shape.n_k, shape.d_k));
    pack_transposed(keys, shape.n_k, shape.d_k, plan.packed_keys.data());
    if (!inputs.value.empty()) {
      const float* values =
          inputs.value.data() + static_cast<std::ptrdiff_t>(count(kv, shape.n_k, shape.d_v));
      pack_values(values, 0, shape.n_k, shape.d_v, layout, plan.packed_values.data());
    }
    const PackedHead packed{plan.packed_keys.data(), plan.packed_values.data(), layout};
    for (int head = kv * group; head < (kv + 1) * group; ++head) {
      const HeadMask mask(options.mask, shape.n_q, shape.n_k, head);
      f(head, head_problem(shape, inputs, packed, mask, options, head));
    }
  }
}

// Everything that is refused, and the plan for what is not.
Status prepare(const AttentionShape& shape, const AttentionInputs& inputs,
               const AttentionOptions& options, bool rows, bool needs_value, Workspace& workspace,
               Plan& plan) noexcept {
  if (const Status status = check_shape(shape); !status.ok()) return status;
  if (const Status status = check_query(shape, inputs); !status.ok()) return status;
  if (const Status status = check_keys(shape, inputs); !status.ok()) return status;
  if (const Status status = check_options(shape, options); !status.ok()) return status;
  if (needs_value || !inputs.value.empty()) {
    if (const Status status = check_values(shape, inputs); !status.ok()) return status;
  }
  Magnitudes magnitudes;
  if (const Status status = measure(inputs, magnitudes); !status.ok()) return status;
  if (mix_may_overflow(shape, magnitudes)) return {Code::kOverflow, Argument::kValue};
  if (!plan.make(shape, rows, workspace)) return {Code::kMemory, Argument::kNone};
  const float scale = options.scale / options.temperature;
  if (!scores_may_overflow(shape, magnitudes, scale)) return kOk;
  bool overflow = false;
  each_head(shape, inputs, options, plan, [&](int, const HeadProblem& problem) {
    overflow = overflow || scores_overflow(problem, scale, plan.attend.query_tile);
  });
  return overflow ? Status{Code::kOverflow, Argument::kQuery} : kOk;
}

}  // namespace

Status attention(const AttentionShape& shape, const AttentionInputs& inputs,
                 const AttentionOptions& options, const AttentionOutputs& outputs,
                 Workspace& workspace) noexcept {
  Plan plan;
  if (const Status status = prepare(shape, inputs, options, stores_rows(outputs),
                                    !outputs.output.empty(), workspace, plan);
      !status.ok()) {
    return status;
  }
  if (const Status status = check_outputs(shape, outputs); !status.ok()) return status;
  const float scale = options.scale / options.temperature;
  each_head(shape, inputs, options, plan, [&](int head, const HeadProblem& problem) {
    attend_head(shape, problem, scale, head, plan.attend, outputs);
  });
  return kOk;
}

Status softmax_trace(const AttentionShape& shape, const AttentionInputs& inputs,
                     const AttentionOptions& options, std::int32_t head, std::int32_t row,
                     std::int32_t block_size, SoftmaxTrace& trace, Workspace& workspace) noexcept {
  Plan plan;
  // Scratch for whole rows: a block may be as long as the row.
  if (const Status status = prepare(shape, inputs, options, true, true, workspace, plan);
      !status.ok())
    return status;
  if (head < 0 || head >= shape.heads) return {Code::kOption, Argument::kHead};
  if (row < 0 || row >= shape.n_q) return {Code::kOption, Argument::kRow};
  if (block_size < 1) return {Code::kOption, Argument::kBlockSize};
  const int block = std::min(block_size, shape.n_k);
  const std::size_t blocks = static_cast<std::size_t>((shape.n_k + block - 1) / block);
  const std::size_t width = static_cast<std::size_t>(shape.d_v);
  if (trace.maximum.size() != blocks || trace.correction.size() != blocks ||
      trace.sum.size() != blocks || trace.partial_output.size() != blocks * width ||
      trace.output.size() != width) {
    return {Code::kShape, Argument::kBlockSize};
  }
  each_head(shape, inputs, options, plan, [&](int each, const HeadProblem& problem) {
    if (each != head) return;
    const OnlineRecord record{trace.maximum.data(), trace.correction.data(), trace.sum.data(),
                              trace.partial_output.data()};
    online_softmax_recorded(problem, plan.attend, row, block, record, trace.output.data(),
                            &trace.log_sum_exp);
  });
  for (float& maximum : trace.maximum) maximum *= kLn2;
  return kOk;
}

}  // namespace attn
