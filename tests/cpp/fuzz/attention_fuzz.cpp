// The public functions of the core against bytes that a fuzzer makes up (libFuzzer, with ASan and
// UBSan): what is refused leaves its outputs as they were, what is accepted agrees with the
// reference, and nothing reads or writes past an end.
#include <attn/attention.h>
#include <attn/cache.h>

#include <cstdint>

#include "checks.h"
#include "fuzz_targets.h"

namespace {

using fuzz::Bytes;
using fuzz::Floats;
using fuzz::Problem;

// Kept from call to call, as an engine keeps them.
attn::Workspace workspace;

struct Outputs {
  Floats output, weights, raw, scaled, masked, lse, entropy, peak, row_sum, jacobian;
  attn::AttentionOutputs spans;

  // Those that the bytes ask for; now and then one has another length.
  Outputs(Bytes& bytes, const attn::AttentionShape& s) {
    const std::size_t rows = fuzz::room(s.heads, s.n_q);
    const std::size_t cells = fuzz::room(s.heads, s.n_q, s.n_k);
    const auto wanted = [&](Floats& floats, std::size_t count, bool is_wanted) -> std::span<float> {
      if (!is_wanted || count == 0) return {};
      if (bytes.rarely(127)) count += 1;
      floats.assign(count, fuzz::kUntouched);
      return floats;
    };
    const int bits = bytes.byte() | bytes.byte() << 8;
    const auto bit = [&](int k) { return (bits >> k & 1) != 0; };
    spans.output = wanted(output, fuzz::room(s.heads, s.n_q, s.d_v), !bit(0));
    spans.weights = wanted(weights, cells, bit(1));
    spans.raw_scores = wanted(raw, cells, bit(2));
    spans.scaled_scores = wanted(scaled, cells, bit(3));
    spans.masked_scores = wanted(masked, cells, bit(4));
    spans.log_sum_exp = wanted(lse, rows, !bit(5));
    spans.entropy = wanted(entropy, rows, bit(6));
    spans.peak = wanted(peak, rows, bit(7));
    spans.row_sum = wanted(row_sum, rows, bit(8));
    spans.jacobian_norm = wanted(jacobian, rows, bit(9));
  }

  void require_untouched() const {
    for (const Floats* each :
         {&output, &weights, &raw, &scaled, &masked, &lse, &entropy, &peak, &row_sum, &jacobian})
      fuzz::require_untouched(*each, "a refused call wrote");
  }

  // No wanted value is left out, and none is a NaN.
  void require_written() const {
    for (const Floats* each :
         {&output, &weights, &raw, &scaled, &masked, &lse, &entropy, &peak, &row_sum, &jacobian}) {
      for (const float x : *each) fuzz::require(!std::isnan(x), "a NaN came out", x, 0);
    }
    for (const float sum : row_sum)
      fuzz::require(sum == 0 || std::fabs(sum - 1) < 1e-3f, "row sum", sum, 1);
    for (const float p : peak) fuzz::require(p >= 0 && p <= 1.0001f, "peak", p, 1);
    for (const float h : entropy) fuzz::require(h > -1e-3f, "entropy", h, 0);
  }
};

void fuzz_attention(Bytes& bytes) {
  const Problem p = fuzz::problem(bytes);
  const Outputs outputs(bytes, p.shape);
  const attn::Status status =
      attn::attention(p.shape, p.inputs(), p.options, outputs.spans, workspace);
  fuzz::Verdict verdict =
      fuzz::judge(p.shape, p.inputs(), p.options, !outputs.spans.output.empty());
  verdict.must_refuse |= !fuzz::are_legal_outputs(p.shape, outputs.spans);
  fuzz::require_verdict(status, verdict);
  if (!status.ok()) return outputs.require_untouched();
  outputs.require_written();
  fuzz::require_like_reference(p, {outputs.output, outputs.weights, outputs.lse});
}

void fuzz_tile(Bytes& bytes) {
  const Problem p = fuzz::problem(bytes);
  const attn::AttentionShape& s = p.shape;
  Floats lse(fuzz::room(s.heads, s.n_q), fuzz::kUntouched);
  attn::AttentionOutputs outputs;
  outputs.log_sum_exp = lse;
  const bool is_good = attn::attention(s, p.inputs(), p.options, outputs, workspace).ok();
  const auto bound = [&](std::int32_t most) {
    const std::int32_t within = std::clamp(most, 0, 1000);
    return bytes.rarely(29) ? bytes.pick({-1, within + 1, 1 << 30, -(1 << 30)})
                            : bytes.below(within + 1);
  };
  attn::TileRange range{bytes.rarely(31) ? s.heads : bytes.below(std::max(s.heads, 1)),
                        bound(s.n_q), bound(s.n_q), bound(s.n_k), bound(s.n_k)};
  const std::int64_t rows = std::int64_t{range.row_end} - range.row_begin;
  const std::int64_t columns = std::int64_t{range.column_end} - range.column_begin;
  Floats tile(fuzz::room(rows, columns), fuzz::kUntouched);
  const attn::Status status =
      attn::weights_tile(s, p.inputs(), p.options, lse, range, tile, workspace);
  if (!status.ok()) return fuzz::require_untouched(tile, "a refused tile wrote");
  if (!is_good || !fuzz::is_comparable(p)) return;
  const attn::reference::Attention expected = fuzz::expected_of(p);
  const double tolerance = 5 * fuzz::score_error(p) + fuzz::kEpsilon * (s.n_k + 200);
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t j = 0; j < columns; ++j) {
      const std::int64_t cell =
          (std::int64_t{range.head} * s.n_q + range.row_begin + i) * s.n_k + range.column_begin + j;
      fuzz::require_close(tile[static_cast<std::size_t>(i * columns + j)],
                          expected.weights[static_cast<std::size_t>(cell)], tolerance, "tile");
    }
  }
}

void fuzz_trace(Bytes& bytes) {
  const Problem p = fuzz::problem(bytes);
  const attn::AttentionShape& s = p.shape;
  const std::int32_t head = bytes.rarely(31) ? s.heads : bytes.below(std::max(s.heads, 1));
  const std::int32_t row = bytes.rarely(31) ? -1 : bytes.below(std::max(s.n_q, 1));
  const std::int32_t block = bytes.pick<std::int32_t>({1, 2, 3, 8, 16, 64, 128, 1 << 30, 0, -5});
  const std::int64_t used = std::clamp<std::int64_t>(block, 1, std::max(s.n_k, 1));
  const std::size_t blocks = fuzz::room((s.n_k + used - 1) / used, 1);
  Floats maximum(blocks, fuzz::kUntouched), correction(maximum), sum(maximum);
  Floats partial(fuzz::room(static_cast<std::int64_t>(blocks), s.d_v), fuzz::kUntouched);
  Floats output(fuzz::room(s.d_v, 1), fuzz::kUntouched);
  attn::SoftmaxTrace trace{maximum, correction, sum, partial, output};
  const attn::Status status =
      attn::softmax_trace(s, p.inputs(), p.options, head, row, block, trace, workspace);
  if (!status.ok()) {
    for (const Floats* each : {&maximum, &correction, &sum, &partial, &output})
      fuzz::require_untouched(*each, "a refused trace wrote");
    return;
  }
  for (std::size_t k = 1; k < blocks; ++k)
    fuzz::require(maximum[k] >= maximum[k - 1], "a running maximum fell", maximum[k],
                  maximum[k - 1]);
  if (!fuzz::is_comparable(p)) return;
  const attn::reference::Attention expected = fuzz::expected_of(p);
  const double tolerance =
      (3 * fuzz::score_error(p) + fuzz::kEpsilon * (s.n_k + 200)) * 2 * fuzz::largest(p.value) +
      1e-30;
  const std::size_t first = (static_cast<std::size_t>(head) * static_cast<std::size_t>(s.n_q) +
                             static_cast<std::size_t>(row)) *
                            static_cast<std::size_t>(s.d_v);
  for (std::size_t k = 0; k < output.size(); ++k)
    fuzz::require_close(output[k], expected.output[first + k], tolerance, "output of a trace");
}

}  // namespace

// Memory that cannot be had is refused by the core, not a fault: the allocator says so instead of
// ending the process.
extern "C" const char* __asan_default_options() {
  return "allocator_may_return_null=1:max_allocation_size_mb=512";
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes bytes({data, size});
  switch (bytes.below(8)) {
    case 0:
    case 1:
    case 2:
      fuzz_attention(bytes);
      break;
    case 3:
      fuzz_tile(bytes);
      break;
    case 4:
      fuzz_trace(bytes);
      break;
    case 5:
      fuzz::fuzz_layer(bytes);
      break;
    case 6:
      fuzz::fuzz_cache(bytes);
      break;
    default:
      fuzz::fuzz_pixels(bytes);
  }
  return 0;
}
