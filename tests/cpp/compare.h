// Comparing arrays: NaN fails, sizes must match, infinities must be equal, the worst element is
// reported.
#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <span>
#include <string>

// |actual − expected| ≤ atol + rtol·|expected| for every element.
template <typename Actual, typename Expected>
bool all_close(std::span<const Actual> actual, std::span<const Expected> expected, double atol,
               double rtol, std::string& why) {
  if (actual.size() != expected.size()) {
    why = "size " + std::to_string(actual.size()) + ", expected " + std::to_string(expected.size());
    return false;
  }
  double worst = 0;
  std::size_t at = 0;
  for (std::size_t k = 0; k < actual.size(); ++k) {
    const double a = static_cast<double>(actual[k]), e = static_cast<double>(expected[k]);
    if (a == e) continue;
    const double excess = std::isfinite(a) && std::isfinite(e)
                              ? std::fabs(a - e) - atol - rtol * std::fabs(e)
                              : HUGE_VAL;
    if (excess > worst) {
      worst = excess;
      at = k;
    }
  }
  if (worst > 0) {
    why = "at " + std::to_string(at) + ": " + std::to_string(actual[at]) + ", expected " +
          std::to_string(expected[at]) + " (atol " + std::to_string(atol) + ", rtol " +
          std::to_string(rtol) + ", over by " + std::to_string(worst) + ")";
  }
  return !(worst > 0);
}

template <typename Actual, typename Expected>
void check_close(const char* what, const Actual& actual, const Expected& expected, double atol,
                 double rtol) {
  std::string why;
  const bool close =
      all_close(std::span<const typename Actual::value_type>(actual),
                std::span<const typename Expected::value_type>(expected), atol, rtol, why);
  CHECK_MESSAGE(close, what << ": " << why);
}
