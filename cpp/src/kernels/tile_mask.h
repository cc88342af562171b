// A mask for a tile of neighbouring query rows: which panels of keys it can skip, take whole, or
// must sift.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "kernels/product.h"
#include "mask/head_mask.h"

namespace attn {

enum class Coverage : std::uint8_t { kNone, kSome, kAll };

// The mask of one head for `rows` neighbouring query rows at once. Rows past the end repeat the
// last one, as pack_rows has it.
class TileMask {
 public:
  TileMask() noexcept = default;
  // Only keys within `limits` count: the block that an online softmax is at.
  TileMask(const HeadMask& mask, int row, int rows, int n_q, KeyRange limits) noexcept;

  // Panels outside [first, last) are empty for every row.
  [[nodiscard]] int first_panel() const noexcept { return first_panel_; }
  [[nodiscard]] int last_panel() const noexcept { return last_panel_; }
  // Keys from here on are empty for every row; at most 8·last_panel().
  [[nodiscard]] int end_key() const noexcept { return end_key_; }

  // Does every row see all keys of the panels [begin, end)? May say no where it would take a look
  // at the bytes of keep and allowed to tell.
  [[nodiscard]] bool takes_whole(int begin, int end) const noexcept {
    return whole_begin_ <= begin && end <= whole_end_;
  }
  [[nodiscard]] Coverage coverage(int panel) const noexcept {
    return takes_whole(panel, panel + 1) ? Coverage::kAll : look_at(panel);
  }

  // 0 where row r of the tile may see key 8·panel + l, −∞ where not; added to the scores.
  ATTN_INLINE void penalties(int r, int panel, f32x4& low, f32x4& high) const noexcept {
    if (!is_regular(panel)) return penalties_by_cell(r, panel, low, high);
    range_penalties(r, panel, low, high);
    if (!has_bytes_) return;
    if (mask_->keep() != nullptr) add_flags(mask_->keep() + panel * kPanel, low, high);
    if (const std::uint8_t* allowed = mask_->allowed_row(row(r)))
      add_flags(allowed + panel * kPanel, low, high);
  }

 private:
  static constexpr float kNo = -std::numeric_limits<float>::infinity();
  static constexpr float kWindow[3 * kPanel] = {kNo, kNo, kNo, kNo, kNo, kNo, kNo, kNo,
                                                0,   0,   0,   0,   0,   0,   0,   0,
                                                kNo, kNo, kNo, kNo, kNo, kNo, kNo, kNo};

  // Is what a row sees of this panel a range, less what eight bytes take away?
  [[nodiscard]] bool is_regular(int panel) const noexcept {
    return mask_->prefix() <= panel * kPanel && (!has_bytes_ || panel < whole_panels_);
  }
  // From two windows onto eight zeros between eight −∞ on either side.
  ATTN_INLINE void range_penalties(int r, int panel, f32x4& low, f32x4& high) const noexcept {
    const KeyRange seen = mask_->range(row(r));
    const auto within = [&](int key) { return std::clamp(key - panel * kPanel, 0, kPanel); };
    const float* from = kWindow + kPanel - within(std::max(limits_.begin, seen.begin));
    const float* to = kWindow + 2 * kPanel - within(std::min(limits_.end, seen.end));
    low = load(from) + load(to);
    high = load(from + kLanes) + load(to + kLanes);
  }
  ATTN_INLINE static void add_flags(const std::uint8_t* flags, f32x4& low, f32x4& high) noexcept {
    f32x4 next_low, next_high;
    load_penalties(flags, next_low, next_high);
    low = low + next_low;
    high = high + next_high;
  }
  // Of any mask: the prefix that ends within the panel, bytes that end within it.
  void penalties_by_cell(int r, int panel, f32x4& low, f32x4& high) const noexcept;
  [[nodiscard]] Coverage look_at(int panel) const noexcept;
  [[nodiscard]] Coverage coverage_by_bytes(int panel, Coverage by_range) const noexcept;
  [[nodiscard]] int row(int r) const noexcept {
    return row_ + r < last_row_ ? row_ + r : last_row_;
  }

  const HeadMask* mask_ = nullptr;
  int row_ = 0;
  int rows_ = 0;
  int last_row_ = 0;
  KeyRange limits_{};
  KeyRange seen_by_any_{};
  KeyRange seen_by_all_{};  // empty where begin ≥ end
  int first_panel_ = 0;
  int last_panel_ = 0;
  int end_key_ = 0;
  bool has_bytes_ = false;
  int whole_panels_ = 0;  // without the one that is cut off by n_k
  int whole_begin_ = 0;   // panels that need no look
  int whole_end_ = 0;
};

}  // namespace attn
