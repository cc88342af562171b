// Inputs for sweeps: reproducible, without a symmetry that a swapped axis would survive.
#pragma once

#include <attn/attention.h>
#include <attn/layer.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

namespace samples {

using Floats = std::vector<float>;

// Uniform in [−amplitude, amplitude), a 64-bit mixer over (seed, position) (Steele et al. 2014,
// SplitMix).
inline Floats uniform(std::uint64_t seed, std::size_t count, float amplitude = 1.5f) {
  Floats values(count);
  for (std::size_t k = 0; k < count; ++k) {
    std::uint64_t z = (seed << 32) + (k + 1) * 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    z ^= z >> 31;
    values[k] = amplitude * (static_cast<float>(z >> 40) * 0x1p-23f - 1.0f);
  }
  return values;
}

inline std::vector<std::uint8_t> flags(std::uint64_t seed, std::size_t count, float share) {
  std::vector<std::uint8_t> result(count);
  const Floats draws = uniform(seed, count, 1.0f);
  for (std::size_t k = 0; k < count; ++k) result[k] = draws[k] * 0.5f + 0.5f < share;
  return result;
}

// Lengths around every vector, panel and tile edge.
inline constexpr std::initializer_list<int> kLengths = {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 33};

// A problem with its own memory.
struct Problem {
  attn::AttentionShape shape;
  Floats query, key, value, bias;
  std::vector<std::uint8_t> keep, allowed;
  attn::AttentionOptions options;

  explicit Problem(attn::AttentionShape s, std::uint64_t seed = 1, float amplitude = 1.5f)
      : shape(s) {
    const auto size = [](int a, int b, int c) {
      return static_cast<std::size_t>(a) * static_cast<std::size_t>(b) *
             static_cast<std::size_t>(c);
    };
    query = uniform(seed, size(s.heads, s.n_q, s.d_k), amplitude);
    key = uniform(seed + 1, size(s.key_value_heads, s.n_k, s.d_k), amplitude);
    value = uniform(seed + 2, size(s.key_value_heads, s.n_k, s.d_v), amplitude);
    options.scale = 1.0f / std::sqrt(static_cast<float>(s.d_k));
  }

  [[nodiscard]] attn::AttentionInputs inputs() const { return {query, key, value, bias}; }
};

// Every result of a problem, in memory of its own.
struct Results {
  Floats output, weights, raw, scaled, masked, lse, entropy, peak, row_sum, jacobian;

  explicit Results(const attn::AttentionShape& s) {
    const auto rows = static_cast<std::size_t>(s.heads) * static_cast<std::size_t>(s.n_q);
    const std::size_t cells = rows * static_cast<std::size_t>(s.n_k);
    output.resize(rows * static_cast<std::size_t>(s.d_v));
    for (Floats* each : {&weights, &raw, &scaled, &masked}) each->resize(cells);
    for (Floats* each : {&lse, &entropy, &peak, &row_sum, &jacobian}) each->resize(rows);
  }

  // In the order of the names below.
  [[nodiscard]] std::array<const Floats*, 10> arrays() const {
    return {&raw, &scaled, &masked, &weights, &output, &lse, &entropy, &peak, &row_sum, &jacobian};
  }

  [[nodiscard]] attn::AttentionOutputs all() {
    return {output, weights, raw, scaled, masked, lse, entropy, peak, row_sum, jacobian};
  }
};

inline constexpr std::array<const char*, 10> kResultNames = {
    "raw scores",  "scaled scores", "masked scores", "weights", "output",
    "log-sum-exp", "entropy",       "peak",          "row sum", "jacobian norm"};

// The same of a reference or golden, whose members have one naming.
template <typename Expected>
std::array<std::span<const double>, 10> expected_arrays(const Expected& e) {
  return {e.raw_scores,  e.scaled_scores, e.masked_scores, e.weights, e.output,
          e.log_sum_exp, e.entropy,       e.peak,          e.row_sum, e.jacobian_norm};
}

}  // namespace samples
