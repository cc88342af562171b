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

  // Are the keys that a row sees of this panel a range? Not where bytes or a prefix have a say.
  [[nodiscard]] bool sees_a_range(int panel) const noexcept {
    return !has_bytes_ && mask_->prefix() <= panel * kPanel;
  }
  // 0 where row r of the tile may see key 8·panel + l, −∞ where not; added to the scores. From two
  // windows onto eight zeros between eight −∞ on either side; only where sees_a_range().
  ATTN_INLINE void range_penalties(int r, int panel, f32x4& low, f32x4& high) const noexcept {
    const KeyRange seen = mask_->range(row(r));
    const auto within = [&](int key) { return std::clamp(key - panel * kPanel, 0, kPanel); };
    const float* from = kWindow + kPanel - within(std::max(limits_.begin, seen.begin));
    const float* to = kWindow + 2 * kPanel - within(std::min(limits_.end, seen.end));
    low = load(from) + load(to);
    high = load(from + kLanes) + load(to + kLanes);
  }
  // The same for any mask, cell by cell.
  void penalties(int r, int panel, float (&out)[kPanel]) const noexcept;

 private:
  static constexpr float kNo = -std::numeric_limits<float>::infinity();
  static constexpr float kWindow[3 * kPanel] = {kNo, kNo, kNo, kNo, kNo, kNo, kNo, kNo,
                                                0,   0,   0,   0,   0,   0,   0,   0,
                                                kNo, kNo, kNo, kNo, kNo, kNo, kNo, kNo};

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
  int whole_begin_ = 0;  // panels that need no look
  int whole_end_ = 0;
};

}  // namespace attn
