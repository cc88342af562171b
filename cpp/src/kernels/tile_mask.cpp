#include "kernels/tile_mask.h"

#include <algorithm>
#include <cstring>

#include "math/exponential.h"

namespace attn {
namespace {

Coverage coverage_of_bytes(const std::uint8_t* bytes) noexcept {
  std::uint64_t eight;
  std::memcpy(&eight, bytes, sizeof(eight));
  if (eight == 0) return Coverage::kNone;
  return eight == 0x0101010101010101ULL ? Coverage::kAll : Coverage::kSome;
}

}  // namespace

TileMask::TileMask(const HeadMask& mask, int row, int rows, int n_q, KeyRange limits) noexcept
    : mask_(&mask), row_(row), rows_(rows), last_row_(n_q - 1), limits_(limits) {
  // The ranges of neighbouring rows slide to the right, so that first and last bound them all.
  const KeyRange first = mask.range(this->row(0));
  const KeyRange last = mask.range(this->row(rows - 1));
  seen_by_any_ = {first.begin, last.end};
  seen_by_all_ = {last.begin, first.end};
  const int begin = std::max(limits.begin, mask.prefix() > limits.begin ? 0 : seen_by_any_.begin);
  end_key_ = std::min(limits.end, std::max(seen_by_any_.end, mask.prefix()));
  first_panel_ = begin / kPanel;
  last_panel_ = end_key_ > begin ? panels(end_key_) : first_panel_;
  has_bytes_ = mask.keep() != nullptr || mask.allowed_row(0) != nullptr;
  whole_panels_ = mask.n_k() / kPanel;
  if (has_bytes_) return;
  whole_begin_ = panels(std::max(limits.begin, seen_by_all_.begin));
  whole_end_ = std::min(limits.end, seen_by_all_.end) / kPanel;
}

Coverage TileMask::look_at(int panel) const noexcept {
  const int begin = panel * kPanel;
  const int end = begin + kPanel;
  const int prefix = mask_->prefix();
  Coverage by_range = Coverage::kSome;
  if (begin >= prefix && (end <= seen_by_any_.begin || seen_by_any_.end <= begin))
    return Coverage::kNone;
  const bool inside = limits_.begin <= begin && end <= limits_.end;
  if (inside && (end <= prefix || (seen_by_all_.begin <= begin && end <= seen_by_all_.end)))
    by_range = Coverage::kAll;
  return has_bytes_ && end <= mask_->n_k() ? coverage_by_bytes(panel, by_range) : by_range;
}

Coverage TileMask::coverage_by_bytes(int panel, Coverage by_range) const noexcept {
  const int begin = panel * kPanel;
  Coverage keep = Coverage::kAll;
  if (mask_->keep() != nullptr) keep = coverage_of_bytes(mask_->keep() + begin);
  if (keep == Coverage::kNone || mask_->allowed_row(0) == nullptr) {
    return keep == Coverage::kAll ? by_range : keep;
  }
  Coverage allowed = coverage_of_bytes(mask_->allowed_row(row_) + begin);
  for (int r = 1; r < rows_ && row_ + r <= last_row_; ++r) {
    if (coverage_of_bytes(mask_->allowed_row(row_ + r) + begin) != allowed)
      allowed = Coverage::kSome;
  }
  if (allowed == Coverage::kNone) return Coverage::kNone;
  return allowed == Coverage::kAll && keep == Coverage::kAll ? by_range : Coverage::kSome;
}

ATTN_SMALL void TileMask::penalties_by_cell(int r, int panel, f32x4& low,
                                            f32x4& high) const noexcept {
  float out[kPanel];
  const int i = row(r);
  const int begin = panel * kPanel;
  const KeyRange seen = mask_->range(i);
  const std::uint8_t* allowed = mask_->allowed_row(i);
  for (int l = 0; l < kPanel; ++l) {
    const int j = begin + l;
    bool visible = j >= limits_.begin && j < limits_.end &&
                   (j < mask_->prefix() || (j >= seen.begin && j < seen.end));
    if (visible && mask_->keep() != nullptr) visible = mask_->keep()[j] != 0;
    if (visible && allowed != nullptr) visible = allowed[j] != 0;
    out[l] = visible ? 0.0f : -kInfinity;
  }
  low = load(out);
  high = load(out + kLanes);
}

}  // namespace attn
