#include <attn/layer.h>

#include <algorithm>
#include <cmath>

#include "attention/checks.h"
#include "kernels/matrix_product.h"
#include "layer/layer_checks.h"
#include "layer/pack_weights.h"

namespace attn {
namespace {

// Scratch of one call. Everything is computed here first: the caller's memory is written when
// nothing can go wrong any more.
struct LayerPlan {
  std::span<float> query, key, value;    // [h, n_q, d_k], [h_kv, n_k, d_k], [h_kv, n_k, d_v]
  std::span<float> head_output, concat;  // [h, n_q, d_v], [n_q, h·d_v]
  std::span<float> packed;               // the weights being multiplied with
  std::span<float> tiles;                // matrix_product's packed rows
  std::span<float> trial;                // [n_q, d_out], only where the output might overflow

  bool make(const LayerShape& s, bool needs_trial, Workspace& workspace) noexcept {
    const std::uint64_t sizes[] = {
        count(s.heads, s.n_q, s.d_k),
        count(s.key_value_heads, s.n_k, s.d_k),
        count(s.key_value_heads, s.n_k, s.d_v),
        count(s.heads, s.n_q, s.d_v),
        count(s.heads, s.n_q, s.d_v),
        std::max({packed_weight_floats(s.d_model, s.heads, s.d_k),
                  packed_weight_floats(s.d_context, s.key_value_heads, s.d_k),
                  packed_weight_floats(s.d_context, s.key_value_heads, s.d_v),
                  packed_weight_floats(s.heads * s.d_v, 1, s.d_out)}),
        matrix_product_scratch(),
        needs_trial ? count(s.n_q, s.d_out) : 0};
    std::span<float>* pieces[] = {&query,  &key,    &value, &head_output,
                                  &concat, &packed, &tiles, &trial};
    workspace.begin();
    for (const std::uint64_t size : sizes) workspace.add<float>(size);
    if (!workspace.commit()) return false;
    for (std::size_t p = 0; p < std::size(pieces); ++p)
      *pieces[p] = workspace.take<float>(sizes[p]);
    return true;
  }
};

// rows of `x` times `blocks` blocks of `columns` weights.
struct Projection {
  const float* x;
  int rows;
  int depth;
  const float* weights;
  const float* bias;
  int blocks;
  int columns;
  const PackedWeights* kept;
};

// result: [blocks, rows, columns].
void project(const Projection& p, WeightLayout layout, RegisterTile tile, const LayerPlan& plan,
             float* result) noexcept {
  const bool is_kept = p.kept != nullptr && p.kept->holds(p.depth, p.blocks, p.columns);
  if (!is_kept) pack_weights(p.weights, layout, p.depth, p.blocks, p.columns, plan.packed.data());
  MatrixProduct product;
  product.tile = tile;
  product.left = p.x;
  product.left_stride = p.depth;
  product.rows = p.rows;
  product.depth = p.depth;
  product.right = is_kept ? p.kept->panels() : plan.packed.data();
  product.blocks = p.blocks;
  product.block_columns = p.columns;
  product.bias = p.bias;
  product.result = result;
  product.result_stride = p.columns;
  product.block_stride = static_cast<std::ptrdiff_t>(p.rows) * p.columns;
  matrix_product(product, plan.tiles.data());
}

const float* or_null(std::span<const float> span) noexcept {
  return span.empty() ? nullptr : span.data();
}

Status project_all(const LayerShape& shape, const LayerInputs& inputs, WeightLayout layout,
                   RegisterTile tile, const LayerPlan& plan) noexcept {
  const float* context = inputs.context.empty() ? inputs.x.data() : inputs.context.data();
  project({inputs.x.data(), shape.n_q, shape.d_model, inputs.wq.data(), or_null(inputs.bq),
           shape.heads, shape.d_k, inputs.kept.wq},
          layout, tile, plan, plan.query.data());
  project({context, shape.n_k, shape.d_context, inputs.wk.data(), or_null(inputs.bk),
           shape.key_value_heads, shape.d_k, inputs.kept.wk},
          layout, tile, plan, plan.key.data());
  project({context, shape.n_k, shape.d_context, inputs.wv.data(), or_null(inputs.bv),
           shape.key_value_heads, shape.d_v, inputs.kept.wv},
          layout, tile, plan, plan.value.data());
  // x and W are finite, so what is not finite here has overflowed.
  if (!extent(plan.query).finite) return {Code::kOverflow, Argument::kWq};
  if (!extent(plan.key).finite) return {Code::kOverflow, Argument::kWk};
  if (!extent(plan.value).finite) return {Code::kOverflow, Argument::kWv};
  return kOk;
}

// Gains onto the heads' outputs, and the heads side by side.
void concatenate(const LayerShape& shape, std::span<const float> gain,
                 const LayerPlan& plan) noexcept {
  const std::ptrdiff_t d_v = shape.d_v;
  for (std::int32_t head = 0; head < shape.heads; ++head) {
    float* rows = plan.head_output.data() + head * shape.n_q * d_v;
    if (!gain.empty()) {
      const float factor = gain[static_cast<std::size_t>(head)];
      for (std::ptrdiff_t k = 0; k < shape.n_q * d_v; ++k) rows[k] *= factor;
    }
    for (std::int32_t i = 0; i < shape.n_q; ++i) {
      std::copy_n(rows + i * d_v, d_v,
                  plan.concat.data() + (static_cast<std::ptrdiff_t>(i) * shape.heads + head) * d_v);
    }
  }
}

void project_output(const LayerShape& shape, const LayerInputs& inputs, WeightLayout layout,
                    RegisterTile tile, const LayerPlan& plan, float* output) noexcept {
  project({plan.concat.data(), shape.n_q, shape.heads * shape.d_v, inputs.wo.data(),
           or_null(inputs.bo), 1, shape.d_out, inputs.kept.wo},
          layout, tile, plan, output);
}

// Could the gains or W_O carry a finite value past float32? Outputs are averages of values, so
// values bound them.
bool output_may_overflow(const LayerShape& shape, const LayerInputs& inputs,
                         const LayerPlan& plan) noexcept {
  const double gain = inputs.head_gain.empty() ? 1.0 : extent(inputs.head_gain).largest;
  const double concat = 2.0 * extent(plan.value).largest * gain;
  const PackedWeights* kept = inputs.kept.wo;
  const bool is_kept = kept != nullptr && kept->holds(shape.heads * shape.d_v, 1, shape.d_out);
  const float weight = is_kept ? kept->largest() : extent(inputs.wo).largest;
  const double output = concat * weight * shape.heads * shape.d_v + extent(inputs.bo).largest;
  return std::max(concat, 2.0 * output) > static_cast<double>(std::numeric_limits<float>::max());
}

void copy_if_wanted(std::span<const float> from, std::span<float> to) noexcept {
  if (!to.empty()) std::copy(from.begin(), from.end(), to.begin());
}

}  // namespace

Status layer(const LayerShape& shape, const LayerInputs& inputs, WeightLayout layout,
             const AttentionOptions& options, const LayerOutputs& outputs,
             LayerWorkspace& workspace) noexcept {
  if (const Status status = check_layer(shape, inputs, outputs); !status.ok()) return status;
  LayerPlan plan;
  if (!plan.make(shape, false, workspace.projections)) return {Code::kMemory, Argument::kNone};
  if (const Status status = project_all(shape, inputs, layout, options.tile, plan); !status.ok())
    return status;
  const bool needs_trial = output_may_overflow(shape, inputs, plan);
  if (needs_trial) {
    if (!plan.make(shape, true, workspace.projections)) return {Code::kMemory, Argument::kNone};
    if (const Status status = project_all(shape, inputs, layout, options.tile, plan); !status.ok())
      return status;
  }

  const AttentionInputs heads{plan.query, plan.key, plan.value, inputs.bias};
  AttentionOutputs wanted = outputs.attention;
  wanted.output = plan.head_output;
  if (needs_trial) {
    AttentionOutputs only_output;
    only_output.output = plan.head_output;
    if (const Status status =
            attention(shape.attention(), heads, options, only_output, workspace.attention);
        !status.ok()) {
      return status;
    }
    concatenate(shape, inputs.head_gain, plan);
    if (!extent(plan.concat).finite) return {Code::kOverflow, Argument::kHeadGain};
    if (!inputs.wo.empty()) {
      project_output(shape, inputs, layout, options.tile, plan, plan.trial.data());
      if (!extent(plan.trial).finite) return {Code::kOverflow, Argument::kWo};
    }
  }
  if (const Status status =
          attention(shape.attention(), heads, options, wanted, workspace.attention);
      !status.ok()) {
    return status;
  }
  concatenate(shape, inputs.head_gain, plan);
  copy_if_wanted(plan.query, outputs.query);
  copy_if_wanted(plan.key, outputs.key);
  copy_if_wanted(plan.value, outputs.value);
  copy_if_wanted(plan.head_output, outputs.head_output);
  copy_if_wanted(plan.concat, outputs.concat);
  if (!outputs.output.empty()) {
    if (inputs.wo.empty()) {
      copy_if_wanted(plan.concat, outputs.output);
    } else {
      project_output(shape, inputs, layout, options.tile, plan, outputs.output.data());
    }
  }
  return kOk;
}

}  // namespace attn
