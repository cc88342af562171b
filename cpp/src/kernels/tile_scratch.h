// Where the rows of a tile lie while it goes through the keys.
#pragma once

#include <cstddef>
#include <span>

#include "kernels/pack.h"
#include "kernels/tiles.h"

namespace attn {

// In floats. Both paths, with and without stored weights, work in it.
struct TileScratch {
  std::span<float> query_tile;  // kMaxTileRows·d_k
  std::span<float> scores;      // kMaxTileRows·kKeyBlock for every block of keys held at once
  std::span<float> mixed;       // kMaxTileRows·padded(d_v)
  std::span<float> row;         // n_k where rows are stored, else empty
};

// Scores as the left operand of the weighted sum: [rows][kKeyBlock] for every block of keys.
inline constexpr LeftLayout kScoresLeft{1, kKeyBlock};

// Where the first row's score against `key` lies, if scores begin with the block of key `first`:
// what one block of keys gives stays together, and the weighted sum reads it with constant steps.
[[nodiscard]] constexpr std::ptrdiff_t score_offset(Tile tile, int key, int first) noexcept {
  const std::ptrdiff_t block = key / kKeyBlock - first / kKeyBlock;
  return block * tile.rows * kKeyBlock + key % kKeyBlock;
}

}  // namespace attn
