// A layer out of bytes: projections, heads, concat and W_O against the reference.
#include <attn/layer.h>

#include "checks.h"
#include "fuzz_targets.h"

namespace fuzz {
namespace {

attn::LayerWorkspace workspace;

struct Layer {
  attn::LayerShape shape;
  Floats x, context, wq, wk, wv, wo, bq, bk, bv, bo, gain;
  attn::WeightLayout layout = attn::WeightLayout::kInOut;
  attn::AttentionOptions options;
  MaskBytes mask_bytes;
  Verdict verdict;

  [[nodiscard]] attn::LayerInputs inputs() const {
    return {x, context, wq, wk, wv, wo, bq, bk, bv, bo, gain, {}};
  }
};

void decode_shape(Bytes& bytes, Layer& layer, bool has_context, bool has_wo) {
  bool hostile = false;
  attn::LayerShape& s = layer.shape;
  s.key_value_heads = bytes.size(3, hostile);
  const bool is_small = s.key_value_heads > 0 && s.key_value_heads < 1000;
  s.heads = is_small ? s.key_value_heads * (1 + bytes.below(2)) : s.key_value_heads;
  s.n_q = bytes.size(24, hostile);
  s.n_k = has_context ? bytes.size(24, hostile) : s.n_q;
  s.d_model = bytes.size(20, hostile);
  s.d_context = has_context ? bytes.size(20, hostile) : s.d_model;
  s.d_k = bytes.size(12, hostile);
  s.d_v = bytes.size(12, hostile);
  s.d_out = bytes.size(20, hostile);
  if (!has_wo && !hostile) s.d_out = s.heads * s.d_v;
  layer.verdict.must_refuse |= hostile;
}

Layer decode(Bytes& bytes) {
  Layer layer;
  const bool has_context = bytes.rarely(3), has_wo = !bytes.rarely(3);
  decode_shape(bytes, layer, has_context, has_wo);
  const attn::LayerShape& s = layer.shape;
  Verdict& verdict = layer.verdict;
  const float size = amplitude(bytes, verdict);
  const std::int64_t h = s.heads, kv = s.key_value_heads;
  layer.x = values(bytes, room(s.n_q, s.d_model), size, verdict);
  if (has_context) layer.context = values(bytes, room(s.n_k, s.d_context), size, verdict);
  layer.wq = values(bytes, room(s.d_model, h, s.d_k), size, verdict);
  layer.wk = values(bytes, room(s.d_context, kv, s.d_k), size, verdict);
  layer.wv = values(bytes, room(s.d_context, kv, s.d_v), size, verdict);
  if (has_wo) layer.wo = values(bytes, room(h, s.d_v, s.d_out), size, verdict);
  // An array that went missing, or a length of 0, is another problem than the one that was meant.
  const bool lacks = layer.x.empty() || layer.wq.empty() || layer.wk.empty() || layer.wv.empty() ||
                     (has_wo && layer.wo.empty()) || (has_context && layer.context.empty());
  verdict.may_refuse |= lacks;
  const auto maybe = [&](Floats& floats, std::size_t count) {
    if (!bytes.rarely(4) || count == 0) return;
    floats = values(bytes, count, 1.0f, verdict);
    verdict.may_refuse |= floats.empty();
  };
  maybe(layer.bq, room(h, s.d_k));
  maybe(layer.bk, room(kv, s.d_k));
  maybe(layer.bv, room(kv, s.d_v));
  if (has_wo) maybe(layer.bo, room(s.d_out, 1));
  maybe(layer.gain, room(h, 1));
  layer.layout = bytes.pick({attn::WeightLayout::kInOut, attn::WeightLayout::kOutIn});
  layer.options = options(bytes, s.d_k, verdict);
  layer.options.mask = mask(bytes, s.heads, s.n_q, s.n_k, layer.mask_bytes, verdict);
  // Projections of large numbers may leave float32, and so may what is made of them.
  verdict.may_refuse |= size > 30.0f;
  return layer;
}

// How far the scores may be off, from the largest values along the way.
double error_bound(const Layer& layer) {
  const attn::LayerShape& s = layer.shape;
  const Floats& source = layer.context.empty() ? layer.x : layer.context;
  const double q = s.d_model * largest(layer.x) * largest(layer.wq) + largest(layer.bq);
  const double k = s.d_context * largest(source) * largest(layer.wk) + largest(layer.bk);
  const double factor = std::fabs(static_cast<double>(layer.options.scale) /
                                  static_cast<double>(layer.options.temperature));
  return kEpsilon * (s.d_k + s.d_model + s.d_context + 8) * s.d_k * q * k * factor + 1e-6;
}

}  // namespace

void fuzz_layer(Bytes& bytes) {
  Layer layer = decode(bytes);
  const attn::LayerShape& s = layer.shape;
  Floats output(room(s.n_q, s.d_out), kUntouched), concat(room(s.n_q, s.heads, s.d_v), kUntouched);
  Floats weights(bytes.rarely(2) ? room(s.heads, s.n_q, s.n_k) : 0, kUntouched);
  attn::LayerOutputs outputs;
  outputs.output = output;
  if (bytes.rarely(2)) outputs.concat = concat;
  outputs.attention.weights = weights;
  const attn::Status status =
      attn::layer(s, layer.inputs(), layer.layout, layer.options, outputs, workspace);
  require_verdict(status, layer.verdict);
  if (!status.ok()) {
    for (const Floats* each : {&output, &concat, &weights})
      require_untouched(*each, "a refused layer wrote");
    return;
  }
  for (const float y : output) require(!std::isnan(y), "a NaN came out of a layer", y, 0);
  const double error = error_bound(layer);
  if (!(error < kComparable)) return;
  const attn::reference::Layer expected =
      attn::reference::layer(s, layer.inputs(), layer.layout, layer.options);
  const double share = 3 * error + kEpsilon * (s.n_k + s.d_model + s.d_context + 32);
  for (std::size_t k = 0; k < weights.size(); ++k)
    require_close(weights[k], expected.attention.weights[k], share, "weight of a layer");
  const Floats& source = layer.context.empty() ? layer.x : layer.context;
  const double value = s.d_context * largest(source) * largest(layer.wv) + largest(layer.bv);
  const double gain = layer.gain.empty() ? 1 : largest(layer.gain);
  const double width = static_cast<double>(s.heads) * s.d_v;
  const double mixed = 3 * share * value * gain + 1e-30;
  const double projected = layer.wo.empty() ? mixed
                                            : (mixed + kEpsilon * (width + 8) * value * gain) *
                                                      width * largest(layer.wo) +
                                                  4 * kEpsilon * largest(layer.bo) + 1e-30;
  for (std::size_t k = 0; k < output.size(); ++k)
    require_close(output[k], expected.output[k], projected, "output of a layer");
}

}  // namespace fuzz
