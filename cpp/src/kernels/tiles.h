// Which register tiles there are, and which rows go to which.
#pragma once

#include <attn/attention.h>

#include <algorithm>

#include "kernels/product.h"

namespace attn {

inline constexpr Tile kSingle{1, 1};
// Eight accumulators, not unrolled: no V8 spills a register on it.
inline constexpr Tile kNarrow{4, 1};
// Twelve accumulators with fused multiply-adds; ten without, where the product needs a register of
// its own.
inline constexpr Tile kWide = kFuses ? Tile{6, 1} : Tile{5, 4};
inline constexpr int kMaxTileRows = std::max(kNarrow.rows, kWide.rows);

// f.template operator()<tile>(row) for tiles that cover rows [begin, end); the last may reach past
// the end.
template <typename Function>
void each_tile(RegisterTile choice, int begin, int end, Function f) noexcept {
  int row = begin;
  if (choice == RegisterTile::kWide) {
    for (; end - row > kNarrow.rows; row += kWide.rows) f.template operator()<kWide>(row);
  }
  for (; end - row > 1; row += kNarrow.rows) f.template operator()<kNarrow>(row);
  if (end - row == 1) f.template operator()<kSingle>(row);
}

}  // namespace attn
