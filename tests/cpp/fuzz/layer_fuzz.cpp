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

  [[nodiscard]] attn::LayerInputs inputs() const {
    return {x, context, wq, wk, wv, wo, bq, bk, bv, bo, gain, {}};
  }
};

void decode_shape(Bytes& bytes, attn::LayerShape& s, bool has_context, bool has_wo) {
  s.key_value_heads = bytes.size(3);
  s.heads = query_heads(bytes, s.key_value_heads);
  s.n_q = bytes.size(24);
  s.n_k = has_context || bytes.rarely(61) ? bytes.size(24) : s.n_q;
  s.d_model = bytes.size(20);
  s.d_context = has_context || bytes.rarely(61) ? bytes.size(20) : s.d_model;
  s.d_k = bytes.size(12);
  s.d_v = bytes.size(12);
  s.d_out = bytes.size(20);
  if (!has_wo && room(s.heads, s.d_v) > 0 && !bytes.rarely(61))
    s.d_out = static_cast<std::int32_t>(room(s.heads, s.d_v));
}

Layer decode(Bytes& bytes) {
  Layer layer;
  const bool has_context = bytes.rarely(3), has_wo = !bytes.rarely(3);
  attn::LayerShape& s = layer.shape;
  decode_shape(bytes, s, has_context, has_wo);
  const float most = amplitude(bytes);
  const std::int64_t h = s.heads, kv = s.key_value_heads;
  layer.x = values(bytes, room(s.n_q, s.d_model), most);
  if (has_context) layer.context = values(bytes, room(s.n_k, s.d_context), most);
  layer.wq = values(bytes, room(s.d_model, h, s.d_k), most);
  layer.wk = values(bytes, room(s.d_context, kv, s.d_k), most);
  layer.wv = values(bytes, room(s.d_context, kv, s.d_v), most);
  if (has_wo) layer.wo = values(bytes, room(h, s.d_v, s.d_out), most);
  const auto maybe = [&](Floats& floats, std::size_t count) {
    if (bytes.rarely(4)) floats = values(bytes, count, 1.0f);
  };
  maybe(layer.bq, room(h, s.d_k));
  maybe(layer.bk, room(kv, s.d_k));
  maybe(layer.bv, room(kv, s.d_v));
  maybe(layer.bo, has_wo || bytes.rarely(61) ? room(s.d_out, 1) : 0);
  maybe(layer.gain, room(h, 1));
  layer.layout = bytes.pick({attn::WeightLayout::kInOut, attn::WeightLayout::kOutIn});
  layer.options = options(bytes, s.d_k);
  layer.options.mask = mask(bytes, s.heads, s.n_q, s.n_k, layer.mask_bytes);
  return layer;
}

// How far the scores may be off, from the largest values along the way.
double error_bound(const Layer& layer) {
  const attn::LayerShape& s = layer.shape;
  const Floats& source = layer.context.empty() ? layer.x : layer.context;
  const double q = s.d_model * largest(layer.x) * largest(layer.wq) + largest(layer.bq);
  const double k = s.d_context * largest(source) * largest(layer.wk) + largest(layer.bk);
  return kEpsilon * (s.d_k + s.d_model + s.d_context + 8) * s.d_k * q * k * factor(layer.options) +
         1e-6;
}

}  // namespace

void fuzz_layer(Bytes& bytes) {
  const Layer layer = decode(bytes);
  const attn::LayerShape& s = layer.shape;
  Floats output(room(s.n_q, s.d_out), kUntouched), concat(room(s.n_q, s.heads, s.d_v), kUntouched);
  Floats weights(bytes.rarely(2) ? room(s.heads, s.n_q, s.n_k) : 0, kUntouched);
  attn::LayerOutputs outputs;
  outputs.output = output;
  if (bytes.rarely(2)) outputs.concat = concat;
  outputs.attention.weights = weights;
  const attn::Status status =
      attn::layer(s, layer.inputs(), layer.layout, layer.options, outputs, workspace);
  Verdict verdict = judge(s, layer.inputs(), layer.options);
  // Short rooms of hostile shapes.
  verdict.must_refuse |= !has(output.size(), {s.n_q, s.d_out});
  require_verdict(status, verdict);
  if (!status.ok()) {
    for (const Floats* each : {&output, &concat, &weights})
      require_untouched(*each, "a refused layer wrote");
    return;
  }
  for (const float y : output) require(!std::isnan(y), "a NaN came out of a layer", y, 0);
  const double error = error_bound(layer);
  if (!(error < kComparable) || std::max(s.n_q, s.n_k) > kLongestCompared) return;
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
