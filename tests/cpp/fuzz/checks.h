// What must hold whatever the bytes were. A broken promise ends the process, which is how a fuzzer
// learns of it.
#pragma once

#include <attn/attention.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <vector>

#include "problem.h"
#include "reference/reference.h"

namespace fuzz {

[[noreturn]] inline void broken(const char* what, double found, double expected) {
  std::fprintf(stderr, "BROKEN: %s: %.9g, expected %.9g\n", what, found, expected);
  std::abort();
}

inline void require(bool holds, const char* what, double found = 0, double expected = 0) {
  if (!holds) broken(what, found, expected);
}

// What outputs hold before a call.
inline constexpr float kUntouched = -123.25f;

inline void require_untouched(std::span<const float> output, const char* what) {
  for (const float x : output) require(x == kUntouched, what, x, kUntouched);
}

inline void require_verdict(attn::Status status, const Verdict& verdict) {
  const double code = static_cast<double>(status.code);
  if (status.ok()) {
    require(!verdict.must_refuse, "accepted what is illegal");
  } else {
    require(verdict.must_refuse || verdict.may_refuse, "refused what is legal (code)", code, 0);
  }
}

inline constexpr double kEpsilon = 0x1p-23;

// How far a float32 score may be from the exact one, at most: rounding in each of its steps.
inline double score_error(const Problem& p) {
  const double product = largest(p.query) * largest(p.key) * p.shape.d_k;
  return kEpsilon * ((p.shape.d_k + 8) * product * factor(p.options) + 4 * largest(p.bias)) + 1e-6;
}

// Past this error the weights are anything between 0 and 1, and there is nothing to compare.
inline constexpr double kComparable = 0.01;
// Longer rows take the reference, whose Jacobian is quadratic, too long.
inline constexpr int kLongestCompared = 200;

inline bool is_comparable(const Problem& p) {
  return score_error(p) < kComparable && p.shape.n_q <= kLongestCompared &&
         p.shape.n_k <= kLongestCompared;
}

// Results of attention against the reference: weights, output and log-sum-exp, as far as they are
// wanted.
struct Wanted {
  std::span<const float> output, weights, log_sum_exp;
};

inline void require_close(float found, double expected, double tolerance, const char* what) {
  if (std::isinf(expected)) {
    require(static_cast<double>(found) == expected, what, found, expected);
  } else {
    require(std::fabs(found - expected) <= tolerance, what, found, expected);
  }
}

inline void require_rows(const Problem& p, std::span<const float> weights) {
  const attn::AttentionShape& s = p.shape;
  const auto n_k = static_cast<std::size_t>(s.n_k);
  for (int head = 0; head < s.heads; ++head) {
    for (int i = 0; i < s.n_q; ++i) {
      const std::size_t first = (static_cast<std::size_t>(head) * static_cast<std::size_t>(s.n_q) +
                                 static_cast<std::size_t>(i)) *
                                n_k;
      double sum = 0;
      for (int j = 0; j < s.n_k; ++j) {
        const float w = weights[first + static_cast<std::size_t>(j)];
        require(w >= 0 && w <= 1.0001f, "a weight is no share", w, 0);
        if (!attn::reference::allowed(p.options.mask, head, i, j, s.n_q, s.n_k))
          require(w == 0, "a masked weight is not 0", w, 0);
        sum += w;
      }
      require(sum == 0 || std::fabs(sum - 1) <= 4 * kEpsilon * (s.n_k + 8),
              "a row does not sum to 1 or 0", sum, 1);
    }
  }
}

// What the reference makes of a problem. It reads values even where no output is wanted of them.
inline attn::reference::Attention expected_of(const Problem& p) {
  attn::AttentionInputs inputs = p.inputs();
  const Floats zeros(p.value.empty() ? room(p.shape.key_value_heads, p.shape.n_k, p.shape.d_v) : 0);
  if (p.value.empty()) inputs.value = zeros;
  return attn::reference::attention(p.shape, inputs, p.options);
}

inline void require_like_reference(const Problem& p, const Wanted& wanted) {
  if (!wanted.weights.empty()) require_rows(p, wanted.weights);
  const double error = score_error(p);
  const double n = p.shape.n_k;
  if (!is_comparable(p)) return;
  const attn::reference::Attention expected = expected_of(p);
  const double share = 2.5 * error + kEpsilon * (n + 16);
  for (std::size_t k = 0; k < wanted.weights.size(); ++k)
    require_close(wanted.weights[k], expected.weights[k], share, "weight");
  const double mix = share * largest(p.value) * 2 + 1e-30;
  for (std::size_t k = 0; k < wanted.output.size(); ++k)
    require_close(wanted.output[k], expected.output[k], mix, "output");
  for (std::size_t k = 0; k < wanted.log_sum_exp.size(); ++k) {
    const double lse = expected.log_sum_exp[k];
    require_close(wanted.log_sum_exp[k], lse,
                  share + 8 * kEpsilon * std::fabs(std::isfinite(lse) ? lse : 0), "log-sum-exp");
  }
}

}  // namespace fuzz
