// The machine's limit as wasm sees it: multiply-adds on registers alone, no memory, as many
// independent chains as hide their latency and still fit the 15 vector registers that V8 leaves.
// Operations: 8 · chains a step, 4 steps an iteration.
#include <wasm_simd128.h>

namespace {

float constants[2] = {0.999f, 0.5f};

#ifdef __wasm_relaxed_simd__
// Fused: result and addend share a register.
constexpr int kChains = 12;
inline v128_t step(v128_t x, v128_t factor, v128_t addend) {
  return wasm_f32x4_relaxed_madd(x, factor, addend);
}
#else
constexpr int kChains = 13;
inline v128_t step(v128_t x, v128_t factor, v128_t addend) {
  return wasm_f32x4_add(wasm_f32x4_mul(x, factor), addend);
}
#endif
constexpr int kSteps = 4;

}  // namespace

extern "C" {

// Floating-point operations of one iteration.
int operations() {
  return kChains * kSteps * 8;
}

// Runs `iterations`; what it returns depends on every chain, so that none can be left out.
float run(int iterations) {
  const v128_t factor = wasm_v128_load32_splat(&constants[0]);
  const v128_t addend = wasm_v128_load32_splat(&constants[1]);
  v128_t chain[kChains];
  for (int c = 0; c < kChains; ++c)
    chain[c] = wasm_f32x4_splat(1.0f + 0.0625f * static_cast<float>(c));
  for (int i = 0; i < iterations; ++i) {
    for (int s = 0; s < kSteps; ++s) {
      for (int c = 0; c < kChains; ++c) chain[c] = step(chain[c], factor, addend);
    }
  }
  v128_t sum = chain[0];
  for (int c = 1; c < kChains; ++c) sum = wasm_f32x4_add(sum, chain[c]);
  return wasm_f32x4_extract_lane(sum, 0);
}
}
