#include <attn/colormap.h>

#include "mask/head_mask.h"
#include "math/exponential.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace attn {
namespace {

// Cells [begin, end) that fall on pixel p of `pixels`: at least one.
KeyRange cells_of(int p, int pixels, int cells) noexcept {
  const auto edge = [&](std::int64_t at) { return static_cast<int>(at * cells / pixels); };
  const int begin = edge(p);
  return {begin, std::max(begin + 1, edge(std::int64_t{p} + 1))};
}

// Value to colour index, 0 to 255.
class Scale {
 public:
  explicit Scale(const PixelOptions& options) noexcept : is_log_(options.transform == Transform::kLog) {
    constexpr float kFourDecades = 1e-4f;
    const float low = is_log_ && options.low <= 0.0f ? options.high * kFourDecades : options.low;
    low_ = is_log_ ? log(low) : low;
    const float high = is_log_ ? log(options.high) : options.high;
    // A domain of one point divides by nothing: at or below it is the first colour, above it the last.
    factor_ = high > low_ ? 255.0f / (high - low_) : std::numeric_limits<float>::max();
  }

  [[nodiscard]] int index(float value) const noexcept {
    const float x = is_log_ ? log(std::max(value, std::numeric_limits<float>::min())) : value;
    return static_cast<int>(std::clamp((x - low_) * factor_, 0.0f, 255.0f) + 0.5f);
  }

 private:
  bool is_log_;
  float low_ = 0;
  float factor_ = 0;
};

// Mean or maximum of the cells that count; false when none does.
bool pool_cells(std::span<const float> weights, int n_k, const HeadMask& mask, KeyRange rows, KeyRange columns, Pool pool,
                float& pooled) noexcept {
  float total = 0.0f, largest = -kInfinity;
  int counted = 0;
  for (int i = rows.begin; i < rows.end; ++i) {
    const float* row = weights.data() + static_cast<std::ptrdiff_t>(i) * n_k;
    for (int j = columns.begin; j < columns.end; ++j) {
      if (!(row[j] > -kInfinity) || !mask.allows(i, j)) continue;
      total += row[j];
      largest = std::max(largest, row[j]);
      ++counted;
    }
  }
  pooled = pool == Pool::kMax ? largest : total / static_cast<float>(std::max(counted, 1));
  return counted > 0;
}

Status check(const PixelShape& s, std::span<const float> weights, const PixelOptions& options,
             std::span<const std::uint8_t> palette, std::span<std::uint8_t> rgba) noexcept {
  if (s.width < 1) return {Code::kShape, Argument::kWidth};
  if (s.height < 1) return {Code::kShape, Argument::kHeight};
  if (s.n_q < 1 || s.n_k < 1) return {Code::kShape, Argument::kWeights};
  const auto product = [](std::int64_t a, std::int64_t b) { return static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b); };
  if (weights.size() != product(s.n_q, s.n_k)) return {Code::kShape, Argument::kWeights};
  if (rgba.size() != product(s.width, s.height) * 4) return {Code::kShape, Argument::kWidth};
  if (palette.size() != kPaletteBytes) return {Code::kShape, Argument::kPalette};
  const bool domain_ok = std::isfinite(options.low) && std::isfinite(options.high) && options.low <= options.high &&
                         (options.transform == Transform::kLinear || options.high > 0.0f);
  if (!domain_ok) return {Code::kOption, Argument::kDomain};
  return check_mask(options.mask, 1, s.n_q, s.n_k);
}

}  // namespace

Status pixels(const PixelShape& shape, std::span<const float> weights, const PixelOptions& options,
              std::span<const std::uint8_t> palette, std::span<std::uint8_t> rgba) noexcept {
  if (const Status status = check(shape, weights, options, palette, rgba); !status.ok()) return status;
  const HeadMask mask(options.mask, shape.n_q, shape.n_k, 0);
  const Scale scale(options);
  std::uint8_t* pixel = rgba.data();
  for (int y = 0; y < shape.height; ++y) {
    const KeyRange rows = cells_of(y, shape.height, shape.n_q);
    for (int x = 0; x < shape.width; ++x, pixel += 4) {
      const KeyRange columns = cells_of(x, shape.width, shape.n_k);
      float value = 0;
      if (pool_cells(weights, shape.n_k, mask, rows, columns, options.pool, value)) {
        std::memcpy(pixel, palette.data() + static_cast<std::ptrdiff_t>(scale.index(value)) * 4, 4);
      } else {
        std::memset(pixel, 0, 4);
      }
    }
  }
  return kOk;
}

}  // namespace attn
