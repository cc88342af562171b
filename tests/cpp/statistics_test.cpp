// Statistics of single rows, saturated ones above all.
#include <attn/statistics.h>
#include <doctest/doctest.h>

#include <cmath>

#include "samples.h"

namespace {

// The whole matrix diag(a) − a·aᵀ in double, 1 − aᵢ summed from the others.
double jacobian_norm(const samples::Floats& a) {
  double total = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    double others = 0;
    for (std::size_t j = 0; j < a.size(); ++j) {
      if (i == j) continue;
      others += a[j];
      total += std::pow(static_cast<double>(a[i]) * a[j], 2);
    }
    total += std::pow(a[i] * others, 2);
  }
  return std::sqrt(total);
}

}  // namespace

TEST_CASE("a one-hot row: entropy and Jacobian are 0, not −0 and not NaN") {
  for (const std::size_t n : {1U, 2U, 5U, 8U, 33U}) {
    samples::Floats row(n, 0.0f);
    row[n / 2] = 1.0f;
    const attn::RowStatistics s = attn::row_statistics(row);
    CHECK(s.entropy == 0.0f);
    CHECK_FALSE(std::signbit(s.entropy));
    CHECK(s.jacobian_norm == 0.0f);
    CHECK(s.peak == 1.0f);
    CHECK(s.row_sum == 1.0f);
  }
}

TEST_CASE("saturated rows keep a Jacobian that the closed form would lose") {
  // Below 1e-18 the squares are denormal numbers and lose digits of their own.
  for (const float rest : {1e-3f, 1e-6f, 1e-9f, 1e-17f}) {
    const samples::Floats row = {rest, 1.0f - 3 * rest, rest, rest};
    const attn::RowStatistics s = attn::row_statistics(row);
    const double expected = jacobian_norm(row);
    CAPTURE(rest);
    CHECK(s.jacobian_norm > 0.0f);
    CHECK(std::fabs(s.jacobian_norm - expected) <= 1e-6 * expected);
  }
}

TEST_CASE("ties at the peak, uniform rows, and an empty one") {
  for (const samples::Floats& row : {samples::Floats{0.5f, 0.5f},
                                     {0.25f, 0.25f, 0.25f, 0.25f},
                                     {0.4f, 0.2f, 0.4f},
                                     {0.0f, 0.5f, 0.0f, 0.5f, 0.0f}}) {
    const attn::RowStatistics s = attn::row_statistics(row);
    CHECK(std::fabs(s.jacobian_norm - jacobian_norm(row)) < 1e-6);
  }
  const attn::RowStatistics empty = attn::row_statistics(samples::Floats(7, 0.0f));
  CHECK(empty.entropy == 0.0f);
  CHECK(empty.peak == 0.0f);
  CHECK(empty.row_sum == 0.0f);
  CHECK(empty.jacobian_norm == 0.0f);
}

TEST_CASE("long rows keep their digits") {
  for (const std::size_t n : {100U, 1000U, 1023U, 4096U}) {
    const samples::Floats uniform(n, 1.0f / static_cast<float>(n));
    samples::Floats uneven = samples::uniform(40, n);
    double total = 0;
    for (float& a : uneven) total += a = std::fabs(a) + 0.01f;
    for (float& a : uneven) a = static_cast<float>(a / total);
    for (const samples::Floats& row : {uniform, uneven}) {
      double entropy = 0, sum = 0;
      for (const double a : row) {
        entropy -= a * std::log(a);
        sum += a;
      }
      CAPTURE(n);
      const attn::RowStatistics s = attn::row_statistics(row);
      CHECK(std::fabs(s.entropy - entropy) < 2e-6);
      CHECK(std::fabs(s.row_sum - sum) < 3e-7);
    }
  }
}
