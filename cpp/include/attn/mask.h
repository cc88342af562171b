// Which keys a query may see, in the words of the public API.
#pragma once

#include <cstdint>
#include <limits>
#include <span>

namespace attn {

enum class Causal : std::uint8_t {
  kNone,
  kBottomRight,  // pos = i + n_k − n_q: the last query sees the last key (decoding)
  kTopLeft,      // pos = i
};

inline constexpr std::int32_t kUnbounded = std::numeric_limits<std::int32_t>::max();

// allowed(i, j) = keep[j] ∧ allowed[i][j] ∧ ( j < prefix ∨ ( (causal ⇒ j ≤ pos) ∧ pos − left ≤ j ≤
// pos + right ) ) with pos = i + n_k − n_q, or i for kTopLeft. Not allowed means −∞ before softmax
// (ch. 16.2.4). Spans are borrowed for the call.
struct Mask {
  Causal causal = Causal::kNone;
  std::int32_t left = kUnbounded;         // keys to the left of pos that are seen, ≥ 0
  std::int32_t right = kUnbounded;        // keys to the right of pos that are seen, ≥ 0
  std::int32_t prefix = 0;                // the first keys, seen by every query, ≥ 0
  std::span<const std::uint8_t> keep;     // [n_k], 1 = a real token, 0 = padding; empty: all kept
  std::span<const std::uint8_t> allowed;  // [n_q, n_k] or [h, n_q, n_k], 0 or 1; empty: all allowed
};

}  // namespace attn
