#include "mask/head_mask.h"

#include <algorithm>

namespace attn {
namespace {

// Past every position, and safe to add to one: sizes go up to 2^28.
constexpr std::int32_t kFar = 1 << 29;

[[nodiscard]] bool has_other_than_0_and_1(std::span<const std::uint8_t> bytes) noexcept {
  unsigned seen = 0;
  for (const std::uint8_t byte : bytes) seen |= byte;
  return seen > 1;
}

}  // namespace

Status check_mask(const Mask& mask, int heads, int n_q, int n_k) noexcept {
  if (mask.left < 0 || mask.right < 0 || mask.prefix < 0) return {Code::kOption, Argument::kMask};
  const std::uint64_t one_head = static_cast<std::uint64_t>(n_q) * static_cast<std::uint64_t>(n_k);
  const std::size_t allowed = mask.allowed.size();
  const bool keep_ok = mask.keep.empty() || mask.keep.size() == static_cast<std::size_t>(n_k);
  // Compared by quotient: heads·n_q·n_k could leave 64 bits.
  const bool allowed_ok =
      allowed == 0 ||
      (allowed % one_head == 0 &&
       (allowed / one_head == 1 || allowed / one_head == static_cast<std::uint64_t>(heads)));
  if (!keep_ok || !allowed_ok) return {Code::kShape, Argument::kMask};
  // The kernels compare eight bytes at once, so every true must be a 1.
  if (has_other_than_0_and_1(mask.keep) || has_other_than_0_and_1(mask.allowed))
    return {Code::kOption, Argument::kMask};
  return kOk;
}

HeadMask::HeadMask(const Mask& mask, int n_q, int n_k, int head) noexcept
    : n_k_(n_k),
      prefix_(std::min(mask.prefix, n_k)),
      offset_(mask.causal == Causal::kTopLeft ? 0 : n_k - n_q),
      left_(std::min(mask.left, kFar)),
      right_(mask.causal != Causal::kNone ? 0 : std::min(mask.right, kFar)),
      keep_(mask.keep.empty() ? nullptr : mask.keep.data()),
      allowed_(mask.allowed.empty() ? nullptr : mask.allowed.data()) {
  const std::size_t one_head = static_cast<std::size_t>(n_q) * static_cast<std::size_t>(n_k);
  if (allowed_ != nullptr && mask.allowed.size() > one_head)
    allowed_ += static_cast<std::size_t>(head) * one_head;
}

bool HeadMask::allows(int i, int j) const noexcept {
  const KeyRange seen = range(i);
  if (j >= prefix_ && (j < seen.begin || j >= seen.end)) return false;
  if (keep_ != nullptr && keep_[j] == 0) return false;
  return allowed_ == nullptr || allowed_row(i)[j] != 0;
}

}  // namespace attn
