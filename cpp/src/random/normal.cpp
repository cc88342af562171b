// PCG64 seeded through SeedSequence, and the 256-layer ziggurat on top of it, in the order in which
// NumPy takes its bits.
#include <bit>
#include <cmath>

#include "attn/random.h"
#include "random/elementary.h"
#include "random/ziggurat.h"

namespace attn {
namespace {

using Word128 = unsigned __int128;

constexpr Word128 join(const std::uint64_t (&halves)[2]) noexcept {
  return (Word128{halves[1]} << 64) | halves[0];
}

constexpr void split(Word128 value, std::uint64_t (&halves)[2]) noexcept {
  halves[0] = static_cast<std::uint64_t>(value);
  halves[1] = static_cast<std::uint64_t>(value >> 64);
}

constexpr Word128 kMultiplier = (Word128{0x2360ed051fc65da4} << 64) | 0x4385df649fccf645;

// One step of the linear congruential generator.
constexpr Word128 step(Word128 state, Word128 increment) noexcept {
  return state * kMultiplier + increment;
}

// SeedSequence (O'Neill's seed_seq_fe): four 32-bit words that every seed word has been mixed into.
class SeedPool {
 public:
  explicit SeedPool(std::uint64_t seed) noexcept
      : pool_{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32), 0, 0} {
    Hash hash{0x43b0d7e5, 0x931e8875};
    for (std::uint32_t& word : pool_) word = hash(word);
    for (std::uint32_t& source : pool_) {
      for (std::uint32_t& target : pool_) {
        if (&source != &target) target = mixed(target, hash(source));
      }
    }
  }

  // Eight words of output as four 64-bit words, low half first.
  void generate(std::uint64_t (&out)[4]) const noexcept {
    Hash hash{0x8b51f9dd, 0x58f38ded};
    for (int i = 0; i < 4; ++i) {
      const std::uint64_t low = hash(pool_[2 * i % 4]);
      const std::uint64_t high = hash(pool_[(2 * i + 1) % 4]);
      out[i] = low | (high << 32);
    }
  }

 private:
  // Multiplies by a constant that is itself multiplied from call to call.
  struct Hash {
    std::uint32_t constant;
    std::uint32_t multiplier;
    std::uint32_t operator()(std::uint32_t value) noexcept {
      value ^= constant;
      constant *= multiplier;
      value *= constant;
      return value ^ (value >> 16);
    }
  };

  static std::uint32_t mixed(std::uint32_t x, std::uint32_t y) noexcept {
    const std::uint32_t result = 0xca01f9dd * x - 0x4973f715 * y;
    return result ^ (result >> 16);
  }

  std::uint32_t pool_[4];
};

// 0 + turns −0 into 0, as NumPy's loc does.
constexpr double scaled(double draw, double scale) noexcept {
  return 0.0 + scale * draw;
}

}  // namespace

NormalStream::NormalStream(std::uint64_t seed) noexcept {
  // NumPy hands over the start state, then the stream number, each with its high half first.
  std::uint64_t words[4];
  SeedPool(seed).generate(words);
  const Word128 start = (Word128{words[0]} << 64) | words[1];
  const Word128 stream = (Word128{words[2]} << 64) | words[3];
  const Word128 increment = (stream << 1) | 1;
  split(increment, increment_);
  split(step(step(0, increment) + start, increment), state_);
}

std::uint64_t NormalStream::next_bits() noexcept {
  split(step(join(state_), join(increment_)), state_);
  // XSL-RR: the halves xored, rotated by the top six bits.
  return std::rotr(state_[1] ^ state_[0], static_cast<int>(state_[1] >> 58));
}

double NormalStream::next_uniform() noexcept {
  return static_cast<double>(next_bits() >> 11) * 0x1p-53;
}

double NormalStream::next() noexcept {
  const ziggurat::Layers& layers = ziggurat::layers();
  while (true) {
    // 8 bits of layer, a sign, 52 bits of magnitude.
    const std::uint64_t bits = next_bits();
    const std::uint64_t layer = bits & 0xff;
    const std::uint64_t magnitude = (bits >> 9) & 0x000f'ffff'ffff'ffff;
    const double x = static_cast<double>(magnitude) * layers.width[layer];
    const double draw = (bits >> 8) & 1 ? -x : x;
    if (magnitude < layers.inside[layer]) return draw;  // 98.5 % of all tries
    if (layer == 0) return next_in_tail(magnitude);
    // The wedge between the layer's core and the curve.
    const double below = layers.height[layer];
    const double above = layers.height[layer - 1];
    if ((above - below) * next_uniform() + below < exponential(-0.5 * x * x)) return draw;
  }
}

// Marsaglia 1964: the tail beyond R by rejection from an exponential. Its sign is bit 8 of the
// magnitude, not the sign bit.
double NormalStream::next_in_tail(std::uint64_t magnitude) noexcept {
  constexpr double kPerR = 1.0 / ziggurat::kR;
  while (true) {
    const double beyond = -kPerR * natural_log(1.0 - next_uniform());
    const double height = -natural_log(1.0 - next_uniform());
    if (height + height > beyond * beyond) {
      const double x = ziggurat::kR + beyond;
      return (magnitude >> 8) & 1 ? -x : x;
    }
  }
}

void fill_normal(std::uint64_t seed, std::uint64_t skip, double scale,
                 std::span<double> out) noexcept {
  NormalStream stream(seed);
  for (std::uint64_t i = 0; i < skip; ++i) static_cast<void>(stream.next());
  for (double& value : out) value = scaled(stream.next(), scale);
}

Status draw_normal(NormalStream& stream, double scale, std::span<float> out) noexcept {
  // Half a last place past the largest float rounds to infinity.
  constexpr double kPastFloat = 0x1.ffffffp127;
  // |draw| < 14: 1 − u is a multiple of 2^−53, so the tail ends at R + 53·ln 2 / R.
  if (!(std::abs(scale) < kPastFloat / 14)) {
    NormalStream ahead = stream;
    for (std::size_t i = 0; i < out.size(); ++i) {
      if (!(std::abs(scaled(ahead.next(), scale)) < kPastFloat))
        return {Code::kOverflow, Argument::kScale};
    }
  }
  for (float& value : out) value = static_cast<float>(scaled(stream.next(), scale));
  return kOk;
}

}  // namespace attn
