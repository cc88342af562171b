// Fuzzer's bytes read as choices: every string of bytes is a problem, and what lies past the end
// reads as 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <span>
#include <vector>

namespace fuzz {

class Bytes {
 public:
  explicit Bytes(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  [[nodiscard]] bool empty() const { return at_ >= bytes_.size(); }

  std::uint8_t byte() { return empty() ? std::uint8_t{0} : bytes_[at_++]; }

  // 0 … count − 1.
  int below(int count) { return static_cast<int>(byte()) % count; }

  // Once in `every` values of a byte; never for the byte 0, so that short inputs are good ones.
  bool rarely(int every) { return byte() % every == every - 1; }

  template <typename T>
  T pick(std::initializer_list<T> values) {
    return values.begin()[below(static_cast<int>(values.size()))];
  }

  // 1 … most; now and then a size that no array can have.
  std::int32_t size(int most) {
    constexpr std::int32_t kMost = std::numeric_limits<std::int32_t>::max();
    if (rarely(61))
      return pick<std::int32_t>({0, -1, kMost, -kMost - 1, 1 << 28, (1 << 28) + 1, 65536, 46341});
    return 1 + below(most);
  }

 private:
  std::span<const std::uint8_t> bytes_;
  std::size_t at_ = 0;
};

// Values between −amplitude and amplitude, from a seed (SplitMix64, Steele et al. 2014).
inline std::vector<float> uniform(std::uint64_t seed, std::size_t count, float amplitude) {
  std::vector<float> values(count);
  std::uint64_t state = seed * 0x9e3779b97f4a7c15ULL;
  for (float& value : values) {
    std::uint64_t z = (state += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    z ^= z >> 31;
    value = amplitude * (static_cast<float>(z >> 40) * 0x1p-23f - 1.0f);
  }
  return values;
}

}  // namespace fuzz
