#include <attn/cache.h>

#include <algorithm>

#include "attention/attend.h"
#include "attention/checks.h"
#include "attention/packed_head.h"

namespace attn {

Status KeyValueCache::create(std::int32_t key_value_heads, std::int32_t key_width,
                             std::int32_t value_width, std::int32_t capacity) noexcept {
  const AttentionShape shape{key_value_heads, key_value_heads, 1, capacity, key_width, value_width};
  if (const Status status = check_shape(shape); !status.ok()) {
    if (status.argument == Argument::kHeads) return {Code::kShape, Argument::kKeyValueHeads};
    if (status.argument == Argument::kQuery) return {Code::kShape, Argument::kKeyWidth};
    if (status.argument == Argument::kValue) return {Code::kShape, Argument::kValueWidth};
    return {Code::kCapacity, Argument::kLength};
  }
  const std::uint64_t per_head =
      count(padded(capacity), key_width) + ValueLayout::floats(capacity, value_width);
  if (per_head > kMaxBlockBytes / sizeof(float) / static_cast<std::uint64_t>(key_value_heads)) {
    return {Code::kMemory, Argument::kNone};
  }
  const std::uint64_t floats = per_head * static_cast<std::uint64_t>(key_value_heads);
  Block memory;
  if (!memory.reserve(floats * sizeof(float))) return {Code::kMemory, Argument::kNone};
  // Keys and columns that are not there yet must read as 0: they meet a share of exactly 0, and
  // 0·NaN would not vanish.
  std::fill_n(memory.as<float>(), floats, 0.0f);
  memory_ = std::move(memory);
  key_value_heads_ = key_value_heads;
  key_width_ = key_width;
  value_width_ = value_width;
  capacity_ = capacity;
  length_ = 0;
  largest_key_ = largest_value_ = 0;
  return kOk;
}

float* KeyValueCache::keys(std::int32_t head) const noexcept {
  const std::uint64_t per_head =
      count(padded(capacity_), key_width_) + ValueLayout::floats(capacity_, value_width_);
  return memory_.as<float>() + static_cast<std::size_t>(head) * per_head;
}

float* KeyValueCache::values(std::int32_t head) const noexcept {
  return keys(head) + count(padded(capacity_), key_width_);
}

Status KeyValueCache::append(std::int32_t added, std::span<const float> key,
                             std::span<const float> value) noexcept {
  if (added < 1) return {Code::kShape, Argument::kKey};
  if (key.size() != count(key_value_heads_, added, key_width_))
    return {Code::kShape, Argument::kKey};
  if (value.size() != count(key_value_heads_, added, value_width_))
    return {Code::kShape, Argument::kValue};
  if (added > capacity_ - length_) return {Code::kCapacity, Argument::kKey};
  Magnitudes magnitudes;
  if (const Status status = measure({{}, key, value, {}}, magnitudes); !status.ok()) return status;
  const ValueLayout layout = ValueLayout::of(capacity_, value_width_);
  for (std::int32_t head = 0; head < key_value_heads_; ++head) {
    const float* new_keys =
        key.data() + static_cast<std::ptrdiff_t>(count(head, added, key_width_));
    const float* new_values =
        value.data() + static_cast<std::ptrdiff_t>(count(head, added, value_width_));
    append_transposed(new_keys, length_, added, key_width_, keys(head));
    pack_values(new_values, length_, added, value_width_, layout, values(head));
  }
  largest_key_ = std::max(largest_key_, magnitudes.key);
  largest_value_ = std::max(largest_value_, magnitudes.value);
  length_ += added;
  return kOk;
}

Status KeyValueCache::attend(std::int32_t heads, std::int32_t n_q, const AttentionInputs& inputs,
                             const AttentionOptions& options, const AttentionOutputs& outputs,
                             Workspace& workspace) const noexcept {
  const AttentionShape shape{heads, key_value_heads_, n_q, length_, key_width_, value_width_};
  if (const Status status = check_shape(shape); !status.ok()) return status;
  const AttentionInputs queries{inputs.query, {}, {}, inputs.bias};
  if (const Status status = check_query(shape, queries); !status.ok()) return status;
  if (const Status status = check_options(shape, options); !status.ok()) return status;
  if (const Status status = check_outputs(shape, outputs); !status.ok()) return status;
  Magnitudes magnitudes;
  if (const Status status = measure(queries, magnitudes); !status.ok()) return status;
  magnitudes.key = largest_key_;
  magnitudes.value = largest_value_;
  if (mix_may_overflow(shape, magnitudes)) return {Code::kOverflow, Argument::kValue};
  workspace.begin();
  plan_scratch(shape, stores_rows(outputs), workspace);
  if (!workspace.commit()) return {Code::kMemory, Argument::kNone};
  const TileScratch scratch = take_scratch(shape, stores_rows(outputs), workspace);

  const float scale = options.scale / options.temperature;
  const ValueLayout layout = ValueLayout::of(capacity_, value_width_);
  const auto each_head = [&](auto f) {
    for (std::int32_t head = 0; head < heads; ++head) {
      const std::int32_t kv = head / (heads / key_value_heads_);
      const HeadMask mask(options.mask, n_q, length_, head);
      f(head, head_problem(shape, queries, {keys(kv), values(kv), layout}, mask, options, head));
    }
  };
  if (scores_may_overflow(shape, magnitudes, scale)) {
    bool overflow = false;
    each_head([&](int, const HeadProblem& problem) {
      overflow = overflow || scores_overflow(problem, scale, scratch.query_tile);
    });
    if (overflow) return {Code::kOverflow, Argument::kQuery};
  }
  each_head([&](int head, const HeadProblem& problem) {
    attend_head(shape, problem, scale, head, scratch, outputs);
  });
  return kOk;
}

Status KeyValueCache::truncate(std::int32_t length) noexcept {
  if (length < 0 || length > length_) return {Code::kOption, Argument::kLength};
  length_ = length;
  return kOk;
}

}  // namespace attn
