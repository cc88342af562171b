// Normal draws, digit for digit those of NumPy's default_rng(seed).normal.
#pragma once

#include <attn/status.h>

#include <cstdint>
#include <span>

namespace attn {

// The standard normal draws of numpy.random.default_rng(seed), one after the other. Owns no memory.
// The same bits on every platform: those of NumPy (1.24.2) over glibc on a CPU with fused
// multiply-add. Elsewhere NumPy's own log1p makes one draw in about 2·10^8 end in another digit.
// Source: O'Neill 2014 (PCG XSL-RR 128/64), seeded as NumPy's SeedSequence does; Marsaglia & Tsang
// 2000 (ziggurat).
class NormalStream {
 public:
  explicit NormalStream(std::uint64_t seed) noexcept;
  [[nodiscard]] double next() noexcept;

 private:
  [[nodiscard]] std::uint64_t next_bits() noexcept;
  [[nodiscard]] double next_uniform() noexcept;
  [[nodiscard]] double next_in_tail(std::uint64_t magnitude) noexcept;

  // 128-bit numbers as {low, high}.
  std::uint64_t state_[2];
  std::uint64_t increment_[2];
};

// out[i] = 0 + scale · (draw number skip + i), which is default_rng(seed).normal(scale=scale) after
// `skip` earlier draws. Cost: skip + out.size() draws. scale: any double (NumPy refuses negative
// ones; the caller does that here).
void fill_normal(std::uint64_t seed, std::uint64_t skip, double scale,
                 std::span<double> out) noexcept;

// out[i] = the next draw of the stream · scale, rounded to float: what fill_normal gives from there
// on. Refuses overflow (scale) where a draw leaves the range of float; the stream is then where it
// was.
Status draw_normal(NormalStream& stream, double scale, std::span<float> out) noexcept;

}  // namespace attn
