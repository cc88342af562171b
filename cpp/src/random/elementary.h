// fma, ln and exp in double from IEEE's + − × ÷ alone, so that a draw is the same on every
// platform.
#pragma once

#include <bit>
#include <cstdint>

namespace attn {

// ln 2 in two parts; the high one has 21 zero bits at its end, so that k·kLn2High is exact.
inline constexpr double kLn2High = 0x1.62e42feep-1;
inline constexpr double kLn2Low = 0x1.a39ef35793c76p-33;

// A sum and what rounding took from it, exactly (Knuth 1969, two-sum).
struct ExactSum {
  double sum;
  double error;
};
[[nodiscard]] inline ExactSum exact_sum(double a, double b) noexcept {
  const double sum = a + b;
  const double from_b = sum - a;
  return {sum, (a - (sum - from_b)) + (b - from_b)};
}

// a·b and what rounding took from it, exactly (Dekker 1971), for products within [2^−900, 2^900].
[[nodiscard]] inline ExactSum exact_product(double a, double b) noexcept {
  constexpr double kSplit = 0x1p27 + 1;
  const double a_high = kSplit * a - (kSplit * a - a), a_low = a - a_high;
  const double b_high = kSplit * b - (kSplit * b - b), b_low = b - b_high;
  const double product = a * b;
  return {product, ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low};
}

// a·b + c, rounded once: the last sum but one is rounded to odd, so that the last cannot round
// twice (Boldo & Melquiond 2008). wasm has no such instruction, and the C library's is three times
// as long.
[[nodiscard]] inline double fused(double a, double b, double c) noexcept {
  const ExactSum product = exact_product(a, b);
  const ExactSum low = exact_sum(c, product.error);
  const ExactSum high = exact_sum(product.sum, low.sum);
  const ExactSum rest = exact_sum(low.error, high.error);
  auto bits = std::bit_cast<std::int64_t>(rest.sum);
  if (rest.error != 0.0 && (bits & 1) == 0) bits += (rest.error > 0.0) == (rest.sum > 0.0) ? 1 : -1;
  return high.sum + std::bit_cast<double>(bits);
}

// ln v for v in [2^−53, 1], v a multiple of 2^−53; error below 1 ulp.
// NumPy takes log1p(−u) from the C library, and a tail draw shows its last bit. With u = 1 − v this
// is, operation by operation, what glibc does where the CPU has fused multiply-add: fdlibm's
// minimax polynomial (Ng 1993) in glibc's order. (Below u = 2^−29 fdlibm takes a shortcut; what
// that changes is lost when a tail draw adds R.)
[[nodiscard]] inline double natural_log(double v) noexcept {
  // v = 2^k · (1 + f) with 1 + f in [√½, √2). Below is the bit pattern of √½, cut to 20 bits of
  // mantissa.
  constexpr std::int64_t kSqrtHalf = 0x3fe6a09e'00000000;
  const std::int64_t bits = std::bit_cast<std::int64_t>(v);
  const std::int64_t k = (bits - kSqrtHalf) >> 52;
  const double f = std::bit_cast<double>(bits - k * (std::int64_t{1} << 52)) - 1.0;

  const double half_square = 0.5 * f * f;
  const double s = f / (2.0 + f);
  const double z = s * s;
  const double z2 = z * z;
  const double z4 = z2 * z2;
  const double z6 = z4 * z2;
  const double r2 = fused(z, 0x1.2492494229359p-2, 0x1.999999997fa04p-2);
  const double r3 = fused(z, 0x1.7466496cb03dep-3, 0x1.c71c51d8e78afp-3);
  const double r4 = fused(z, 0x1.2f112df3e5244p-3, 0x1.39a09d078c69fp-3);
  const double r12 = fused(z, 0x1.5555555555593p-1, z2 * r2);
  const double r = fused(z6, r4, fused(z4, r3, r12));
  const double exponent = static_cast<double>(k);
  return exponent * kLn2High - ((half_square - (s * (half_square + r) + exponent * kLn2Low)) - f);
}

// e^x for x in [−700, 0]; error below 2 ulp. The ziggurat's corrections
// (scripts/ziggurat_table.mjs) repeat it operation by operation: change both or neither. x = k·ln 2
// + r with |r| ≤ ½ ln 2, then the Taylor series of e^r to r^13 (the next term is below 2^−57).
[[nodiscard]] inline double exponential(double x) noexcept {
  constexpr double kPerLn2 = 0x1.71547652b82fep+0;
  const std::int64_t k = static_cast<std::int64_t>(x * kPerLn2 - 0.5);
  const double exponent = static_cast<double>(k);
  const double r = (x - exponent * kLn2High) - exponent * kLn2Low;
  double sum = 1.0;
  for (int n = 13; n > 0; --n) sum = 1.0 + sum * r / n;
  return sum * std::bit_cast<double>((1023 + k) << 52);
}

}  // namespace attn
