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
    : mask_(mask), row_(row), rows_(rows), last_row_(n_q - 1), limits_(limits) {
  for (int r = 0; r < rows; ++r) {
    ranges_[r] = mask.range(std::min(row + r, last_row_));
    const KeyRange& seen = ranges_[r];
    if (r == 0) {
      seen_by_any_ = seen_by_all_ = seen;
      continue;
    }
    // The ranges of neighbouring rows slide to the right, so that first and last bound them all.
    seen_by_any_ = {std::min(seen_by_any_.begin, seen.begin), std::max(seen_by_any_.end, seen.end)};
    seen_by_all_ = {std::max(seen_by_all_.begin, seen.begin), std::min(seen_by_all_.end, seen.end)};
  }
  const int begin = std::max(limits.begin, mask.prefix() > limits.begin ? 0 : seen_by_any_.begin);
  const int end = std::min(limits.end, std::max(seen_by_any_.end, mask.prefix()));
  first_panel_ = begin / kPanel;
  last_panel_ = end > begin ? panels(end) : first_panel_;
}

Coverage TileMask::coverage(int panel) const noexcept {
  const int begin = panel * kPanel;
  const int end = begin + kPanel;
  const int prefix = mask_.prefix();
  Coverage by_range = Coverage::kSome;
  if (begin >= prefix && (end <= seen_by_any_.begin || seen_by_any_.end <= begin))
    return Coverage::kNone;
  const bool inside = limits_.begin <= begin && end <= limits_.end;
  if (inside && (end <= prefix || (seen_by_all_.begin <= begin && end <= seen_by_all_.end)))
    by_range = Coverage::kAll;
  const bool has_bytes = mask_.keep() != nullptr || mask_.allowed_row(0) != nullptr;
  return has_bytes && end <= mask_.n_k() ? coverage_by_bytes(panel, by_range) : by_range;
}

Coverage TileMask::coverage_by_bytes(int panel, Coverage by_range) const noexcept {
  const int begin = panel * kPanel;
  Coverage keep = Coverage::kAll;
  if (mask_.keep() != nullptr) keep = coverage_of_bytes(mask_.keep() + begin);
  if (keep == Coverage::kNone || mask_.allowed_row(0) == nullptr) {
    return keep == Coverage::kAll ? by_range : keep;
  }
  Coverage allowed = coverage_of_bytes(mask_.allowed_row(row_) + begin);
  for (int r = 1; r < rows_ && row_ + r <= last_row_; ++r) {
    if (coverage_of_bytes(mask_.allowed_row(row_ + r) + begin) != allowed)
      allowed = Coverage::kSome;
  }
  if (allowed == Coverage::kNone) return Coverage::kNone;
  return allowed == Coverage::kAll && keep == Coverage::kAll ? by_range : Coverage::kSome;
}

void TileMask::penalties(int r, int panel, float (&out)[kPanel]) const noexcept {
  const int i = std::min(row_ + r, last_row_);
  const KeyRange seen = ranges_[r];
  const std::uint8_t* allowed = mask_.allowed_row(i);
  for (int l = 0; l < kPanel; ++l) {
    const int j = panel * kPanel + l;
    bool visible = j >= limits_.begin && j < limits_.end &&
                   (j < mask_.prefix() || (j >= seen.begin && j < seen.end));
    if (visible && mask_.keep() != nullptr) visible = mask_.keep()[j] != 0;
    if (visible && allowed != nullptr) visible = allowed[j] != 0;
    out[l] = visible ? 0.0f : -kInfinity;
  }
}

}  // namespace attn
