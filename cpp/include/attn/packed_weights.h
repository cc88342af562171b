// A weight matrix as products read it, kept from call to call.
#pragma once

#include <attn/memory.h>
#include <attn/status.h>

#include <cstdint>
#include <span>

namespace attn {

// Which axis of a weight matrix comes first. Square matrices cannot tell, so it is said.
enum class WeightLayout : std::uint8_t {
  kInOut,  // [d_in, d_out], as the chapter writes X·W
  kOutIn,  // [d_out, d_in], as torch.nn.Linear stores it
};

// A layer whose weights stay the same has them packed and looked at once. Owns its memory, about as
// much as the matrix; move-only.
class PackedWeights {
 public:
  // weights: [depth, blocks·columns], a block for every head, or transposed for kOutIn; copied.
  // Refuses other sizes (shape), non-finite input (not_finite) and memory that cannot be had; what
  // was packed before is then forgotten.
  Status pack(std::span<const float> weights, WeightLayout layout, std::int32_t depth,
              std::int32_t blocks, std::int32_t columns) noexcept;

  [[nodiscard]] bool holds(std::int32_t depth, std::int32_t blocks,
                           std::int32_t columns) const noexcept {
    return depth_ > 0 && depth_ == depth && blocks_ == blocks && columns_ == columns;
  }
  // [blocks][panels of 8 columns][depth][8]
  [[nodiscard]] const float* panels() const noexcept { return memory_.as<float>(); }
  [[nodiscard]] float largest() const noexcept { return largest_; }  // max |w|

 private:
  Block memory_;
  std::int32_t depth_ = 0;
  std::int32_t blocks_ = 0;
  std::int32_t columns_ = 0;
  float largest_ = 0;
};

}  // namespace attn
