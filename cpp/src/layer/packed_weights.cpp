#include <attn/packed_weights.h>

#include "attention/checks.h"
#include "kernels/extent.h"
#include "kernels/pack.h"
#include "layer/pack_weights.h"

namespace attn {

std::uint64_t packed_weight_floats(int depth, int blocks, int columns) noexcept {
  return count(blocks, depth, padded(columns));
}

void pack_weights(const float* weights, WeightLayout layout, int depth, int blocks, int columns,
                  float* packed) noexcept {
  const auto block_floats = static_cast<std::ptrdiff_t>(packed_floats(depth, columns));
  for (int block = 0; block < blocks; ++block, packed += block_floats) {
    if (layout == WeightLayout::kOutIn) {
      pack_transposed(weights + static_cast<std::ptrdiff_t>(block) * columns * depth, columns,
                      depth, packed);
    } else {
      pack_columns(weights + static_cast<std::ptrdiff_t>(block) * columns,
                   static_cast<std::ptrdiff_t>(blocks) * columns, depth, columns, packed);
    }
  }
}

Status PackedWeights::pack(std::span<const float> weights, WeightLayout layout, std::int32_t depth,
                           std::int32_t blocks, std::int32_t columns) noexcept {
  depth_ = 0;
  constexpr std::int32_t kMaxWidth = 1 << 28;  // as check_shape has it
  const auto size_ok = [](std::int32_t size) { return size >= 1 && size <= kMaxWidth; };
  if (!size_ok(depth) || !size_ok(blocks) || !size_ok(columns) ||
      weights.size() / static_cast<std::size_t>(depth) != count(blocks, columns) ||
      weights.size() % static_cast<std::size_t>(depth) != 0) {
    return {Code::kShape, Argument::kNone};
  }
  const Extent found = extent(weights);
  if (!found.finite) return {Code::kNotFinite, Argument::kNone};
  const std::uint64_t floats = packed_weight_floats(depth, blocks, columns);
  if (!memory_.reserve(floats * sizeof(float))) return {Code::kMemory, Argument::kNone};
  pack_weights(weights.data(), layout, depth, blocks, columns, memory_.as<float>());
  depth_ = depth;
  blocks_ = blocks;
  columns_ = columns;
  largest_ = found.largest;
  return kOk;
}

}  // namespace attn
