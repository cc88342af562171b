// 2^x and natural logarithm, four at a time: own code, since libms differ in the last bits and
// results must not.
#pragma once

#include <limits>
#include <numbers>

#include "simd/simd.h"

namespace attn {

inline constexpr float kLog2e = std::numbers::log2e_v<float>;
inline constexpr float kLn2 = std::numbers::ln2_v<float>;
inline constexpr float kInfinity = std::numeric_limits<float>::infinity();
// Stands in for −∞ where a difference of two −∞ would be NaN: a finite number below every score.
inline constexpr float kLowest = std::numeric_limits<float>::lowest();

// Coefficients of 2^f = 1 + c1·f + … + c5·f^5 on [−½, ½], minimax in relative error with the
// constant term held at 1, so that 2^0 is exactly 1 (tests/cpp/math_test.cpp measures the result).
// Held in memory that the optimiser cannot see through: V8 rebuilds a v128 constant inside every
// loop that names one, but loads it once.
struct ExpConstants {
  float shift = 12582912.0f;  // 1.5·2^23: adding and subtracting it rounds to a whole number
  float smallest = -127.0f;   // 2^−127 and below are 0
  float c1 = 0.6931470036506653f;
  float c2 = 0.24022242426872253f;
  float c3 = 0.05550733581185341f;
  float c4 = 0.009671512991189957f;
  float c5 = 0.001326472731307149f;
  float one = 1.0f;
};
extern ExpConstants exp_constants;

// 2^x. Max relative error 2.0e-7 on [−126, 127.4] (2.4 ulp); x < −126.5 and −∞ give 0, 2^0 is
// exactly 1. x must not be NaN and not above 127.49. Cost: 5 multiply-adds, 1 add, 3 more. Source:
// Cody & Waite range reduction. An object, so that a loop has the constants in its registers.
class Exp2 {
 public:
  ATTN_INLINE Exp2() noexcept
      : shift_(load_splat(&exp_constants.shift)),
        smallest_(load_splat(&exp_constants.smallest)),
        c1_(load_splat(&exp_constants.c1)),
        c2_(load_splat(&exp_constants.c2)),
        c3_(load_splat(&exp_constants.c3)),
        c4_(load_splat(&exp_constants.c4)),
        c5_(load_splat(&exp_constants.c5)),
        one_(load_splat(&exp_constants.one)) {}

  ATTN_INLINE f32x4 operator()(f32x4 x) const noexcept {
    x = max(smallest_, x);
    const f32x4 shifted = x + shift_;
    const f32x4 f = x - (shifted - shift_);
    f32x4 p = mul_add(c5_, f, c4_);
    p = mul_add(p, f, c3_);
    p = mul_add(p, f, c2_);
    p = mul_add(p, f, c1_);
    p = mul_add(p, f, one_);
    return p * power_of_two(shifted);
  }

 private:
  f32x4 shift_, smallest_, c1_, c2_, c3_, c4_, c5_, one_;
};

ATTN_INLINE f32x4 exp2(f32x4 x) noexcept {
  return Exp2()(x);
}

// ln x. Max error 1.2e-7 relative, or 1e-9 absolute beside 1 (see the test); log(0) = −∞, x < 0
// gives NaN, +∞ gives +∞. x = m·2^e, m in [√½, √2); ln m = 2·atanh((m − 1)/(m + 1)) by its series
// to s^9. Cost: 1 division, 6 multiply-adds.
ATTN_INLINE f32x4 log(f32x4 x) noexcept {
  // Denormals are lifted into the normal range first.
  const f32x4 is_small = less(x, splat(std::numeric_limits<float>::min()));
  const f32x4 lifted = select(is_small, x * splat(8388608.0f), x);
  f32x4 m, e;
  split(lifted, m, e);
  e = select(is_small, e - splat(23.0f), e);
  const f32x4 f = m - splat(1.0f);
  const f32x4 s = f / (splat(2.0f) + f);
  const f32x4 z = s * s;
  f32x4 r = mul_add(splat(2.0f / 9.0f), z, splat(2.0f / 7.0f));
  r = mul_add(r, z, splat(2.0f / 5.0f));
  r = mul_add(r, z, splat(2.0f / 3.0f));
  // ln m = 2s + s·z·r = f − s·(f − z·r): the leading term f is exact.
  const f32x4 ln_m = f - s * (f - z * r);
  // ln 2 in two parts; the first has trailing zeros, so that e·kLn2High is exact.
  const f32x4 result = mul_add(e, splat(0.693359375f), mul_add(e, splat(-2.12194440e-4f), ln_m));
  const f32x4 zero = splat(0.0f);
  const f32x4 special = select(less(x, zero), splat(std::numeric_limits<float>::quiet_NaN()),
                               select(less(zero, x), splat(kInfinity), splat(-kInfinity)));
  const f32x4 is_normal_range = less(zero, x);
  const f32x4 is_finite = less(x, splat(kInfinity));
  return select(is_normal_range, select(is_finite, result, special), special);
}

// One float through the same code, there once.
[[nodiscard]] float exp2(float x) noexcept;
[[nodiscard]] float log(float x) noexcept;

}  // namespace attn
