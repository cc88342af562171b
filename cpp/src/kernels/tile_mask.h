// A mask for a tile of neighbouring query rows: which panels of keys it can skip, take whole, or
// must sift.
#pragma once

#include <cstdint>

#include "kernels/product.h"
#include "mask/head_mask.h"

namespace attn {

enum class Coverage : std::uint8_t { kNone, kSome, kAll };

// The mask of one head for `rows` neighbouring query rows at once. Rows past the end repeat the
// last one, as pack_rows has it.
class TileMask {
 public:
  static constexpr int kMaxRows = 8;

  // Only keys within `limits` count: the block that an online softmax is at.
  TileMask(const HeadMask& mask, int row, int rows, int n_q, KeyRange limits) noexcept;

  // Panels outside [first, last) are empty for every row.
  [[nodiscard]] int first_panel() const noexcept { return first_panel_; }
  [[nodiscard]] int last_panel() const noexcept { return last_panel_; }

  [[nodiscard]] Coverage coverage(int panel) const noexcept;

  // 0 where row r of the tile may see key 8·panel + l, −∞ where not; added to the scores.
  void penalties(int r, int panel, float (&out)[kPanel]) const noexcept;

 private:
  [[nodiscard]] Coverage coverage_by_bytes(int panel, Coverage by_range) const noexcept;

  const HeadMask& mask_;
  int row_;
  int rows_;
  int last_row_;
  KeyRange limits_;
  KeyRange ranges_[kMaxRows];
  KeyRange seen_by_any_{};
  KeyRange seen_by_all_{};
  int first_panel_;
  int last_panel_;
};

}  // namespace attn
