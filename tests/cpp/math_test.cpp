// exp2 and log over their whole ranges, against the C library in double.
#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "math/exponential.h"

namespace {

// Every float from low to high (same sign), or every `step`-th.
template <typename Visit>
void each_float(float low, float high, std::uint32_t step, Visit visit) {
  const bool negative = std::signbit(low) || std::signbit(high);
  const auto magnitude = [](float x) { return std::bit_cast<std::uint32_t>(std::fabs(x)); };
  const std::uint32_t first = negative ? magnitude(high) : magnitude(low);
  const std::uint32_t last = negative ? magnitude(low) : magnitude(high);
  for (std::uint32_t bits = first; bits <= last; bits += step) {
    const float x = std::bit_cast<float>(bits);
    visit(negative ? -x : x);
  }
}

double worst_relative_exp2(float low, float high, std::uint32_t step) {
  double worst = 0;
  each_float(low, high, step, [&](float x) {
    const double expected = std::exp2(static_cast<double>(x));
    const double error = std::fabs(static_cast<double>(attn::exp2(x)) / expected - 1.0);
    if (!(error <= worst)) worst = error;
  });
  return worst;
}

// Steps that are no multiple of a power of two, so that low bits vary; about two million floats a
// sweep.
constexpr std::uint32_t kStep = 509;

}  // namespace

TEST_CASE("exp2 has the stated relative error over its whole range") {
  CHECK(worst_relative_exp2(-126.0f, -0.0f, kStep) < 2.0e-7);
  CHECK(worst_relative_exp2(0.0f, 127.4f, kStep) < 2.0e-7);
  // Every float where softmax spends its time.
  CHECK(worst_relative_exp2(-1.0f, -0.96f, 1) < 2.0e-7);
}

TEST_CASE("exp2 is exact where it must be") {
  CHECK(attn::exp2(0.0f) == 1.0f);
  CHECK(attn::exp2(-0.0f) == 1.0f);
  CHECK(attn::exp2(1.0f) == 2.0f);
  CHECK(attn::exp2(-126.0f) == std::numeric_limits<float>::min());
  CHECK(attn::exp2(-127.0f) == 0.0f);
  CHECK(attn::exp2(-1e4f) == 0.0f);
  CHECK(attn::exp2(std::numeric_limits<float>::lowest()) == 0.0f);
  CHECK(attn::exp2(-std::numeric_limits<float>::infinity()) == 0.0f);
}

TEST_CASE("log has the stated error over its whole range, denormals included") {
  double worst_relative = 0, worst_beside_one = 0;
  each_float(std::numeric_limits<float>::denorm_min(), std::numeric_limits<float>::max(), 1021,
             [&](float x) {
               const double expected = std::log(static_cast<double>(x));
               const double error = std::fabs(static_cast<double>(attn::log(x)) - expected);
               if (!(error / std::fabs(expected) <= worst_relative) && error > 1e-9)
                 worst_relative = error / std::fabs(expected);
             });
  each_float(0.99f, 1.01f, 1, [&](float x) {
    const double error =
        std::fabs(static_cast<double>(attn::log(x)) - std::log(static_cast<double>(x)));
    if (!(error <= worst_beside_one)) worst_beside_one = error;
  });
  CHECK(worst_relative < 1.2e-7);
  CHECK(worst_beside_one < 1.0e-9);
}

TEST_CASE("log at its edges") {
  CHECK(attn::log(1.0f) == 0.0f);
  CHECK(attn::log(0.0f) == -std::numeric_limits<float>::infinity());
  CHECK(attn::log(std::numeric_limits<float>::infinity()) ==
        std::numeric_limits<float>::infinity());
  CHECK(std::isnan(attn::log(-1.0f)));
}

TEST_CASE("the four lanes agree with one") {
  alignas(16) const float in[4] = {-3.25f, -0.1f, -77.7f, -126.4f};
  float out[4];
  attn::store(out, attn::exp2(attn::load(in)));
  for (int l = 0; l < 4; ++l) CHECK(out[l] == attn::exp2(in[l]));
}
