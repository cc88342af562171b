// Truncated singular value decomposition: NumPy's values and nearest matrices, and the theorems
// that hold for any.
#include <attn/low_rank.h>
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "compare.h"
#include "golden.h"
#include "samples.h"

using samples::Floats;

namespace {

using Doubles = std::vector<double>;

struct Factors {
  Floats left, right, values;
  attn::LowRankShape shape;

  explicit Factors(const attn::LowRankShape& s)
      : left(area(s.rows, s.rank)),
        right(area(s.rank, s.columns)),
        values(area(std::min(s.rows, s.columns), 1)),
        shape(s) {}

  static std::size_t area(int a, int b) {
    return static_cast<std::size_t>(a) * static_cast<std::size_t>(b);
  }
  attn::Status compute(std::span<const float> matrix, attn::Workspace& workspace) {
    return attn::low_rank(shape, matrix, {left, right, values}, workspace);
  }
  [[nodiscard]] double at(const Floats& of, int row, int column, int columns) const {
    return static_cast<double>(of[area(row, columns) + static_cast<std::size_t>(column)]);
  }
  // left·right in double.
  [[nodiscard]] Doubles product() const {
    Doubles sums(area(shape.rows, shape.columns));
    for (int i = 0; i < shape.rows; ++i) {
      for (int j = 0; j < shape.columns; ++j) {
        double& sum = sums[area(i, shape.columns) + static_cast<std::size_t>(j)];
        for (int k = 0; k < shape.rank; ++k)
          sum += at(left, i, k, shape.rank) * at(right, k, j, shape.columns);
      }
    }
    return sums;
  }
  // The largest entry of right·rightᵀ − 1 and of (UᵀU − 1)·Σ², over rows that are not zero.
  [[nodiscard]] double skewness() const {
    double worst = 0;
    for (int a = 0; a < shape.rank; ++a) {
      for (int b = 0; b < shape.rank; ++b) {
        const double of_a = static_cast<double>(values[static_cast<std::size_t>(a)]);
        const double of_b = static_cast<double>(values[static_cast<std::size_t>(b)]);
        if (of_a == 0.0 || of_b == 0.0) continue;
        double rows = 0, columns = 0;
        for (int j = 0; j < shape.columns; ++j)
          rows += at(right, a, j, shape.columns) * at(right, b, j, shape.columns);
        for (int i = 0; i < shape.rows; ++i)
          columns += at(left, i, a, shape.rank) * at(left, i, b, shape.rank) / of_a / of_b;
        const double wanted = a == b ? 1.0 : 0.0;
        worst = std::max({worst, std::abs(rows - wanted), std::abs(columns - wanted)});
      }
    }
    return worst;
  }
};

double norm(const Doubles& values) {
  double sum = 0;
  for (const double x : values) sum += x * x;
  return std::sqrt(sum);
}

Doubles difference(const Doubles& a, std::span<const float> b) {
  Doubles result(a);
  for (std::size_t k = 0; k < a.size(); ++k) result[k] -= static_cast<double>(b[k]);
  return result;
}

Factors factors_of(std::span<const float> matrix, const attn::LowRankShape& shape) {
  Factors factors(shape);
  attn::Workspace workspace;
  REQUIRE(factors.compute(matrix, workspace).ok());
  return factors;
}

}  // namespace

TEST_CASE("singular values and nearest matrices are NumPy's") {
  CHECK(std::size(golden::low_rank_cases) >= 30);
  for (const golden::LowRankCase& each : golden::low_rank_cases) {
    INFO(each.name);
    const Factors factors = factors_of(each.matrix, {each.rows, each.columns, each.rank});
    // Rounding to float alone: half a unit of 2^−23 of each number, and of the largest.
    const double largest = each.singular_values[0];
    const std::vector<double> values(each.singular_values.begin(), each.singular_values.end());
    const std::vector<double> product(each.product.begin(), each.product.end());
    check_close("singular values", factors.values, values, 1e-14 * largest, 6e-8);
    check_close("product", factors.product(), product, 1.5e-7 * largest, 0);
  }
}

TEST_CASE("at full rank the product is the matrix; the factors are orthogonal") {
  for (const int rows : samples::kLengths) {
    for (const int columns : samples::kLengths) {
      CAPTURE(rows);
      CAPTURE(columns);
      const Floats matrix = samples::uniform(static_cast<std::uint64_t>(rows * 100 + columns),
                                             Factors::area(rows, columns));
      const Factors factors = factors_of(matrix, {rows, columns, std::min(rows, columns)});
      const Doubles whole(matrix.begin(), matrix.end());
      CHECK(norm(difference(factors.product(), matrix)) < 1e-6 * norm(whole));
      CHECK(factors.skewness() < 1e-6);
      CHECK(std::is_sorted(factors.values.rbegin(), factors.values.rend()));
    }
  }
}

TEST_CASE("what a lower rank leaves out is the singular values left out (Eckart & Young)") {
  for (const auto& [rows, columns] : {std::pair{24, 40}, {40, 24}, {31, 31}}) {
    const Floats matrix = samples::uniform(3, Factors::area(rows, columns));
    for (int rank = 1; rank < std::min(rows, columns); rank += 3) {
      CAPTURE(rows);
      CAPTURE(rank);
      const Factors factors = factors_of(matrix, {rows, columns, rank});
      const Doubles dropped(factors.values.begin() + rank, factors.values.end());
      const double error = norm(difference(factors.product(), matrix));
      CHECK(std::abs(error - norm(dropped)) < 1e-6 * norm(dropped));
    }
  }
}

TEST_CASE("ranks that are not there are zeros, not rounding") {
  for (const bool is_wide : {false, true}) {
    CAPTURE(is_wide);
    // Small integers: the product [9, 2]·[2, 6] is exact, of rank 2.
    const int rows = is_wide ? 6 : 9, columns = is_wide ? 9 : 6;
    Floats matrix(54);
    for (int i = 0; i < rows; ++i) {
      for (int j = 0; j < columns; ++j)
        matrix[Factors::area(i, columns) + static_cast<std::size_t>(j)] =
            static_cast<float>((i % 4 - 1) * (j + 1) + (i * i % 5) * (3 - j % 3));
    }
    const Factors factors = factors_of(matrix, {rows, columns, 4});
    CHECK(factors.values[1] > 1.0f);
    for (std::size_t rank = 2; rank < 6; ++rank) CHECK(factors.values[rank] == 0.0f);
    for (int j = 0; j < columns; ++j) {
      CHECK(factors.at(factors.right, 2, j, columns) == 0.0);
      CHECK(factors.at(factors.right, 3, j, columns) == 0.0);
    }
    for (int i = 0; i < rows; ++i) CHECK(factors.at(factors.left, i, 3, 4) == 0.0);
    CHECK(factors.skewness() < 1e-6);
    CHECK(norm(difference(factors.product(), matrix)) < 1e-5);
  }
}

TEST_CASE("zeros have the singular values 0, and one number has itself") {
  const Factors zeros = factors_of(Floats(12), {3, 4, 2});
  for (const Floats* each : {&zeros.left, &zeros.right, &zeros.values})
    CHECK(std::count(each->begin(), each->end(), 0.0f) == static_cast<int>(each->size()));
  const Factors one = factors_of(Floats{-2.5f}, {1, 1, 1});
  CHECK(one.values[0] == 2.5f);
  CHECK(one.left[0] * one.right[0] == -2.5f);
}

TEST_CASE("scratch that was used before never shows") {
  const Floats matrix = samples::uniform(4, 130);
  for (const attn::LowRankShape shape : {attn::LowRankShape{10, 13, 5}, {13, 10, 5}}) {
    const Factors clean = factors_of(matrix, shape);
    attn::Workspace used;
    used.begin();
    used.add<double>(4096);
    REQUIRE(used.commit());
    for (double& each : used.take<double>(4096)) each = std::numeric_limits<double>::quiet_NaN();
    Factors dirty(shape);
    REQUIRE(dirty.compute(matrix, used).ok());
    CHECK(dirty.left == clean.left);
    CHECK(dirty.right == clean.right);
    CHECK(dirty.values == clean.values);
  }
}

TEST_CASE("what cannot be factored is refused, and nothing is written") {
  const auto refused = [](const attn::LowRankShape& shape, const Floats& matrix, attn::Code code,
                          attn::Argument argument) {
    Floats left(4, 7.0f), right(6, 7.0f), values(2, 7.0f);
    attn::Workspace workspace;
    const attn::Status status = attn::low_rank(shape, matrix, {left, right, values}, workspace);
    CHECK(status.code == code);
    CHECK(status.argument == argument);
    for (const Floats* each : {&left, &right, &values})
      CHECK(std::count(each->begin(), each->end(), 7.0f) == static_cast<int>(each->size()));
  };
  using attn::Argument;
  using attn::Code;
  const Floats matrix = samples::uniform(1, 6);
  refused({2, 3, 0}, matrix, Code::kOption, Argument::kRank);
  refused({2, 3, 3}, matrix, Code::kOption, Argument::kRank);
  refused({2, 4, 2}, matrix, Code::kShape, Argument::kMatrix);
  refused({0, 3, 1}, matrix, Code::kShape, Argument::kMatrix);
  refused({-2, -3, 1}, matrix, Code::kShape, Argument::kMatrix);
  refused({2, 3, 1}, matrix, Code::kShape, Argument::kWant);
  refused({1024, 1024, 2}, matrix, Code::kShape, Argument::kMatrix);
  for (const float bad :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    Floats spoiled(matrix);
    spoiled[4] = bad;
    refused({2, 3, 2}, spoiled, Code::kNotFinite, Argument::kMatrix);
  }
  // Each float is one, the length of the vector is none.
  refused({2, 3, 2}, Floats(6, 3e38f), Code::kOverflow, Argument::kMatrix);
}

TEST_CASE("the bits of the factors are those of every backend") {
  std::uint64_t hash = 0xcbf29ce484222325ULL;  // FNV-1a, 64 bits
  for (const attn::LowRankShape shape : {attn::LowRankShape{37, 90, 20}, {90, 37, 37}}) {
    const Factors factors = factors_of(samples::uniform(8, 37 * 90), shape);
    for (const Floats* each : {&factors.left, &factors.right, &factors.values}) {
      for (const float x : *each) {
        std::uint32_t bits = std::bit_cast<std::uint32_t>(x);
        for (int byte = 0; byte < 4; ++byte, bits >>= 8)
          hash = (hash ^ (bits & 0xff)) * 0x100000001b3ULL;
      }
    }
  }
  CHECK(hash == 11201405923790288822ULL);
}
