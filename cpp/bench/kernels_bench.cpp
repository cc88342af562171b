// Times of the kernels, native: for work on them, beside the race of `npm run bench`, which has the
// numbers that count. Everything is checked against the reference, in double, before anything is
// timed.
#include <attn/attention.h>
#include <attn/cache.h>
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "kernels/matrix_product.h"
#include "kernels/pack.h"
#include "math/exponential.h"
#include "reference/reference.h"

namespace {

using Floats = std::vector<float>;

// Of the largest value, as in the race.
constexpr double kTolerance = 1e-4;

// A Weyl sequence in [−1, 1): reproducible, and without a pattern that kernels could like.
Floats sequence(std::uint32_t seed, std::int64_t count) {
  Floats values(static_cast<std::size_t>(count));
  std::uint32_t state = seed * 0x9e3779b1U;
  for (float& value : values) {
    state += 0x61c88647U;
    const std::uint32_t z = (state ^ (state >> 15)) * 0x85ebca6bU;
    value = static_cast<float>((z ^ (z >> 13)) >> 8) * 0x1p-23f - 1.0f;
  }
  return values;
}

// One head of causal attention, and what is wanted of it.
struct Head {
  attn::AttentionShape shape;
  Floats query, key, value, output, weights, log_sum_exp;
  attn::AttentionOptions options;
  attn::Workspace workspace;

  Head(int n, int d, attn::RegisterTile tile, bool stores)
      : shape{1, 1, n, n, d, d},
        query(sequence(1, std::int64_t{n} * d)),
        key(sequence(2, std::int64_t{n} * d)),
        value(sequence(3, std::int64_t{n} * d)),
        output(query.size()),
        weights(stores ? static_cast<std::size_t>(n) * static_cast<std::size_t>(n) : 0),
        log_sum_exp(static_cast<std::size_t>(n)) {
    options.scale = 1.0f / std::sqrt(static_cast<float>(d));
    options.mask.causal = attn::Causal::kBottomRight;
    options.tile = tile;
  }

  [[nodiscard]] attn::AttentionInputs inputs() const { return {query, key, value, {}}; }

  void run() {
    attn::AttentionOutputs outputs;
    outputs.output = output;
    outputs.weights = weights;
    outputs.log_sum_exp = log_sum_exp;
    const attn::Status status = attn::attention(shape, inputs(), options, outputs, workspace);
    if (!status.ok()) std::abort();
  }

  // Useful operations: the lower triangle, two products.
  [[nodiscard]] double operations() const {
    const double n = shape.n_q;
    return n * (n + 1) / 2 * 4 * shape.d_k;
  }
};

// left [rows, depth] · right [depth, columns], right packed once.
struct Product {
  int rows, depth, columns;
  Floats left, right, packed, result, scratch;
  attn::MatrixProduct product;

  Product(int r, int d, int c, attn::RegisterTile tile)
      : rows(r),
        depth(d),
        columns(c),
        left(sequence(4, std::int64_t{r} * d)),
        right(sequence(5, std::int64_t{d} * c)),
        packed(attn::packed_floats(d, c)),
        result(static_cast<std::size_t>(r) * static_cast<std::size_t>(c)),
        scratch(attn::matrix_product_scratch()) {
    pack();
    product.left = left.data();
    product.left_stride = depth;
    product.rows = rows;
    product.depth = depth;
    product.right = packed.data();
    product.block_columns = columns;
    product.result = result.data();
    product.result_stride = columns;
    product.tile = tile;
  }

  void pack() { attn::pack_columns(right.data(), columns, depth, columns, packed.data()); }

  void run() { attn::matrix_product(product, scratch.data()); }
};

// A cache with `n` keys of 12 heads, and a step of decoding.
struct Decode {
  static constexpr int kHeads = 12, kWidth = 64;
  int n;
  Floats key, value, query, output;
  attn::KeyValueCache cache;
  attn::AttentionOptions options;
  attn::Workspace workspace;

  explicit Decode(int keys)
      : n(keys),
        key(sequence(6, std::int64_t{kHeads} * keys * kWidth)),
        value(sequence(7, std::int64_t{kHeads} * keys * kWidth)),
        query(sequence(8, std::int64_t{kHeads} * kWidth)),
        output(query.size()) {
    options.scale = 1.0f / std::sqrt(static_cast<float>(kWidth));
    const bool ok =
        cache.create(kHeads, kWidth, kWidth, keys).ok() && cache.append(keys, key, value).ok();
    if (!ok) std::abort();
  }

  void run() {
    attn::AttentionInputs inputs;
    inputs.query = query;
    attn::AttentionOutputs outputs;
    outputs.output = output;
    if (!cache.attend(kHeads, 1, inputs, options, outputs, workspace).ok()) std::abort();
  }
};

bool is_right(const char* what, const Floats& found, const std::vector<double>& expected) {
  double worst = found.size() == expected.size() ? 0 : HUGE_VAL;
  double largest = 0;
  for (std::size_t k = 0; k < std::min(found.size(), expected.size()); ++k) {
    const double off = std::fabs(static_cast<double>(found[k]) - expected[k]);
    if (!(off <= worst)) worst = off;
    largest = std::max(largest, std::fabs(expected[k]));
  }
  const bool right = worst <= kTolerance * largest;
  if (!right) std::fprintf(stderr, "%s is wrong: off by %.3g of %.3g\n", what, worst, largest);
  return right;
}

bool is_head_right(int n, int d, attn::RegisterTile tile, bool stores) {
  Head head(n, d, tile, stores);
  head.run();
  const attn::reference::Attention expected =
      attn::reference::attention(head.shape, head.inputs(), head.options);
  return is_right("attention", head.output, expected.output) &&
         is_right("log-sum-exp", head.log_sum_exp, expected.log_sum_exp) &&
         (!stores || is_right("weights", head.weights, expected.weights));
}

bool is_product_right(attn::RegisterTile tile) {
  Product product(61, 300, 43, tile);
  product.run();
  std::vector<double> expected(product.result.size());
  for (std::size_t r = 0; r < 61; ++r) {
    for (std::size_t d = 0; d < 300; ++d) {
      for (std::size_t c = 0; c < 43; ++c)
        expected[r * 43 + c] +=
            double{product.left[r * 300 + d]} * double{product.right[d * 43 + c]};
    }
  }
  return is_right("matrix_product", product.result, expected);
}

bool is_decode_right() {
  Decode decode(130);
  decode.run();
  const attn::AttentionShape shape{Decode::kHeads, Decode::kHeads, 1,
                                   decode.n,       Decode::kWidth, Decode::kWidth};
  const attn::AttentionInputs inputs{decode.query, decode.key, decode.value, {}};
  return is_right("decode step", decode.output,
                  attn::reference::attention(shape, inputs, decode.options).output);
}

bool is_exponential_right() {
  Floats found;
  std::vector<double> expected;
  for (int k = -4000; k <= 0; ++k) {
    const float x = static_cast<float>(k) / 100.0f;
    found.push_back(attn::exp2(x));
    expected.push_back(std::exp2(static_cast<double>(x)));
  }
  return is_right("exp2", found, expected);
}

bool is_everything_right() {
  bool right = is_exponential_right() && is_decode_right();
  for (const auto tile : {attn::RegisterTile::kNarrow, attn::RegisterTile::kWide}) {
    right = is_product_right(tile) && right;
    for (const int n : {7, 64, 131}) {
      right = is_head_right(n, 20, tile, false) && is_head_right(n, 20, tile, true) && right;
    }
  }
  return right;
}

void set_rate(benchmark::State& state, double operations) {
  state.counters["GFLOP/s"] =
      benchmark::Counter(operations * 1e-9, benchmark::Counter::kIsIterationInvariantRate);
}

template <attn::RegisterTile tile>
void product(benchmark::State& state) {
  Product work(static_cast<int>(state.range(0)), 768, 768, tile);
  for (auto _ : state) {
    work.run();
    benchmark::DoNotOptimize(work.result.data());
  }
  set_rate(state, 2.0 * work.rows * work.depth * work.columns);
}
BENCHMARK(product<attn::RegisterTile::kNarrow>)->Arg(1)->Arg(64)->Arg(512);
BENCHMARK(product<attn::RegisterTile::kWide>)->Arg(1)->Arg(64)->Arg(512);

// Causal attention of one head, without and with stored weights.
template <attn::RegisterTile tile, bool stores>
void head(benchmark::State& state) {
  Head work(static_cast<int>(state.range(0)), static_cast<int>(state.range(1)), tile, stores);
  for (auto _ : state) {
    work.run();
    benchmark::DoNotOptimize(work.output.data());
  }
  set_rate(state, work.operations());
}
BENCHMARK(head<attn::RegisterTile::kNarrow, false>)
    ->Args({64, 64})
    ->Args({512, 64})
    ->Args({512, 63})
    ->Args({1000, 64});
BENCHMARK(head<attn::RegisterTile::kWide, false>)->Args({64, 64})->Args({512, 64});
BENCHMARK(head<attn::RegisterTile::kNarrow, true>)->Args({64, 64})->Args({512, 64});
BENCHMARK(head<attn::RegisterTile::kWide, true>)->Args({64, 64})->Args({512, 64});

void decode_step(benchmark::State& state) {
  Decode work(static_cast<int>(state.range(0)));
  for (auto _ : state) {
    work.run();
    benchmark::DoNotOptimize(work.output.data());
  }
  state.SetBytesProcessed(
      state.iterations() *
      static_cast<std::int64_t>((work.key.size() + work.value.size()) * sizeof(float)));
}
BENCHMARK(decode_step)->Arg(128)->Arg(1024);

void exponentials(benchmark::State& state) {
  Floats values = sequence(9, 4096);
  for (float& x : values) x = 20.0f * (x - 1.0f);
  Floats results(values.size());
  for (auto _ : state) {
    for (std::size_t k = 0; k < values.size(); k += attn::kLanes)
      attn::store(results.data() + k, attn::exp2(attn::load(values.data() + k)));
    benchmark::DoNotOptimize(results.data());
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(values.size()));
}
BENCHMARK(exponentials);

void pack_keys(benchmark::State& state) {
  const int n = static_cast<int>(state.range(0)), d = 64;
  const Floats keys = sequence(10, std::int64_t{n} * d);
  Floats packed(attn::packed_floats(d, n));
  for (auto _ : state) {
    attn::pack_transposed(keys.data(), n, d, packed.data());
    benchmark::DoNotOptimize(packed.data());
  }
  state.SetBytesProcessed(state.iterations() *
                          static_cast<std::int64_t>(keys.size() * sizeof(float)));
}
BENCHMARK(pack_keys)->Arg(512);

void pack_weights(benchmark::State& state) {
  Product work(1, 768, 768, attn::RegisterTile::kNarrow);
  for (auto _ : state) {
    work.pack();
    benchmark::DoNotOptimize(work.packed.data());
  }
  state.SetBytesProcessed(state.iterations() *
                          static_cast<std::int64_t>(work.right.size() * sizeof(float)));
}
BENCHMARK(pack_weights);

}  // namespace

int main(int argc, char** argv) {
  if (!is_everything_right()) return EXIT_FAILURE;
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return EXIT_FAILURE;
  benchmark::RunSpecifiedBenchmarks();
  return EXIT_SUCCESS;
}
