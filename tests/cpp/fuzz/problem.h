// An attention problem out of bytes: shape, inputs, mask and options, some of them hostile.
#pragma once

#include <attn/attention.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "bytes.h"

namespace fuzz {

using Floats = std::vector<float>;

inline constexpr float kInfinity = std::numeric_limits<float>::infinity();
inline constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
inline constexpr float kHuge = std::numeric_limits<float>::max();

// No array of a problem is longer: hostile shapes get short ones, which must be refused.
inline constexpr std::uint64_t kMostValues = 1 << 16;

// The product of sizes, as far as memory is given for it.
inline std::size_t room(std::int64_t a, std::int64_t b, std::int64_t c = 1) {
  if (a <= 0 || b <= 0 || c <= 0) return 0;
  const double exact = static_cast<double>(a) * static_cast<double>(b) * static_cast<double>(c);
  return exact > static_cast<double>(kMostValues) ? 7 : static_cast<std::size_t>(a * b * c);
}

// What is known about a problem before it is tried.
struct Verdict {
  bool must_refuse = false;  // something in it is illegal
  bool may_refuse = false;   // large numbers, which may overflow
};

// A buffer of `count` values; now and then one too long or too short, or with a value that is not a
// number.
inline Floats values(Bytes& bytes, std::size_t count, float amplitude, Verdict& verdict) {
  if (bytes.rarely(97)) {
    verdict.must_refuse = true;
    count += bytes.rarely(2) ? 1 : (count > 0 ? ~std::size_t{0} : 1);
  }
  Floats result = uniform(bytes.byte(), count, amplitude);
  const int specials = bytes.rarely(5) ? 1 + bytes.below(3) : 0;
  for (int k = 0; k < specials && !result.empty(); ++k) {
    const std::size_t at = (static_cast<std::size_t>(bytes.byte()) * 257) % result.size();
    const float value = bytes.pick({0.0f, -0.0f, 1e-45f, -1e-40f, 1e4f, -1e4f, 1e19f, -3e38f, kHuge,
                                    kNaN, kInfinity, -kInfinity});
    result[at] = value;
    verdict.must_refuse |= !std::isfinite(value);
    verdict.may_refuse |= std::fabs(value) > 1e4f;
  }
  return result;
}

// Borrowed by the mask of a problem.
struct MaskBytes {
  std::vector<std::uint8_t> keep, allowed;
};

inline std::vector<std::uint8_t> flags(Bytes& bytes, std::size_t count, Verdict& verdict) {
  if (bytes.rarely(53)) {
    verdict.must_refuse = true;
    count += 1;
  }
  std::vector<std::uint8_t> result(count);
  const int share = bytes.below(5);  // in quarters
  const Floats draws = uniform(bytes.byte(), count, 2.0f);
  for (std::size_t k = 0; k < count; ++k) result[k] = draws[k] + 2.0f < static_cast<float>(share);
  if (!result.empty() && bytes.rarely(67)) {
    verdict.must_refuse = true;
    result[bytes.byte() % result.size()] = 2;
  }
  return result;
}

inline attn::Mask mask(Bytes& bytes, int heads, int n_q, int n_k, MaskBytes& memory,
                       Verdict& verdict) {
  attn::Mask result;
  result.causal =
      bytes.pick({attn::Causal::kNone, attn::Causal::kBottomRight, attn::Causal::kTopLeft});
  const auto bound = [&](std::int32_t otherwise) -> std::int32_t {
    if (!bytes.rarely(4)) return otherwise;
    if (bytes.rarely(31)) {
      verdict.must_refuse = true;
      return bytes.pick<std::int32_t>({-1, std::numeric_limits<std::int32_t>::min()});
    }
    return bytes.pick<std::int32_t>({0, 1, 2, 7, 8, 9, 63, attn::kUnbounded - 1, attn::kUnbounded});
  };
  result.left = bound(attn::kUnbounded);
  result.right = bound(attn::kUnbounded);
  result.prefix = bound(0);
  if (bytes.rarely(3)) {
    memory.keep = flags(bytes, room(n_k, 1), verdict);
    result.keep = memory.keep;
  }
  if (bytes.rarely(3)) {
    memory.allowed = flags(bytes, room(bytes.rarely(2) ? heads : 1, n_q, n_k), verdict);
    result.allowed = memory.allowed;
    // One too many for one head may be right for several.
    if (n_q == 1 && n_k == 1 && verdict.must_refuse) verdict.may_refuse = true;
  }
  return result;
}

struct Problem {
  attn::AttentionShape shape;
  Floats query, key, value, bias;
  MaskBytes mask_bytes;
  attn::AttentionOptions options;
  Verdict verdict;

  [[nodiscard]] attn::AttentionInputs inputs() const { return {query, key, value, bias}; }
};

inline float amplitude(Bytes& bytes, Verdict& verdict) {
  const float result = bytes.pick({1.0f, 1.0f, 1.0f, 0.01f, 30.0f, 1e4f, 1e18f, 1e-38f, 0.0f});
  verdict.may_refuse |= result > 1e4f;
  return result;
}

inline attn::AttentionOptions options(Bytes& bytes, int d_k, Verdict& verdict) {
  attn::AttentionOptions result;
  result.scale = 1.0f / std::sqrt(static_cast<float>(std::max(d_k, 1)));
  if (bytes.rarely(6)) {
    result.scale = bytes.pick({0.0f, 1.0f, -1.0f, 100.0f, 1e-30f, 1e30f, kNaN, kInfinity});
    verdict.must_refuse |= !std::isfinite(result.scale);
    verdict.may_refuse |= result.scale > 100.0f;
  }
  if (bytes.rarely(6)) {
    result.temperature =
        bytes.pick({0.5f, 2.0f, 1e-3f, 1e30f, 1e-40f, 0.0f, -1.0f, kNaN, kInfinity});
    verdict.must_refuse |= !(result.temperature > 0) || !std::isfinite(result.temperature);
    verdict.may_refuse |= result.temperature < 1e-2f;
  }
  result.tile = bytes.pick({attn::RegisterTile::kNarrow, attn::RegisterTile::kWide});
  return result;
}

// Lengths reach past one block of keys (128) now and then.
inline std::int32_t length(Bytes& bytes, bool& hostile) {
  return bytes.rarely(7) ? 120 + bytes.below(24) : bytes.size(40, hostile);
}

inline Problem problem(Bytes& bytes) {
  Problem p;
  bool hostile = false;
  attn::AttentionShape& s = p.shape;
  s.key_value_heads = bytes.size(3, hostile);
  const int group = 1 + bytes.below(3);
  s.heads = std::abs(static_cast<std::int64_t>(s.key_value_heads)) < 1000
                ? s.key_value_heads * group
                : s.key_value_heads;
  if (bytes.rarely(61)) {
    s.heads += 1;
    hostile |= s.key_value_heads != 1;
  }
  s.n_q = length(bytes, hostile);
  s.n_k = length(bytes, hostile);
  s.d_k = bytes.size(20, hostile);
  s.d_v = bytes.size(20, hostile);
  const float size = amplitude(bytes, p.verdict);
  p.query = values(bytes, room(s.heads, s.n_q, s.d_k), size, p.verdict);
  p.key = values(bytes, room(s.key_value_heads, s.n_k, s.d_k), size, p.verdict);
  p.value = values(bytes, room(s.key_value_heads, s.n_k, s.d_v), size, p.verdict);
  if (bytes.rarely(4)) {
    Verdict of_bias;
    p.bias = values(bytes, room(bytes.rarely(2) ? s.heads : 1, s.n_q, s.n_k), 2.0f, of_bias);
    bool bad = false;
    for (const float b : p.bias) bad |= std::isnan(b) || b == kInfinity;
    const bool is_only_value = !bad && of_bias.must_refuse;
    // −∞ is legal in a bias; another length, like another head's, may be too.
    p.verdict.must_refuse |= bad;
    p.verdict.may_refuse |= is_only_value || of_bias.may_refuse;
    if (!p.bias.empty() && bytes.rarely(2)) p.bias[bytes.byte() % p.bias.size()] = -kInfinity;
  }
  p.options = options(bytes, s.d_k, p.verdict);
  p.options.mask = mask(bytes, s.heads, s.n_q, s.n_k, p.mask_bytes, p.verdict);
  // A shape at its limits is refused for its arrays, which are short.
  p.verdict.must_refuse |= hostile;
  return p;
}

}  // namespace fuzz
