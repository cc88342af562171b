#include "attention/checks.h"

#include <algorithm>
#include <cmath>

#include "mask/head_mask.h"
#include "math/exponential.h"

namespace attn {
namespace {

// Dimensions up to here leave room for every index computed in int.
constexpr std::int32_t kMaxDimension = 1 << 28;

constexpr double kLargest = std::numeric_limits<float>::max();

[[nodiscard]] bool fits(std::span<const float> span, std::uint64_t floats) noexcept {
  return span.empty() || span.size() == floats;
}

}  // namespace

Status check_shape(const AttentionShape& shape) noexcept {
  const auto size_ok = [](std::int32_t size) { return size >= 1 && size <= kMaxDimension; };
  if (!size_ok(shape.heads)) return {Code::kShape, Argument::kHeads};
  if (!size_ok(shape.key_value_heads) || shape.heads % shape.key_value_heads != 0) {
    return {Code::kShape, Argument::kKeyValueHeads};
  }
  if (!size_ok(shape.n_q) || !size_ok(shape.d_k)) return {Code::kShape, Argument::kQuery};
  if (!size_ok(shape.n_k)) return {Code::kShape, Argument::kKey};
  if (!size_ok(shape.d_v)) return {Code::kShape, Argument::kValue};
  return kOk;
}

Status check_query(const AttentionShape& shape, const AttentionInputs& inputs) noexcept {
  if (inputs.query.size() != count(shape.heads, shape.n_q, shape.d_k))
    return {Code::kShape, Argument::kQuery};
  const std::size_t bias = inputs.bias.size();
  const bool bias_ok = bias == 0 || bias == count(shape.n_q, shape.n_k) ||
                       bias == count(shape.heads, shape.n_q, shape.n_k);
  return bias_ok ? kOk : Status{Code::kShape, Argument::kBias};
}

Status check_keys(const AttentionShape& shape, const AttentionInputs& inputs) noexcept {
  const bool ok = inputs.key.size() == count(shape.key_value_heads, shape.n_k, shape.d_k);
  return ok ? kOk : Status{Code::kShape, Argument::kKey};
}

Status check_values(const AttentionShape& shape, const AttentionInputs& inputs) noexcept {
  const bool ok = inputs.value.size() == count(shape.key_value_heads, shape.n_k, shape.d_v);
  return ok ? kOk : Status{Code::kShape, Argument::kValue};
}

Status check_options(const AttentionShape& shape, const AttentionOptions& options) noexcept {
  if (!std::isfinite(options.scale)) return {Code::kNotFinite, Argument::kScale};
  if (!std::isfinite(options.temperature)) return {Code::kNotFinite, Argument::kTemperature};
  if (!(options.temperature > 0.0f)) return {Code::kOption, Argument::kTemperature};
  if (!std::isfinite(options.scale / options.temperature * kLog2e))
    return {Code::kOverflow, Argument::kTemperature};

  return check_mask(options.mask, shape.heads, shape.n_q, shape.n_k);
}

Status check_outputs(const AttentionShape& shape, const AttentionOutputs& outputs) noexcept {
  const std::uint64_t cells = count(shape.heads, shape.n_q, shape.n_k);
  const std::uint64_t rows = count(shape.heads, shape.n_q);
  bool ok = fits(outputs.output, count(shape.heads, shape.n_q, shape.d_v));
  for (const auto& span :
       {outputs.weights, outputs.raw_scores, outputs.scaled_scores, outputs.masked_scores}) {
    ok = ok && fits(span, cells);
  }
  for (const auto& span : {outputs.log_sum_exp, outputs.entropy, outputs.peak, outputs.row_sum,
                           outputs.jacobian_norm}) {
    ok = ok && fits(span, rows);
  }
  return ok ? kOk : Status{Code::kShape, Argument::kWant};
}

Status measure(const AttentionInputs& inputs, Magnitudes& magnitudes) noexcept {
  const Extent query = extent(inputs.query);
  const Extent key = extent(inputs.key);
  const Extent value = extent(inputs.value);
  const Extent bias = extent_below_infinity(inputs.bias);
  if (!query.finite) return {Code::kNotFinite, Argument::kQuery};
  if (!key.finite) return {Code::kNotFinite, Argument::kKey};
  if (!value.finite) return {Code::kNotFinite, Argument::kValue};
  if (!bias.finite) return {Code::kNotFinite, Argument::kBias};
  magnitudes = {query.largest, key.largest, value.largest, bias.largest};
  return kOk;
}

// The factors of two leave room for the rounding of long sums.
bool scores_may_overflow(const AttentionShape& shape, const Magnitudes& magnitudes,
                         float scale) noexcept {
  const double factor = std::max(1.0, std::fabs(static_cast<double>(scale)) * kLog2e);
  const double query = 2.0 * magnitudes.query * factor;  // what the kernels multiply keys with
  return query > kLargest || query * magnitudes.key * shape.d_k + 2.0 * magnitudes.bias > kLargest;
}

bool mix_may_overflow(const AttentionShape& shape, const Magnitudes& magnitudes) noexcept {
  return 2.0 * magnitudes.value * shape.n_k > kLargest;
}

}  // namespace attn
