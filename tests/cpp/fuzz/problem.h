// An attention problem out of bytes: shape, inputs, mask and options, some of them hostile.
#pragma once

#include <attn/attention.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "bytes.h"
#include "legality.h"

namespace fuzz {

using Floats = std::vector<float>;

// No array of a problem is longer: hostile shapes get short ones, which must be refused.
inline constexpr std::uint64_t kMostValues = 1 << 14;

// The product of sizes, as far as memory is given for it.
inline std::size_t room(std::int64_t a, std::int64_t b, std::int64_t c = 1) {
  if (a <= 0 || b <= 0 || c <= 0) return 0;
  const double exact = static_cast<double>(a) * static_cast<double>(b) * static_cast<double>(c);
  return exact > static_cast<double>(kMostValues) ? 7 : static_cast<std::size_t>(a * b * c);
}

// A buffer of `count` values; now and then one too long or too short, or with a value that is not a
// number.
inline Floats values(Bytes& bytes, std::size_t count, float amplitude) {
  if (bytes.rarely(97)) count += bytes.rarely(2) ? 1 : (count > 0 ? ~std::size_t{0} : 1);
  Floats result = uniform(bytes.byte(), count, amplitude);
  const int specials = bytes.rarely(5) ? 1 + bytes.below(3) : 0;
  for (int k = 0; k < specials && !result.empty(); ++k) {
    const std::size_t at = (static_cast<std::size_t>(bytes.byte()) * 257) % result.size();
    const float value = bytes.pick({0.0f, -0.0f, 1e-45f, -1e-40f, 1e4f, -1e4f, 1e19f, -3e38f, kHuge,
                                    kNaN, kInfinity, -kInfinity});
    result[at] = value;
  }
  return result;
}

// Borrowed by the mask of a problem.
struct MaskBytes {
  std::vector<std::uint8_t> keep, allowed;
};

inline std::vector<std::uint8_t> flags(Bytes& bytes, std::size_t count) {
  if (bytes.rarely(53)) count += 1;
  std::vector<std::uint8_t> result(count);
  const int share = bytes.below(5);  // in quarters
  const Floats draws = uniform(bytes.byte(), count, 2.0f);
  for (std::size_t k = 0; k < count; ++k) result[k] = draws[k] + 2.0f < static_cast<float>(share);
  if (!result.empty() && bytes.rarely(67)) result[bytes.byte() % result.size()] = 2;
  return result;
}

inline attn::Mask mask(Bytes& bytes, int heads, int n_q, int n_k, MaskBytes& memory) {
  attn::Mask result;
  result.causal =
      bytes.pick({attn::Causal::kNone, attn::Causal::kBottomRight, attn::Causal::kTopLeft});
  const auto bound = [&](std::int32_t otherwise) -> std::int32_t {
    if (!bytes.rarely(4)) return otherwise;
    if (bytes.rarely(31))
      return bytes.pick<std::int32_t>({-1, std::numeric_limits<std::int32_t>::min()});
    return bytes.pick<std::int32_t>({0, 1, 2, 7, 8, 9, 63, attn::kUnbounded - 1, attn::kUnbounded});
  };
  result.left = bound(attn::kUnbounded);
  result.right = bound(attn::kUnbounded);
  result.prefix = bound(0);
  if (bytes.rarely(3)) {
    memory.keep = flags(bytes, room(n_k, 1));
    result.keep = memory.keep;
  }
  if (bytes.rarely(3)) {
    memory.allowed = flags(bytes, room(bytes.rarely(2) ? heads : 1, n_q, n_k));
    result.allowed = memory.allowed;
  }
  return result;
}

struct Problem {
  attn::AttentionShape shape;
  Floats query, key, value, bias;
  MaskBytes mask_bytes;
  attn::AttentionOptions options;

  [[nodiscard]] attn::AttentionInputs inputs() const { return {query, key, value, bias}; }
};

inline float amplitude(Bytes& bytes) {
  return bytes.pick({1.0f, 1.0f, 1.0f, 0.01f, 30.0f, 1e4f, 1e18f, 1e-38f, 0.0f});
}

inline attn::AttentionOptions options(Bytes& bytes, int d_k) {
  attn::AttentionOptions result;
  result.scale = 1.0f / std::sqrt(static_cast<float>(std::max(d_k, 1)));
  if (bytes.rarely(6))
    result.scale = bytes.pick({0.0f, 1.0f, -1.0f, 100.0f, 1e-30f, 1e30f, kNaN, kInfinity});
  if (bytes.rarely(6)) {
    result.temperature =
        bytes.pick({0.5f, 2.0f, 1e-3f, 1e30f, 1e-40f, 0.0f, -1.0f, kNaN, kInfinity});
  }
  result.tile = bytes.pick({attn::RegisterTile::kNarrow, attn::RegisterTile::kWide});
  return result;
}

// Keys reach past one block (128) now and then; queries need not.
inline std::int32_t key_length(Bytes& bytes) {
  return bytes.rarely(9) ? 120 + bytes.below(24) : bytes.size(40);
}

// A multiple of the key/value heads, mostly.
inline std::int32_t query_heads(Bytes& bytes, std::int32_t key_value_heads) {
  const int group = 1 + bytes.below(2);
  const bool is_small = key_value_heads > 0 && key_value_heads < 1000;
  const std::int32_t heads = is_small ? key_value_heads * group : key_value_heads;
  return is_small && bytes.rarely(61) ? heads + 1 : heads;
}

inline Problem problem(Bytes& bytes) {
  Problem p;
  attn::AttentionShape& s = p.shape;
  s.key_value_heads = bytes.size(3);
  s.heads = query_heads(bytes, s.key_value_heads);
  s.n_q = bytes.size(20);
  s.n_k = key_length(bytes);
  s.d_k = bytes.size(20);
  s.d_v = bytes.size(20);
  const float most = amplitude(bytes);
  p.query = values(bytes, room(s.heads, s.n_q, s.d_k), most);
  p.key = values(bytes, room(s.key_value_heads, s.n_k, s.d_k), most);
  p.value = values(bytes, room(s.key_value_heads, s.n_k, s.d_v), most);
  if (bytes.rarely(4)) {
    p.bias = values(bytes, room(bytes.rarely(2) ? s.heads : 1, s.n_q, s.n_k), 2.0f);
    if (!p.bias.empty() && bytes.rarely(2)) p.bias[bytes.byte() % p.bias.size()] = -kInfinity;
  }
  p.options = options(bytes, s.d_k);
  p.options.mask = mask(bytes, s.heads, s.n_q, s.n_k, p.mask_bytes);
  return p;
}

}  // namespace fuzz
