// Truncated singular value decomposition by one-sided Jacobi in double: pairs of vectors are turned
// until all are orthogonal; their lengths are the singular values.
#include <attn/low_rank.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace attn {
namespace {

constexpr double kUnit = 0x1p-52;
// Convergence is quadratic; ten sweeps are many.
constexpr int kMostSweeps = 60;
// Half a last place past the largest float rounds to infinity.
constexpr double kPastFloat = 0x1.ffffffp127;

// min(m, n) vectors of max(m, n) coordinates: the columns of a tall matrix, the rows of a wide one.
// A column carries, behind its coordinates, which sum of the matrix's columns it has become: a
// column of V. Rows need none of it, since their directions are the rows of Vᵀ themselves.
struct Vectors {
  std::span<double> values;       // [count, length + carried]
  std::span<double> squares;      // [count], of the lengths
  std::span<std::int32_t> order;  // [count], places by length, descending
  std::size_t count, length, carried;

  [[nodiscard]] double* at(std::size_t place) const noexcept {
    return values.data() + place * (length + carried);
  }
  [[nodiscard]] std::size_t ranked(std::size_t rank) const noexcept {
    return static_cast<std::size_t>(order[rank]);
  }
};

// Σ aₖ·bₖ in four chains, added in pairs: the order is fixed, so the bits are everywhere the same.
[[nodiscard]] double dot(const double* a, const double* b, std::size_t length) noexcept {
  double sums[4] = {};
  std::size_t k = 0;
  for (; k + 4 <= length; k += 4) {
    for (std::size_t lane = 0; lane < 4; ++lane) sums[lane] += a[k + lane] * b[k + lane];
  }
  for (std::size_t lane = 0; k < length; ++k, ++lane) sums[lane] += a[k] * b[k];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

[[nodiscard]] std::size_t size(std::int32_t value) noexcept {
  return static_cast<std::size_t>(value);
}

void load_vectors(const LowRankShape& shape, std::span<const float> matrix,
                  const Vectors& vectors) noexcept {
  const bool is_tall = vectors.carried > 0;
  const std::size_t columns = size(shape.columns);
  for (std::size_t place = 0; place < vectors.count; ++place) {
    double* vector = vectors.at(place);
    for (std::size_t k = 0; k < vectors.length; ++k)
      vector[k] = is_tall ? matrix[k * columns + place] : matrix[place * columns + k];
    for (std::size_t k = 0; k < vectors.carried; ++k)
      vector[vectors.length + k] = k == place ? 1.0 : 0.0;
    vectors.order[place] = static_cast<std::int32_t>(place);
  }
}

// Measures all vectors anew and orders them, equal ones by place. By insertion: a sweep leaves them
// nearly in order, and std::sort is six kilobytes of wasm.
void rank_vectors(const Vectors& vectors) noexcept {
  for (std::size_t place = 0; place < vectors.count; ++place)
    vectors.squares[place] = dot(vectors.at(place), vectors.at(place), vectors.length);
  const auto comes_before = [&](std::int32_t a, std::int32_t b) {
    const double of_a = vectors.squares[size(a)], of_b = vectors.squares[size(b)];
    return of_a != of_b ? of_a > of_b : a < b;
  };
  for (std::size_t sorted = 1; sorted < vectors.count; ++sorted) {
    const std::int32_t next = vectors.order[sorted];
    std::size_t rank = sorted;
    for (; rank > 0 && comes_before(next, vectors.order[rank - 1]); --rank)
      vectors.order[rank] = vectors.order[rank - 1];
    vectors.order[rank] = next;
  }
}

// Turns two vectors in their plane until they are orthogonal; false where they are.
// γ = a·b, ζ = (|b|² − |a|²) / 2γ, tan of the angle = sign ζ / (|ζ| + √(1 + ζ²)), the smaller one.
[[nodiscard]] bool turn(const Vectors& vectors, std::size_t first, std::size_t second) noexcept {
  double* a = vectors.at(first);
  double* b = vectors.at(second);
  double& a_square = vectors.squares[first];
  double& b_square = vectors.squares[second];
  const double product = dot(a, b, vectors.length);
  const double bound = static_cast<double>(vectors.length) * kUnit;
  if (std::abs(product) <= bound * std::sqrt(a_square) * std::sqrt(b_square)) return false;
  const double zeta = (b_square - a_square) / (2.0 * product);
  const double size_of_tangent = 1.0 / (std::abs(zeta) + std::sqrt(1.0 + zeta * zeta));
  const double tangent = zeta < 0.0 ? -size_of_tangent : size_of_tangent;
  const double cosine = 1.0 / std::sqrt(1.0 + tangent * tangent);
  const double sine = cosine * tangent;
  for (std::size_t k = 0; k < vectors.length + vectors.carried; ++k) {
    const double from_a = a[k], from_b = b[k];
    a[k] = cosine * from_a - sine * from_b;
    b[k] = sine * from_a + cosine * from_b;
  }
  a_square = std::max(0.0, a_square - tangent * product);
  b_square = std::max(0.0, b_square + tangent * product);
  return true;
}

// Sweeps over all pairs until no pair turns. Leaves the vectors measured and ordered.
void make_orthogonal(const Vectors& vectors) noexcept {
  for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
    rank_vectors(vectors);
    bool turned = false;
    for (std::size_t i = 0; i < vectors.count; ++i) {
      for (std::size_t j = i + 1; j < vectors.count; ++j)
        turned |= turn(vectors, vectors.ranked(i), vectors.ranked(j));
    }
    if (!turned) return;
  }
  rank_vectors(vectors);
}

// One column of left and one row of right, from the vector of that rank.
void write_factors(const LowRankShape& shape, std::span<const float> matrix, const Vectors& vectors,
                   std::size_t rank, double value, std::span<double> direction,
                   const LowRankOutputs& outputs) noexcept {
  const std::size_t rows = size(shape.rows), columns = size(shape.columns);
  const double* vector = vectors.at(vectors.ranked(rank));
  const bool is_tall = vectors.carried > 0;
  // A row of Vᵀ. With none (value 0), zeros.
  for (std::size_t j = 0; j < columns; ++j) {
    const double along = is_tall ? vector[vectors.length + j] : vector[j] / value;
    direction[j] = value > 0.0 ? along : 0.0;
    outputs.right[rank * columns + j] = static_cast<float>(direction[j]);
  }
  // U·Σ = A·V.
  for (std::size_t i = 0; i < rows; ++i) {
    double sum = 0.0;
    if (is_tall) {
      sum = value > 0.0 ? vector[i] : 0.0;
    } else {
      for (std::size_t j = 0; j < columns; ++j) sum += matrix[i * columns + j] * direction[j];
    }
    outputs.left[i * size(shape.rank) + rank] = static_cast<float>(sum);
  }
}

Status check(const LowRankShape& shape, std::span<const float> matrix,
             const LowRankOutputs& outputs) noexcept {
  const auto area = [](std::int32_t a, std::int32_t b) {
    return static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b);
  };
  const std::int32_t vectors = std::min(shape.rows, shape.columns);
  if (vectors < 1 || vectors > kMostVectors || matrix.size() != area(shape.rows, shape.columns))
    return {Code::kShape, Argument::kMatrix};
  if (shape.rank < 1 || shape.rank > vectors) return {Code::kOption, Argument::kRank};
  if (outputs.left.size() != area(shape.rows, shape.rank) ||
      outputs.right.size() != area(shape.rank, shape.columns) ||
      outputs.singular_values.size() != size(vectors))
    return {Code::kShape, Argument::kWant};
  for (const float value : matrix) {
    if (!std::isfinite(value)) return {Code::kNotFinite, Argument::kMatrix};
  }
  return kOk;
}

}  // namespace

Status low_rank(const LowRankShape& shape, std::span<const float> matrix,
                const LowRankOutputs& outputs, Workspace& workspace) noexcept {
  if (const Status status = check(shape, matrix, outputs); !status.ok()) return status;
  const std::size_t count = size(std::min(shape.rows, shape.columns));
  const std::size_t length = size(std::max(shape.rows, shape.columns));
  const std::size_t carried = shape.rows >= shape.columns ? count : 0;
  const std::uint64_t values = std::uint64_t{count} * (std::uint64_t{length} + carried);
  workspace.begin();
  workspace.add<double>(values);
  workspace.add<double>(count);
  workspace.add<std::int32_t>(count);
  workspace.add<double>(size(shape.columns));
  if (!workspace.commit()) return {Code::kMemory, Argument::kNone};
  Vectors vectors{.values = workspace.take<double>(values),
                  .squares = workspace.take<double>(count),
                  .order = workspace.take<std::int32_t>(count),
                  .count = count,
                  .length = length,
                  .carried = carried};
  const std::span<double> direction = workspace.take<double>(size(shape.columns));

  load_vectors(shape, matrix, vectors);
  make_orthogonal(vectors);
  const double largest = std::sqrt(vectors.squares[vectors.ranked(0)]);
  if (largest >= kPastFloat) return {Code::kOverflow, Argument::kMatrix};
  const double rounding = static_cast<double>(length) * kUnit * largest;
  for (std::size_t rank = 0; rank < count; ++rank) {
    const double measured = std::sqrt(vectors.squares[vectors.ranked(rank)]);
    const double value = measured > rounding ? measured : 0.0;
    outputs.singular_values[rank] = static_cast<float>(value);
    if (rank < size(shape.rank))
      write_factors(shape, matrix, vectors, rank, value, direction, outputs);
  }
  return kOk;
}

}  // namespace attn
