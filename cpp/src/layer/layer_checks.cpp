#include "layer/layer_checks.h"

#include "attention/checks.h"

namespace attn {
namespace {

struct Operand {
  std::span<const float> span;
  std::uint64_t floats;
  bool optional;
  Argument argument;
  bool is_kept = false;  // looked at when it was packed
};

}  // namespace

Status check_layer(const LayerShape& s, const LayerInputs& inputs,
                   const LayerOutputs& outputs) noexcept {
  if (const Status status = check_shape(s.attention()); !status.ok()) return status;
  constexpr std::int32_t kMaxWidth = 1 << 28;  // as check_shape has it
  if (s.d_model > kMaxWidth || s.d_context > kMaxWidth || s.d_out > kMaxWidth)
    return {Code::kShape, Argument::kX};
  const bool is_self = inputs.context.empty();
  if (s.d_model < 1 || (is_self && s.n_k != s.n_q)) return {Code::kShape, Argument::kX};
  if (s.d_context < 1 || (is_self && s.d_context != s.d_model))
    return {Code::kShape, Argument::kContext};
  if (s.d_out < 1 ||
      (inputs.wo.empty() && count(s.heads, s.d_v) != static_cast<std::uint64_t>(s.d_out))) {
    return {Code::kShape, Argument::kWo};
  }
  if (inputs.wo.empty() && !inputs.bo.empty()) return {Code::kShape, Argument::kBo};
  // Head widths side by side are indexed in int.
  if (count(s.heads, s.d_v) > kUnbounded || count(s.heads, s.d_k) > kUnbounded)
    return {Code::kShape, Argument::kHeads};

  const auto kept = [](const PackedWeights* weights, int depth, int blocks, int columns) {
    return weights != nullptr && weights->holds(depth, blocks, columns);
  };
  const Operand operands[] = {
      {inputs.x, count(s.n_q, s.d_model), false, Argument::kX},
      {inputs.context, count(s.n_k, s.d_context), true, Argument::kContext},
      {inputs.wq, count(s.d_model, s.heads, s.d_k), false, Argument::kWq,
       kept(inputs.kept.wq, s.d_model, s.heads, s.d_k)},
      {inputs.wk, count(s.d_context, s.key_value_heads, s.d_k), false, Argument::kWk,
       kept(inputs.kept.wk, s.d_context, s.key_value_heads, s.d_k)},
      {inputs.wv, count(s.d_context, s.key_value_heads, s.d_v), false, Argument::kWv,
       kept(inputs.kept.wv, s.d_context, s.key_value_heads, s.d_v)},
      {inputs.wo, count(s.heads, s.d_v, s.d_out), true, Argument::kWo,
       kept(inputs.kept.wo, s.heads * s.d_v, 1, s.d_out)},
      {inputs.bq, count(s.heads, s.d_k), true, Argument::kBq},
      {inputs.bk, count(s.key_value_heads, s.d_k), true, Argument::kBk},
      {inputs.bv, count(s.key_value_heads, s.d_v), true, Argument::kBv},
      {inputs.bo, count(1, s.d_out), true, Argument::kBo},
      {inputs.head_gain, count(1, s.heads), true, Argument::kHeadGain},
  };
  for (const Operand& operand : operands) {
    if (operand.optional && operand.span.empty()) continue;
    if (operand.span.size() != operand.floats) return {Code::kShape, operand.argument};
  }
  for (const Operand& operand : operands) {
    if (!operand.is_kept && !extent(operand.span).finite)
      return {Code::kNotFinite, operand.argument};
  }

  const auto fits = [](std::span<float> span, std::uint64_t floats) {
    return span.empty() || span.size() == floats;
  };
  const bool outputs_ok = fits(outputs.query, count(s.heads, s.n_q, s.d_k)) &&
                          fits(outputs.key, count(s.key_value_heads, s.n_k, s.d_k)) &&
                          fits(outputs.value, count(s.key_value_heads, s.n_k, s.d_v)) &&
                          fits(outputs.head_output, count(s.heads, s.n_q, s.d_v)) &&
                          fits(outputs.concat, count(s.n_q, s.heads, s.d_v)) &&
                          fits(outputs.output, count(s.n_q, s.d_out));
  if (!outputs_ok) return {Code::kShape, Argument::kWant};
  return check_outputs(s.attention(), outputs.attention);
}

}  // namespace attn
