// What is refused before anything is computed. Shared by attention, its tile and trace, and the
// cache.
#pragma once

#include <attn/attention.h>

#include <cstddef>
#include <cstdint>
#include <limits>

#include "kernels/extent.h"

namespace attn {

// A product of sizes in 64 bits; what does not fit becomes the largest number, which no memory and
// no span can match.
[[nodiscard]] constexpr std::uint64_t count(std::int64_t a, std::int64_t b,
                                            std::int64_t c = 1) noexcept {
  std::uint64_t ab = 0, abc = 0;
  const bool overflow =
      __builtin_mul_overflow(static_cast<std::uint64_t>(a), static_cast<std::uint64_t>(b), &ab) ||
      __builtin_mul_overflow(ab, static_cast<std::uint64_t>(c), &abc);
  return overflow ? std::numeric_limits<std::uint64_t>::max() : abc;
}

// Every size ≥ 1 and within what the kernels index; heads a multiple of key/value heads.
[[nodiscard]] Status check_shape(const AttentionShape& shape) noexcept;
// Spans as long as the shape says; bias may be empty.
[[nodiscard]] Status check_query(const AttentionShape& shape,
                                 const AttentionInputs& inputs) noexcept;
[[nodiscard]] Status check_keys(const AttentionShape& shape,
                                const AttentionInputs& inputs) noexcept;
[[nodiscard]] Status check_values(const AttentionShape& shape,
                                  const AttentionInputs& inputs) noexcept;
[[nodiscard]] Status check_options(const AttentionShape& shape,
                                   const AttentionOptions& options) noexcept;
[[nodiscard]] Status check_outputs(const AttentionShape& shape,
                                   const AttentionOutputs& outputs) noexcept;

// How large the inputs get.
struct Magnitudes {
  float query = 0;
  float key = 0;
  float value = 0;
  float bias = 0;
};
// Refuses what is not finite. Empty spans measure 0.
[[nodiscard]] Status measure(const AttentionInputs& inputs, Magnitudes& magnitudes) noexcept;

// Could a score leave float32? A cheap bound; when it says yes the scores themselves are looked at.
[[nodiscard]] bool scores_may_overflow(const AttentionShape& shape, const Magnitudes& magnitudes,
                                       float scale) noexcept;
// Could Σ exp(…)·value, at most n_k·max|value| before it is divided by the sum, leave float32?
[[nodiscard]] bool mix_may_overflow(const AttentionShape& shape,
                                    const Magnitudes& magnitudes) noexcept;

}  // namespace attn
