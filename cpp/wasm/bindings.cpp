// The core for JavaScript: registration and nothing else. Memory crosses as addresses of floats in
// wasm memory, statuses as code | argument << 8; the engine in web/src composes the messages. Every
// rule is checked by the core behind it.
#include <attn/attention.h>
#include <attn/backend.h>
#include <attn/cache.h>
#include <attn/colormap.h>
#include <attn/layer.h>
#include <attn/low_rank.h>
#include <attn/random.h>
#include <attn/statistics.h>
#include <emscripten/bind.h>

namespace {

// Of an object of the core as well: web/src/engine/objects.js makes classes of the functions that
// begin with one. Embind's own classes bring smart pointers, inheritance and their glue, a third of
// what it adds to a page.
using Address = std::uintptr_t;

// How a parameter comes from JavaScript: numbers as they are, objects by their addresses.
template <typename T>
struct Wire {
  using Type = T;
  static T read(T value) noexcept { return value; }
};
template <typename T>
struct Wire<T&> {
  using Type = Address;
  static T& read(Address address) noexcept { return *reinterpret_cast<T*>(address); }
};
template <typename T>
struct Wire<T*> {
  using Type = Address;
  static T* read(Address address) noexcept { return reinterpret_cast<T*>(address); }
};

// `function` with every object that it takes as an address.
template <auto function>
struct Wired;
template <typename Result, typename... Parameters, Result (*function)(Parameters...)>
struct Wired<function> {
  static Result call(typename Wire<Parameters>::Type... values) {
    return function(Wire<Parameters>::read(values)...);
  }
};

template <typename T>
Address make() {
  return reinterpret_cast<Address>(new T);
}
template <typename T>
void destroy(T& object) {
  delete &object;
}

std::uint32_t pack(attn::Status status) {
  return static_cast<std::uint32_t>(status.code) | static_cast<std::uint32_t>(status.argument) << 8;
}

// Address 0 is "not given" and "not wanted".
template <typename T>
std::span<T> span_at(Address address, std::uint32_t count) {
  if (address == 0) return {};
  return {reinterpret_cast<T*>(address), count};
}
std::span<const float> in(Address address, std::uint32_t count) {
  return span_at<const float>(address, count);
}
std::span<float> out(Address address, std::uint32_t count) {
  return span_at<float>(address, count);
}

// --- memory
// -------------------------------------------------------------------------------------------------------------
bool reserve(attn::Block& block, double bytes) {
  return block.reserve(static_cast<std::uint64_t>(bytes));
}
Address address(const attn::Block& block) {
  return reinterpret_cast<Address>(block.as<char>());
}
std::uint32_t layer_scratch_bytes(const attn::LayerWorkspace& scratch) {
  return static_cast<std::uint32_t>(scratch.projections.bytes() + scratch.attention.bytes());
}

// --- options and outputs
// ------------------------------------------------------------------------------------------------
void set_scaling(attn::AttentionOptions& options, float scale, float temperature) {
  options.scale = scale;
  options.temperature = temperature;
}

void set_mask(attn::AttentionOptions& options, std::uint8_t causal, std::int32_t left,
              std::int32_t right, std::int32_t prefix, Address keep, std::uint32_t keep_count,
              Address allowed, std::uint32_t allowed_count) {
  options.mask = {static_cast<attn::Causal>(causal),
                  left,
                  right,
                  prefix,
                  span_at<const std::uint8_t>(keep, keep_count),
                  span_at<const std::uint8_t>(allowed, allowed_count)};
}

void set_outputs(attn::AttentionOutputs& outputs, std::uint32_t output_count, std::uint32_t cells,
                 std::uint32_t rows, Address output, Address weights, Address raw_scores,
                 Address scaled_scores, Address masked_scores, Address log_sum_exp, Address entropy,
                 Address peak, Address row_sum, Address jacobian_norm) {
  outputs = {out(output, output_count), out(weights, cells),       out(raw_scores, cells),
             out(scaled_scores, cells), out(masked_scores, cells), out(log_sum_exp, rows),
             out(entropy, rows),        out(peak, rows),           out(row_sum, rows),
             out(jacobian_norm, rows)};
}

void set_wide(attn::AttentionOptions& options, bool wide) {
  options.tile = wide ? attn::RegisterTile::kWide : attn::RegisterTile::kNarrow;
}

// --- attention
// ----------------------------------------------------------------------------------------------------------
struct AttentionCall {
  attn::AttentionShape shape;
  attn::AttentionInputs inputs;
};

void set_attention(AttentionCall& call, std::int32_t heads, std::int32_t key_value_heads,
                   std::int32_t n_q, std::int32_t n_k, std::int32_t d_k, std::int32_t d_v) {
  call.shape = {heads, key_value_heads, n_q, n_k, d_k, d_v};
}

void set_inputs(AttentionCall& call, Address query, std::uint32_t query_count, Address key,
                std::uint32_t key_count, Address value, std::uint32_t value_count, Address bias,
                std::uint32_t bias_count) {
  call.inputs = {in(query, query_count), in(key, key_count), in(value, value_count),
                 in(bias, bias_count)};
}

std::uint32_t run_attention(const AttentionCall& call, const attn::AttentionOptions& options,
                            const attn::AttentionOutputs& outputs, attn::LayerWorkspace& scratch) {
  return pack(attn::attention(call.shape, call.inputs, options, outputs, scratch.attention));
}

std::uint32_t run_tile(const AttentionCall& call, const attn::AttentionOptions& options,
                       attn::LayerWorkspace& scratch, Address log_sum_exp, std::uint32_t rows,
                       std::int32_t head, std::int32_t row_begin, std::int32_t row_end,
                       std::int32_t column_begin, std::int32_t column_end, Address tile,
                       std::uint32_t cells) {
  const attn::TileRange range{head, row_begin, row_end, column_begin, column_end};
  return pack(attn::weights_tile(call.shape, call.inputs, options, in(log_sum_exp, rows), range,
                                 out(tile, cells), scratch.attention));
}

std::uint32_t run_trace(const AttentionCall& call, const attn::AttentionOptions& options,
                        attn::LayerWorkspace& scratch, std::int32_t head, std::int32_t row,
                        std::int32_t block_size, std::uint32_t blocks, Address maximum,
                        Address correction, Address sum, Address partial_output, Address output,
                        Address log_sum_exp) {
  const auto width = static_cast<std::uint32_t>(call.shape.d_v);
  attn::SoftmaxTrace trace{out(maximum, blocks), out(correction, blocks), out(sum, blocks),
                           out(partial_output, blocks * width), out(output, width)};
  const attn::Status status = attn::softmax_trace(call.shape, call.inputs, options, head, row,
                                                  block_size, trace, scratch.attention);
  if (status.ok()) *reinterpret_cast<float*>(log_sum_exp) = trace.log_sum_exp;
  return pack(status);
}

// --- layer
// --------------------------------------------------------------------------------------------------------------
struct LayerCall {
  attn::LayerShape shape;
  attn::LayerInputs inputs;
  attn::WeightLayout layout = attn::WeightLayout::kInOut;
  attn::LayerOutputs outputs;
};

void set_layer(LayerCall& call, std::int32_t heads, std::int32_t key_value_heads, std::int32_t n_q,
               std::int32_t n_k, std::int32_t d_model, std::int32_t d_context, std::int32_t d_k,
               std::int32_t d_v, std::int32_t d_out, bool out_in) {
  call.shape = {heads, key_value_heads, n_q, n_k, d_model, d_context, d_k, d_v, d_out};
  call.layout = out_in ? attn::WeightLayout::kOutIn : attn::WeightLayout::kInOut;
}

void set_sources(LayerCall& call, Address x, std::uint32_t x_count, Address context,
                 std::uint32_t context_count, Address head_gain, std::uint32_t head_gain_count,
                 Address bias, std::uint32_t bias_count) {
  call.inputs.x = in(x, x_count);
  call.inputs.context = in(context, context_count);
  call.inputs.head_gain = in(head_gain, head_gain_count);
  call.inputs.bias = in(bias, bias_count);
}

void set_weights(LayerCall& call, Address wq, std::uint32_t wq_count, Address wk,
                 std::uint32_t wk_count, Address wv, std::uint32_t wv_count, Address wo,
                 std::uint32_t wo_count) {
  call.inputs.wq = in(wq, wq_count);
  call.inputs.wk = in(wk, wk_count);
  call.inputs.wv = in(wv, wv_count);
  call.inputs.wo = in(wo, wo_count);
}

void set_biases(LayerCall& call, Address bq, std::uint32_t bq_count, Address bk,
                std::uint32_t bk_count, Address bv, std::uint32_t bv_count, Address bo,
                std::uint32_t bo_count) {
  call.inputs.bq = in(bq, bq_count);
  call.inputs.bk = in(bk, bk_count);
  call.inputs.bv = in(bv, bv_count);
  call.inputs.bo = in(bo, bo_count);
}

// Null pointers are matrices that are not kept.
void set_kept(LayerCall& call, const attn::PackedWeights* wq, const attn::PackedWeights* wk,
              const attn::PackedWeights* wv, const attn::PackedWeights* wo) {
  call.inputs.kept = {wq, wk, wv, wo};
}

std::uint32_t pack_weights(attn::PackedWeights& packed, Address weights, std::uint32_t floats,
                           bool out_in, std::int32_t depth, std::int32_t blocks,
                           std::int32_t columns) {
  const auto layout = out_in ? attn::WeightLayout::kOutIn : attn::WeightLayout::kInOut;
  return pack(packed.pack(in(weights, floats), layout, depth, blocks, columns));
}

void set_layer_outputs(LayerCall& call, Address query, std::uint32_t query_count, Address key,
                       std::uint32_t key_count, Address value, std::uint32_t value_count,
                       Address head_output, Address concat, std::uint32_t concat_count,
                       Address output, std::uint32_t output_count) {
  call.outputs.query = out(query, query_count);
  call.outputs.key = out(key, key_count);
  call.outputs.value = out(value, value_count);
  call.outputs.head_output = out(head_output, concat_count);
  call.outputs.concat = out(concat, concat_count);
  call.outputs.output = out(output, output_count);
}

std::uint32_t run_layer(LayerCall& call, const attn::AttentionOptions& options,
                        const attn::AttentionOutputs& outputs, attn::LayerWorkspace& scratch) {
  call.outputs.attention = outputs;
  return pack(attn::layer(call.shape, call.inputs, call.layout, options, call.outputs, scratch));
}

// --- cache
// --------------------------------------------------------------------------------------------------------------
std::uint32_t create_cache(attn::KeyValueCache& cache, std::int32_t key_value_heads,
                           std::int32_t key_width, std::int32_t value_width,
                           std::int32_t capacity) {
  return pack(cache.create(key_value_heads, key_width, value_width, capacity));
}
std::uint32_t append_to_cache(attn::KeyValueCache& cache, std::int32_t count, Address key,
                              std::uint32_t key_count, Address value, std::uint32_t value_count) {
  return pack(cache.append(count, in(key, key_count), in(value, value_count)));
}
std::uint32_t attend_cache(const attn::KeyValueCache& cache, const AttentionCall& call,
                           const attn::AttentionOptions& options,
                           const attn::AttentionOutputs& outputs, attn::LayerWorkspace& scratch) {
  return pack(cache.attend(call.shape.heads, call.shape.n_q, call.inputs, options, outputs,
                           scratch.attention));
}
std::uint32_t truncate_cache(attn::KeyValueCache& cache, std::int32_t length) {
  return pack(cache.truncate(length));
}
std::int32_t cache_length(const attn::KeyValueCache& cache) {
  return cache.length();
}
std::uint32_t cache_bytes(const attn::KeyValueCache& cache) {
  return static_cast<std::uint32_t>(cache.bytes());
}

// --- pixels, random numbers, names
// --------------------------------------------------------------------------------------
std::uint32_t pixels(std::int32_t n_q, std::int32_t n_k, std::int32_t width, std::int32_t height,
                     Address weights, std::uint32_t cells, bool max_pool, bool log, float low,
                     float high, const attn::AttentionOptions& options,
                     attn::LayerWorkspace& scratch, Address palette, Address rgba,
                     std::uint32_t rgba_bytes) {
  const attn::PixelOptions pixel_options{max_pool ? attn::Pool::kMax : attn::Pool::kMean,
                                         log ? attn::Transform::kLog : attn::Transform::kLinear,
                                         low, high, options.mask};
  return pack(attn::pixels({n_q, n_k, width, height}, in(weights, cells), pixel_options,
                           span_at<const std::uint8_t>(palette, attn::kPaletteBytes),
                           span_at<std::uint8_t>(rgba, rgba_bytes), scratch.attention));
}

void normal(std::uint32_t seed_low, std::uint32_t seed_high, double skip, double scale, Address to,
            std::uint32_t count) {
  const std::uint64_t seed = static_cast<std::uint64_t>(seed_high) << 32 | seed_low;
  attn::fill_normal(seed, static_cast<std::uint64_t>(skip), scale, span_at<double>(to, count));
}

std::uint32_t low_rank(std::int32_t rows, std::int32_t columns, std::int32_t rank, Address matrix,
                       std::uint32_t floats, Address left, std::uint32_t left_count, Address right,
                       std::uint32_t right_count, Address singular_values, std::uint32_t count,
                       attn::LayerWorkspace& scratch) {
  return pack(
      attn::low_rank({rows, columns, rank}, in(matrix, floats),
                     {out(left, left_count), out(right, right_count), out(singular_values, count)},
                     scratch.attention));
}

Address start_stream(std::uint32_t seed_low, std::uint32_t seed_high) {
  return reinterpret_cast<Address>(
      new attn::NormalStream(static_cast<std::uint64_t>(seed_high) << 32 | seed_low));
}
std::uint32_t draw_normal(attn::NormalStream& stream, double scale, Address to,
                          std::uint32_t count) {
  return pack(attn::draw_normal(stream, scale, out(to, count)));
}

// Names as addresses of their letters, which end with a 0: neither std::string nor emscripten::val,
// each of which brings its own code.
Address letters(const char* name) {
  return reinterpret_cast<Address>(name);
}
Address code_name(std::uint32_t status) {
  return letters(attn::code_name(static_cast<attn::Code>(status & 0xff)));
}
Address argument_name(std::uint32_t status) {
  return letters(attn::argument_name(static_cast<attn::Argument>(status >> 8)));
}
Address backend_name() {
  return letters(attn::backend_name());
}

}  // namespace

EMSCRIPTEN_BINDINGS(attention_map) {
  using emscripten::function;

  function("Block.new", &make<attn::Block>);
  function("Block.delete", &Wired<&destroy<attn::Block>>::call);
  function("Block.reserve", &Wired<&reserve>::call);
  function("Block.address", &Wired<&address>::call);

  function("Scratch.new", &make<attn::LayerWorkspace>);
  function("Scratch.delete", &Wired<&destroy<attn::LayerWorkspace>>::call);
  function("Scratch.bytes", &Wired<&layer_scratch_bytes>::call);

  function("Options.new", &make<attn::AttentionOptions>);
  function("Options.delete", &Wired<&destroy<attn::AttentionOptions>>::call);
  function("Options.scaling", &Wired<&set_scaling>::call);
  function("Options.mask", &Wired<&set_mask>::call);
  function("Options.wide", &Wired<&set_wide>::call);

  function("Outputs.new", &make<attn::AttentionOutputs>);
  function("Outputs.delete", &Wired<&destroy<attn::AttentionOutputs>>::call);
  function("Outputs.set", &Wired<&set_outputs>::call);

  function("AttentionCall.new", &make<AttentionCall>);
  function("AttentionCall.delete", &Wired<&destroy<AttentionCall>>::call);
  function("AttentionCall.shape", &Wired<&set_attention>::call);
  function("AttentionCall.inputs", &Wired<&set_inputs>::call);
  function("AttentionCall.run", &Wired<&run_attention>::call);
  function("AttentionCall.tile", &Wired<&run_tile>::call);
  function("AttentionCall.trace", &Wired<&run_trace>::call);

  function("PackedWeights.new", &make<attn::PackedWeights>);
  function("PackedWeights.delete", &Wired<&destroy<attn::PackedWeights>>::call);
  function("PackedWeights.pack", &Wired<&pack_weights>::call);

  function("LayerCall.new", &make<LayerCall>);
  function("LayerCall.delete", &Wired<&destroy<LayerCall>>::call);
  function("LayerCall.shape", &Wired<&set_layer>::call);
  function("LayerCall.sources", &Wired<&set_sources>::call);
  function("LayerCall.weights", &Wired<&set_weights>::call);
  function("LayerCall.biases", &Wired<&set_biases>::call);
  function("LayerCall.kept", &Wired<&set_kept>::call);
  function("LayerCall.outputs", &Wired<&set_layer_outputs>::call);
  function("LayerCall.run", &Wired<&run_layer>::call);

  function("KeyValueCache.new", &make<attn::KeyValueCache>);
  function("KeyValueCache.delete", &Wired<&destroy<attn::KeyValueCache>>::call);
  function("KeyValueCache.create", &Wired<&create_cache>::call);
  function("KeyValueCache.append", &Wired<&append_to_cache>::call);
  function("KeyValueCache.attend", &Wired<&attend_cache>::call);
  function("KeyValueCache.truncate", &Wired<&truncate_cache>::call);
  function("KeyValueCache.length", &Wired<&cache_length>::call);
  function("KeyValueCache.bytes", &Wired<&cache_bytes>::call);

  function("NormalStream.new", &start_stream);
  function("NormalStream.delete", &Wired<&destroy<attn::NormalStream>>::call);
  function("NormalStream.draw", &Wired<&draw_normal>::call);

  function("pixels", &Wired<&pixels>::call);
  function("normal", &normal);
  function("lowRank", &Wired<&low_rank>::call);
  function("codeName", &code_name);
  function("argumentName", &argument_name);
  function("backendName", &backend_name);
}
