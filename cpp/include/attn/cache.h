// The key/value cache of autoregressive decoding (ch. 16.3): keys and values kept as the kernels
// read them.
#pragma once

#include <attn/attention.h>

#include <cstdint>
#include <span>

namespace attn {

// Owns its memory: about capacity·h_kv·(d_k + d_v) floats, each padded to whole panels, allocated
// once by create().
// Move-only.
class KeyValueCache {
 public:
  // Sizes ≥ 1. Refuses shape, or memory that cannot be had; a cache that was created before is then
  // kept as it was.
  Status create(std::int32_t key_value_heads, std::int32_t key_width, std::int32_t value_width,
                std::int32_t capacity) noexcept;

  // key [h_kv, count, d_k], value [h_kv, count, d_v], copied. Refuses shape, not_finite, capacity
  // (length + count > capacity).
  Status append(std::int32_t count, std::span<const float> key,
                std::span<const float> value) noexcept;

  // Attention of query [heads, n_q, d_k] over the length() keys held; inputs.key and inputs.value
  // are not read. A decode step gives the same bits as that row of the full causal pass. Refuses as
  // attention() does, and an empty cache (shape, key).
  Status attend(std::int32_t heads, std::int32_t n_q, const AttentionInputs& inputs,
                const AttentionOptions& options, const AttentionOutputs& outputs,
                Workspace& workspace) const noexcept;

  // Forgets the keys from `length` on; 0 ≤ length ≤ length(), else option.
  Status truncate(std::int32_t length) noexcept;

  [[nodiscard]] std::int32_t length() const noexcept { return length_; }
  [[nodiscard]] std::int32_t capacity() const noexcept { return capacity_; }
  [[nodiscard]] std::int32_t key_value_heads() const noexcept { return key_value_heads_; }
  [[nodiscard]] std::int32_t key_width() const noexcept { return key_width_; }
  [[nodiscard]] std::int32_t value_width() const noexcept { return value_width_; }
  [[nodiscard]] std::size_t bytes() const noexcept { return memory_.bytes(); }

 private:
  [[nodiscard]] float* keys(std::int32_t head) const noexcept;
  [[nodiscard]] float* values(std::int32_t head) const noexcept;

  Block memory_;
  std::int32_t key_value_heads_ = 0;
  std::int32_t key_width_ = 0;
  std::int32_t value_width_ = 0;
  std::int32_t capacity_ = 0;
  std::int32_t length_ = 0;
  float largest_key_ = 0;  // over everything ever appended: bounds the scores
  float largest_value_ = 0;
};

}  // namespace attn
