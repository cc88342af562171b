// f32x4: four floats, about twenty operations, three backends. The only file that knows the
// instruction set.
//
// scalar and simd128 give the same bits: same order of operations, no fused multiply-add, IEEE
// rounding. relaxed-simd fuses mul_add, so its results differ in the last bits.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

// Twelve or fewer accumulators stay in registers only while the loop is not unrolled (V8 has 15
// usable vector registers).
#if defined(__clang__)
#define ATTN_NO_UNROLL _Pragma("clang loop unroll(disable)")
#define ATTN_INLINE inline __attribute__((always_inline))
#else
#define ATTN_NO_UNROLL _Pragma("GCC unroll 1")
#define ATTN_INLINE inline __attribute__((always_inline))
#endif

// A kernel of its own: inlined into what calls it, it would share the registers with that.
#define ATTN_KERNEL __attribute__((noinline))

// Compiled for size: what goes to a kernel once in a while, with no loop over weights of its own.
#if defined(__clang__)
#define ATTN_SMALL __attribute__((noinline, minsize))
#else
#define ATTN_SMALL __attribute__((noinline))
#endif

namespace attn {

inline constexpr int kLanes = 4;

#if defined(__wasm_simd128__)

#if defined(__wasm_relaxed_simd__)
inline constexpr const char* kBackend = "relaxed-simd";
inline constexpr bool kFuses = true;
#else
inline constexpr const char* kBackend = "simd128";
inline constexpr bool kFuses = false;
#endif

struct f32x4 {
  v128_t v;
};

ATTN_INLINE f32x4 load(const float* p) noexcept {
  return {wasm_v128_load(p)};
}
ATTN_INLINE void store(float* p, f32x4 a) noexcept {
  wasm_v128_store(p, a.v);
}
ATTN_INLINE f32x4 splat(float x) noexcept {
  return {wasm_f32x4_splat(x)};
}
ATTN_INLINE f32x4 load_splat(const float* p) noexcept {
  return {wasm_v128_load32_splat(p)};
}

ATTN_INLINE f32x4 operator+(f32x4 a, f32x4 b) noexcept {
  return {wasm_f32x4_add(a.v, b.v)};
}
ATTN_INLINE f32x4 operator-(f32x4 a, f32x4 b) noexcept {
  return {wasm_f32x4_sub(a.v, b.v)};
}
ATTN_INLINE f32x4 operator*(f32x4 a, f32x4 b) noexcept {
  return {wasm_f32x4_mul(a.v, b.v)};
}
ATTN_INLINE f32x4 operator/(f32x4 a, f32x4 b) noexcept {
  return {wasm_f32x4_div(a.v, b.v)};
}

// a·b + c
ATTN_INLINE f32x4 mul_add(f32x4 a, f32x4 b, f32x4 c) noexcept {
#if defined(__wasm_relaxed_simd__)
  return {wasm_f32x4_relaxed_madd(a.v, b.v, c.v)};
#else
  return {wasm_f32x4_add(wasm_f32x4_mul(a.v, b.v), c.v)};
#endif
}

// b < a ? b : a, and a < b ? b : a: one instruction on every machine, where f32x4.min/max cost nine
// on x86.
ATTN_INLINE f32x4 min(f32x4 a, f32x4 b) noexcept {
  return {wasm_f32x4_pmin(a.v, b.v)};
}
ATTN_INLINE f32x4 max(f32x4 a, f32x4 b) noexcept {
  return {wasm_f32x4_pmax(a.v, b.v)};
}
ATTN_INLINE f32x4 abs(f32x4 a) noexcept {
  return {wasm_f32x4_abs(a.v)};
}
ATTN_INLINE f32x4 sqrt(f32x4 a) noexcept {
  return {wasm_f32x4_sqrt(a.v)};
}

// The larger of |a| and `so_far`, by their bits: the order of magnitudes, with NaN above ∞.
ATTN_INLINE f32x4 larger_magnitude(f32x4 so_far, f32x4 a) noexcept {
  return {wasm_i32x4_max(so_far.v, wasm_v128_and(a.v, wasm_i32x4_splat(0x7fffffff)))};
}

// Lanes of all ones where true.
ATTN_INLINE f32x4 less(f32x4 a, f32x4 b) noexcept {
  return {wasm_f32x4_lt(a.v, b.v)};
}
// mask ? a : b, lane by lane, for masks of all ones or all zeros.
ATTN_INLINE f32x4 select(f32x4 mask, f32x4 a, f32x4 b) noexcept {
  return {wasm_v128_bitselect(a.v, b.v, mask.v)};
}

// 2^n for the whole numbers n in [−127, 127] that a float holds as n + 1.5·2^23; −127 gives 0.
ATTN_INLINE f32x4 power_of_two(f32x4 shifted) noexcept {
  return {wasm_i32x4_shl(wasm_i32x4_add(shifted.v, wasm_i32x4_splat(127)), 23)};
}

// a = significand·2^exponent, significand in [√½, √2), for normal positive a.
ATTN_INLINE void split(f32x4 a, f32x4& significand, f32x4& exponent) noexcept {
  const v128_t offset = wasm_i32x4_sub(a.v, wasm_i32x4_splat(0x3f3504f3));
  const v128_t e = wasm_i32x4_shr(offset, 23);
  exponent = {wasm_f32x4_convert_i32x4(e)};
  significand = {wasm_i32x4_sub(a.v, wasm_i32x4_shl(e, 23))};
}

// The four lanes as whole numbers, towards zero; NaN gives 0. Lanes within the range of int.
ATTN_INLINE void store_truncated(std::int32_t* p, f32x4 a) noexcept {
  wasm_v128_store(p, wasm_i32x4_trunc_sat_f32x4(a.v));
}

template <int Lane>
ATTN_INLINE float lane(f32x4 a) noexcept {
  return wasm_f32x4_extract_lane(a.v, Lane);
}

// Eight flags, each 0 or 1: 0.0 for a 1, −∞ for a 0.
ATTN_INLINE void load_penalties(const std::uint8_t* flags, f32x4& low, f32x4& high) noexcept {
  const v128_t all = wasm_u16x8_load8x8(flags);
  const v128_t minus_infinity = wasm_i32x4_const_splat(static_cast<std::int32_t>(0xff800000));
  const v128_t one = wasm_i32x4_const_splat(1);
  const auto of = [&](v128_t four) {
    return f32x4{wasm_v128_and(wasm_i32x4_sub(four, one), minus_infinity)};
  };
  low = of(wasm_u32x4_extend_low_u16x8(all));
  high = of(wasm_u32x4_extend_high_u16x8(all));
}

// a0 b0 a1 b1 and a2 b2 a3 b3, and the first or last two lanes of a.
ATTN_INLINE f32x4 interleave_low(f32x4 a, f32x4 b) noexcept {
  return {wasm_i32x4_shuffle(a.v, b.v, 0, 4, 1, 5)};
}
ATTN_INLINE f32x4 interleave_high(f32x4 a, f32x4 b) noexcept {
  return {wasm_i32x4_shuffle(a.v, b.v, 2, 6, 3, 7)};
}
ATTN_INLINE void store_low(float* p, f32x4 a) noexcept {
  wasm_v128_store64_lane(p, a.v, 0);
}
ATTN_INLINE void store_high(float* p, f32x4 a) noexcept {
  wasm_v128_store64_lane(p, a.v, 1);
}

ATTN_INLINE void transpose(f32x4& a, f32x4& b, f32x4& c, f32x4& d) noexcept {
  const v128_t ab_low = wasm_i32x4_shuffle(a.v, b.v, 0, 4, 1, 5);
  const v128_t ab_high = wasm_i32x4_shuffle(a.v, b.v, 2, 6, 3, 7);
  const v128_t cd_low = wasm_i32x4_shuffle(c.v, d.v, 0, 4, 1, 5);
  const v128_t cd_high = wasm_i32x4_shuffle(c.v, d.v, 2, 6, 3, 7);
  a.v = wasm_i64x2_shuffle(ab_low, cd_low, 0, 2);
  b.v = wasm_i64x2_shuffle(ab_low, cd_low, 1, 3);
  c.v = wasm_i64x2_shuffle(ab_high, cd_high, 0, 2);
  d.v = wasm_i64x2_shuffle(ab_high, cd_high, 1, 3);
}

#else  // scalar

inline constexpr const char* kBackend = "scalar";
inline constexpr bool kFuses = false;

struct f32x4 {
  float v[kLanes];
};

template <typename Operation>
ATTN_INLINE f32x4 each_lane(Operation operation) noexcept {
  return {{operation(0), operation(1), operation(2), operation(3)}};
}

ATTN_INLINE f32x4 load(const float* p) noexcept {
  return {{p[0], p[1], p[2], p[3]}};
}
ATTN_INLINE void store(float* p, f32x4 a) noexcept {
  for (int l = 0; l < kLanes; ++l) p[l] = a.v[l];
}
ATTN_INLINE f32x4 splat(float x) noexcept {
  return {{x, x, x, x}};
}
ATTN_INLINE f32x4 load_splat(const float* p) noexcept {
  return splat(*p);
}

ATTN_INLINE f32x4 operator+(f32x4 a, f32x4 b) noexcept {
  return each_lane([&](int l) { return a.v[l] + b.v[l]; });
}
ATTN_INLINE f32x4 operator-(f32x4 a, f32x4 b) noexcept {
  return each_lane([&](int l) { return a.v[l] - b.v[l]; });
}
ATTN_INLINE f32x4 operator*(f32x4 a, f32x4 b) noexcept {
  return each_lane([&](int l) { return a.v[l] * b.v[l]; });
}
ATTN_INLINE f32x4 operator/(f32x4 a, f32x4 b) noexcept {
  return each_lane([&](int l) { return a.v[l] / b.v[l]; });
}
ATTN_INLINE f32x4 mul_add(f32x4 a, f32x4 b, f32x4 c) noexcept {
  return a * b + c;
}
ATTN_INLINE f32x4 min(f32x4 a, f32x4 b) noexcept {
  return each_lane([&](int l) { return b.v[l] < a.v[l] ? b.v[l] : a.v[l]; });
}
ATTN_INLINE f32x4 max(f32x4 a, f32x4 b) noexcept {
  return each_lane([&](int l) { return a.v[l] < b.v[l] ? b.v[l] : a.v[l]; });
}
ATTN_INLINE f32x4 abs(f32x4 a) noexcept {
  return each_lane([&](int l) { return std::fabs(a.v[l]); });
}
ATTN_INLINE f32x4 sqrt(f32x4 a) noexcept {
  return each_lane([&](int l) { return std::sqrt(a.v[l]); });
}
ATTN_INLINE f32x4 larger_magnitude(f32x4 so_far, f32x4 a) noexcept {
  return each_lane([&](int l) {
    const auto x = std::bit_cast<std::int32_t>(so_far.v[l]);
    const auto y = std::bit_cast<std::int32_t>(a.v[l]) & 0x7fffffff;
    return std::bit_cast<float>(x < y ? y : x);
  });
}
ATTN_INLINE f32x4 less(f32x4 a, f32x4 b) noexcept {
  return each_lane([&](int l) { return std::bit_cast<float>(a.v[l] < b.v[l] ? ~0u : 0u); });
}
ATTN_INLINE f32x4 select(f32x4 mask, f32x4 a, f32x4 b) noexcept {
  return each_lane(
      [&](int l) { return std::bit_cast<std::uint32_t>(mask.v[l]) != 0 ? a.v[l] : b.v[l]; });
}
ATTN_INLINE f32x4 power_of_two(f32x4 shifted) noexcept {
  return each_lane([&](int l) {
    return std::bit_cast<float>((std::bit_cast<std::uint32_t>(shifted.v[l]) + 127u) << 23);
  });
}
ATTN_INLINE void split(f32x4 a, f32x4& significand, f32x4& exponent) noexcept {
  for (int l = 0; l < kLanes; ++l) {
    const auto bits = std::bit_cast<std::int32_t>(a.v[l]);
    const std::int32_t e = (bits - 0x3f3504f3) >> 23;
    exponent.v[l] = static_cast<float>(e);
    significand.v[l] = std::bit_cast<float>(bits - e * (1 << 23));
  }
}
ATTN_INLINE void store_truncated(std::int32_t* p, f32x4 a) noexcept {
  for (int l = 0; l < kLanes; ++l) p[l] = a.v[l] == a.v[l] ? static_cast<std::int32_t>(a.v[l]) : 0;
}

template <int Lane>
ATTN_INLINE float lane(f32x4 a) noexcept {
  return a.v[Lane];
}
ATTN_INLINE void load_penalties(const std::uint8_t* flags, f32x4& low, f32x4& high) noexcept {
  const auto of = [&](int l) { return std::bit_cast<float>((flags[l] - 1u) & 0xff800000u); };
  low = each_lane(of);
  high = each_lane([&](int l) { return of(l + kLanes); });
}
ATTN_INLINE f32x4 interleave_low(f32x4 a, f32x4 b) noexcept {
  return {{a.v[0], b.v[0], a.v[1], b.v[1]}};
}
ATTN_INLINE f32x4 interleave_high(f32x4 a, f32x4 b) noexcept {
  return {{a.v[2], b.v[2], a.v[3], b.v[3]}};
}
ATTN_INLINE void store_low(float* p, f32x4 a) noexcept {
  p[0] = a.v[0];
  p[1] = a.v[1];
}
ATTN_INLINE void store_high(float* p, f32x4 a) noexcept {
  p[0] = a.v[2];
  p[1] = a.v[3];
}
ATTN_INLINE void transpose(f32x4& a, f32x4& b, f32x4& c, f32x4& d) noexcept {
  const f32x4 in[kLanes] = {a, b, c, d};
  f32x4* out[kLanes] = {&a, &b, &c, &d};
  for (int row = 0; row < kLanes; ++row) {
    for (int l = 0; l < kLanes; ++l) out[row]->v[l] = in[l].v[row];
  }
}

#endif

// --- the same on every backend
// --------------------------------------------------------------------------------------

// Reductions in one fixed order: (0 + 2) + (1 + 3).
ATTN_INLINE float sum(f32x4 a) noexcept {
  return (lane<0>(a) + lane<2>(a)) + (lane<1>(a) + lane<3>(a));
}
ATTN_INLINE float maximum(f32x4 a) noexcept {
  const auto larger = [](float x, float y) { return x < y ? y : x; };
  return larger(larger(lane<0>(a), lane<2>(a)), larger(lane<1>(a), lane<3>(a)));
}

// The last 1–3 floats of a row; the other lanes hold `fill`, the operation's identity. Reads
// nothing past p + count.
ATTN_INLINE f32x4 load_partial(const float* p, int count, float fill) noexcept {
  float lanes[kLanes] = {fill, fill, fill, fill};
  for (int l = 0; l < count; ++l) lanes[l] = p[l];
  return load(lanes);
}
ATTN_INLINE void store_partial(float* p, f32x4 a, int count) noexcept {
  float lanes[kLanes];
  store(lanes, a);
  for (int l = 0; l < count; ++l) p[l] = lanes[l];
}

}  // namespace attn
