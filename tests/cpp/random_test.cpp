// The normal draws against NumPy's own: hashes over all bits of a stream, its ends as values, and
// the chapter's arrays.
#include "attn/random.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

#include "golden.h"
#include "random/elementary.h"
#include "random/ziggurat.h"
#include "ziggurat_table.h"

namespace {

// FNV-1a, 64 bits, over the bytes of the bit patterns, little-endian.
std::uint64_t fnv1a(std::span<const double> values) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const double value : values) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    for (int shift = 0; shift < 64; shift += 8)
      hash = (hash ^ ((bits >> shift) & 0xff)) * 0x100000001b3;
  }
  return hash;
}

std::vector<double> draws(std::uint64_t seed, std::uint64_t skip, double scale, std::size_t count) {
  std::vector<double> out(count);
  attn::fill_normal(seed, skip, scale, out);
  return out;
}

// Bit for bit: −0 is not 0 here, and a NaN would equal itself.
void check_same_bits(std::span<const double> actual, std::span<const double> expected) {
  REQUIRE(actual.size() == expected.size());
  for (std::size_t i = 0; i < actual.size(); ++i) {
    CAPTURE(i);
    CAPTURE(actual[i]);
    CAPTURE(expected[i]);
    CHECK(std::bit_cast<std::uint64_t>(actual[i]) == std::bit_cast<std::uint64_t>(expected[i]));
  }
}

}  // namespace

TEST_CASE("normal draws are NumPy's, bit for bit, for every seed, scale and length of the golden") {
  CHECK(std::size(golden::random_cases) >= 50);
  for (const golden::RandomCase& expected : golden::random_cases) {
    CAPTURE(expected.seed);
    CAPTURE(expected.scale);
    CAPTURE(expected.count);
    const std::vector<double> actual = draws(expected.seed, 0, expected.scale, expected.count);
    const std::span<const double> all(actual);
    check_same_bits(all.first(expected.head.size()), expected.head);
    check_same_bits(all.last(expected.tail.size()), expected.tail);
    CHECK(fnv1a(actual) == expected.hash);
  }
}

TEST_CASE("the chapter's arrays are consecutive pieces of one stream: seed 0, skipped to") {
  check_same_bits(draws(0, 0, 1.0, 32), golden::chapter::X);
  check_same_bits(draws(0, 32, 0.3, 64), golden::chapter::W_Q);
  check_same_bits(draws(0, 96, 0.3, 64), golden::chapter::W_K);
  check_same_bits(draws(0, 160, 0.3, 64), golden::chapter::W_V);
}

TEST_CASE("a stream gives one draw at a time what fill_normal gives at once") {
  const std::vector<double> expected = draws(42, 0, 1.0, 5000);
  attn::NormalStream stream(42);
  std::vector<double> actual;
  for (std::size_t i = 0; i < expected.size(); ++i) actual.push_back(stream.next());
  check_same_bits(actual, expected);
}

TEST_CASE("the layers computed at run time are NumPy's table, bit for bit") {
  const attn::ziggurat::Layers& layers = attn::ziggurat::layers();
  check_same_bits(layers.width, attn::ziggurat::kWidth);
  check_same_bits(layers.height, attn::ziggurat::kHeight);
  CHECK(std::ranges::equal(layers.inside, attn::ziggurat::kInside));
}

TEST_CASE("fused is the C library's fma, bit for bit, where sums cancel and round half-way too") {
  std::uint64_t state = 1;
  const auto bits = [&] { return state = state * 6364136223846793005 + 1442695040888963407; };
  const auto number = [&](int exponents) {
    const double significand = 1.0 + static_cast<double>(bits() >> 12) * 0x1p-52;
    const auto range = static_cast<std::uint64_t>(2 * exponents + 1);
    const int exponent = static_cast<int>((bits() >> 33) % range) - exponents;
    return std::ldexp(bits() >> 63 ? -significand : significand, exponent);
  };
  std::vector<double> actual, expected;
  for (int round = 0; round < 100'000; ++round) {
    const double a = number(round % 60), b = number(3);
    // Every third one nearly takes the product away, every third is far smaller or larger.
    const double c =
        round % 3 == 0 ? -a * b + number(0) * std::abs(a) * 0x1p-60 : number(round % 120);
    actual.push_back(attn::fused(a, b, c));
    expected.push_back(std::fma(a, b, c));
  }
  check_same_bits(actual, expected);
  // Just above half a last place of c, by less than a double shows: rounded twice, it would be c.
  CHECK(attn::fused(1 + 0x1p-52, 0x1p-53, 1.0) == 1 + 0x1p-52);
}

TEST_CASE("natural_log is the C library's log1p that NumPy's tail draws rest on, bit for bit") {
  std::vector<double> actual;
  for (std::uint64_t k = 1; k <= golden::logarithms.count; ++k) {
    const double uniform = static_cast<double>((k * 0x9e3779b97f4a7c15) >> 11) * 0x1p-53;
    actual.push_back(attn::natural_log(1.0 - uniform));
  }
  CHECK(fnv1a(actual) == golden::logarithms.hash);
}

TEST_CASE("exponential is within 2 ulp of the C library's exp where wedges are tested") {
  for (int i = 0; i <= 70'000; ++i) {
    const double x = -1e-4 * i;
    const double expected = std::exp(x);
    CAPTURE(x);
    CHECK(std::abs(attn::exponential(x) - expected) <= 0x1p-51 * expected);
  }
}

TEST_CASE("draws of the tail occur and lie beyond the ziggurat's last layer") {
  double largest = 0.0;
  for (const double draw : draws(0, 0, 1.0, 200'000)) largest = std::max(largest, std::abs(draw));
  CHECK(largest > 3.654152885361009);
}

TEST_CASE("a scale of 0 gives 0, never −0") {
  for (const double draw : draws(7, 0, 0.0, 16)) CHECK(std::bit_cast<std::uint64_t>(draw) == 0);
}

TEST_CASE("draw_normal goes on where it stopped, and rounds what fill_normal gives") {
  const std::vector<double> expected = draws(42, 0, 0.3, 5000);
  attn::NormalStream stream(42);
  std::size_t first = 0;
  for (const std::size_t count : {1U, 7U, 0U, 992U, 4000U}) {
    std::vector<float> actual(count);
    REQUIRE(attn::draw_normal(stream, 0.3, actual).ok());
    for (std::size_t i = 0; i < count; ++i)
      CHECK(actual[i] == static_cast<float>(expected[first + i]));
    first += count;
  }
  CHECK(first == expected.size());
}

TEST_CASE("draws past float are refused, and neither they nor the stream are touched") {
  attn::NormalStream stream(42);
  std::vector<float> actual(100, 7.0f);
  for (const double scale : {1e39, -1e39, 3e38}) {
    const attn::Status status = attn::draw_normal(stream, scale, actual);
    CHECK(status.code == attn::Code::kOverflow);
    CHECK(status.argument == attn::Argument::kScale);
    CHECK(std::count(actual.begin(), actual.end(), 7.0f) == 100);
  }
  // The first draws of this stream are small enough: 0.3, −1.04, 0.75.
  REQUIRE(attn::draw_normal(stream, 3e38, std::span(actual).first(3)).ok());
  const std::vector<double> expected = draws(42, 0, 3e38, 3);
  for (std::size_t i = 0; i < 3; ++i) CHECK(actual[i] == static_cast<float>(expected[i]));
}
