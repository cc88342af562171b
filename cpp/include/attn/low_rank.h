// The best approximation of a matrix by one of a lower rank: what a latent of keys and values
// (ch. 16.3, multi-head latent attention) is made with.
#pragma once

#include <attn/memory.h>
#include <attn/status.h>

#include <cstdint>
#include <span>

namespace attn {

struct LowRankShape {
  std::int32_t rows = 0, columns = 0;  // m, n; the smaller at most kMostVectors
  std::int32_t rank = 0;               // r, 1 to min(m, n)
};

// A few hundred vectors take a second: the work grows with the square of their number.
inline constexpr std::int32_t kMostVectors = 512;

struct LowRankOutputs {
  std::span<float> left;             // [m, r]: U·Σ, the first r columns
  std::span<float> right;            // [r, n]: Vᵀ, rows orthonormal
  std::span<float> singular_values;  // [min(m, n)], all of them, descending
};

// matrix [m, n] ≈ left·right, of all matrices of rank r the nearest: in the Frobenius norm by the
// square root of the sum of squares of the singular values left out (Eckart & Young 1936). Singular
// values below max(m, n)·2⁻⁵² of the largest are rounding: they are 0, and so are their column of
// left and their row of right. The same bits on every backend. Refuses shape (matrix), option
// (rank), not_finite, overflow (matrix; a singular value past float), memory. Scratch: two doubles
// for each float of the matrix, min(m, n)² more where m ≥ n. Source: Hestenes 1958; Demmel &
// Veselić 1992; ordered by norm as in de Rijk 1989.
Status low_rank(const LowRankShape& shape, std::span<const float> matrix,
                const LowRankOutputs& outputs, Workspace& workspace) noexcept;

}  // namespace attn
