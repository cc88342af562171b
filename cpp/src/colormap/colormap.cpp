#include <attn/colormap.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "mask/head_mask.h"
#include "math/exponential.h"

namespace attn {
namespace {

// Cells [begin, end) that fall on pixel p of `pixels`: at least one.
KeyRange cells_of(int p, int pixels, int cells) noexcept {
  const auto edge = [&](std::int64_t at) { return static_cast<int>(at * cells / pixels); };
  const int begin = edge(p);
  return {begin, std::max(begin + 1, edge(std::int64_t{p} + 1))};
}

// Values to colour indices, 0 to 255; kNoColour for NaN and −∞.
constexpr std::int32_t kNoColour = 256;

class Scale {
 public:
  explicit Scale(const PixelOptions& options) noexcept
      : is_log_(options.transform == Transform::kLog) {
    constexpr float kFourDecades = 1e-4f;
    const float low = is_log_ && options.low <= 0.0f ? options.high * kFourDecades : options.low;
    low_ = is_log_ ? log(low) : low;
    const float high = is_log_ ? log(options.high) : options.high;
    // A domain of one point divides by nothing: at or below it is the first colour, above it the
    // last.
    factor_ = high > low_ ? 255.0f / (high - low_) : std::numeric_limits<float>::max();
  }

  void indices(f32x4 value, std::int32_t* out) const noexcept {
    const f32x4 is_number = less(splat(-kInfinity), value);
    const f32x4 x = is_log_ ? log(max(splat(std::numeric_limits<float>::min()), value)) : value;
    const f32x4 place = min(splat(255.0f), max(splat(0.0f), (x - splat(low_)) * splat(factor_)));
    store_truncated(out, select(is_number, place + splat(0.5f), splat(kNoColour)));
  }

 private:
  bool is_log_;
  float low_ = 0;
  float factor_ = 0;
};

[[nodiscard]] bool same(KeyRange a, KeyRange b) noexcept {
  return a.begin == b.begin && a.end == b.end;
}

// One row of pixels at a time: cells of its rows gathered per column, then per pixel.
struct PixelRow {
  std::span<float> visible;     // [n_k], 1 where the cell at hand counts, else 0
  std::span<float> pooled;      // [n_k], sum or maximum down the rows
  std::span<float> counted;     // [n_k], cells in it
  std::span<KeyRange> columns;  // [width], the cells of each pixel
};

// Which cells of row i the mask lets through.
void mark_visible(const HeadMask& mask, int i, std::span<float> visible) noexcept {
  const KeyRange seen = mask.range(i);
  const auto at = [&](int j) { return visible.begin() + j; };
  std::fill(visible.begin(), visible.end(), 0.0f);
  std::fill(at(0), at(mask.prefix()), 1.0f);
  std::fill(at(seen.begin), at(seen.end), 1.0f);
  for (const std::uint8_t* bytes : {mask.keep(), mask.allowed_row(i)}) {
    if (bytes == nullptr) continue;
    for (std::size_t j = 0; j < visible.size(); ++j) visible[j] = bytes[j] != 0 ? visible[j] : 0.0f;
  }
}

// Adds one row of weights, or raises the maximum, in the columns where it counts.
void gather_row(const float* weights, Pool pool, const PixelRow& row) noexcept {
  const f32x4 none = splat(-kInfinity);
  const auto take = [&](f32x4 w, f32x4 visible, f32x4& pooled, f32x4& counted) {
    const f32x4 counts = less(splat(0.0f), select(less(none, w), visible, splat(0.0f)));
    counted = counted + select(counts, splat(1.0f), splat(0.0f));
    pooled = pool == Pool::kMax ? max(pooled, select(counts, w, none))
                                : pooled + select(counts, w, splat(0.0f));
  };
  const int n_k = static_cast<int>(row.visible.size());
  int j = 0;
  for (; j + kLanes <= n_k; j += kLanes) {
    f32x4 pooled = load(&row.pooled[static_cast<std::size_t>(j)]),
          counted = load(&row.counted[static_cast<std::size_t>(j)]);
    take(load(weights + j), load(&row.visible[static_cast<std::size_t>(j)]), pooled, counted);
    store(&row.pooled[static_cast<std::size_t>(j)], pooled);
    store(&row.counted[static_cast<std::size_t>(j)], counted);
  }
  const int rest = n_k - j;
  if (rest == 0) return;
  float* last_pooled = row.pooled.data() + j;
  float* last_counted = row.counted.data() + j;
  f32x4 pooled = load_partial(last_pooled, rest, 0.0f),
        counted = load_partial(last_counted, rest, 0.0f);
  take(load_partial(weights + j, rest, 0.0f), load_partial(row.visible.data() + j, rest, 0.0f),
       pooled, counted);
  store_partial(last_pooled, pooled, rest);
  store_partial(last_counted, counted, rest);
}

// Columns to one pixel: mean or maximum of the cells that count, NaN for none.
float pool_columns(const PixelRow& row, KeyRange columns, Pool pool) noexcept {
  float pooled = pool == Pool::kMax ? -kInfinity : 0.0f, counted = 0.0f;
  for (auto j = static_cast<std::size_t>(columns.begin); j < static_cast<std::size_t>(columns.end);
       ++j) {
    pooled = pool == Pool::kMax ? std::max(pooled, row.pooled[j]) : pooled + row.pooled[j];
    counted += row.counted[j];
  }
  if (counted == 0.0f) return std::numeric_limits<float>::quiet_NaN();
  return pool == Pool::kMax ? pooled : pooled / counted;
}

// The same for pixels x … x + 3 of a picture with a pixel for every cell; n_k is at least x + 4.
f32x4 single_columns(const PixelRow& row, int x, Pool pool) noexcept {
  const f32x4 pooled = load(row.pooled.data() + x);
  const f32x4 counted = load(row.counted.data() + x);
  return select(less(splat(0.0f), counted), pool == Pool::kMax ? pooled : pooled / counted,
                splat(std::numeric_limits<float>::quiet_NaN()));
}

// Colours for a row of values.
void paint_row(const PixelShape& shape, const PixelRow& row, Pool pool, const Scale& scale,
               const std::uint8_t* palette, std::uint8_t* rgba) noexcept {
  const bool is_cell_for_pixel = shape.width == shape.n_k;
  for (int x = 0; x < shape.width; x += kLanes) {
    const int count = std::min(kLanes, shape.width - x);
    f32x4 value;
    if (is_cell_for_pixel && count == kLanes) {
      value = single_columns(row, x, pool);
    } else {
      float values[kLanes] = {};
      for (int l = 0; l < count; ++l)
        values[l] = pool_columns(row, row.columns[static_cast<std::size_t>(x + l)], pool);
      value = load(values);
    }
    std::int32_t index[kLanes];
    scale.indices(value, index);
    for (int l = 0; l < count; ++l) {
      constexpr std::uint8_t kTransparent[4] = {};
      std::memcpy(rgba + 4 * (x + l), index[l] == kNoColour ? kTransparent : palette + 4 * index[l],
                  4);
    }
  }
}

Status check(const PixelShape& s, std::span<const float> weights, const PixelOptions& options,
             std::span<const std::uint8_t> palette, std::span<std::uint8_t> rgba) noexcept {
  if (s.width < 1) return {Code::kShape, Argument::kWidth};
  if (s.height < 1) return {Code::kShape, Argument::kHeight};
  if (s.n_q < 1 || s.n_k < 1) return {Code::kShape, Argument::kWeights};
  const auto product = [](std::int64_t a, std::int64_t b) {
    return static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b);
  };
  if (weights.size() != product(s.n_q, s.n_k)) return {Code::kShape, Argument::kWeights};
  if (rgba.size() != product(s.width, s.height) * 4) return {Code::kShape, Argument::kWidth};
  if (palette.size() != kPaletteBytes) return {Code::kShape, Argument::kPalette};
  const bool domain_ok = std::isfinite(options.low) && std::isfinite(options.high) &&
                         options.low <= options.high &&
                         (options.transform == Transform::kLinear || options.high > 0.0f);
  if (!domain_ok) return {Code::kOption, Argument::kDomain};
  return check_mask(options.mask, 1, s.n_q, s.n_k);
}

}  // namespace

Status pixels(const PixelShape& shape, std::span<const float> weights, const PixelOptions& options,
              std::span<const std::uint8_t> palette, std::span<std::uint8_t> rgba,
              Workspace& workspace) noexcept {
  if (const Status status = check(shape, weights, options, palette, rgba); !status.ok())
    return status;
  const HeadMask mask(options.mask, shape.n_q, shape.n_k, 0);
  const Scale scale(options);
  const auto n_k = static_cast<std::uint64_t>(shape.n_k);
  workspace.begin();
  for (int piece = 0; piece < 3; ++piece) workspace.add<float>(n_k);
  workspace.add<KeyRange>(static_cast<std::uint64_t>(shape.width));
  if (!workspace.commit()) return {Code::kMemory, Argument::kNone};
  const PixelRow row{workspace.take<float>(n_k), workspace.take<float>(n_k),
                     workspace.take<float>(n_k),
                     workspace.take<KeyRange>(static_cast<std::uint64_t>(shape.width))};
  for (int x = 0; x < shape.width; ++x)
    row.columns[static_cast<std::size_t>(x)] = cells_of(x, shape.width, shape.n_k);
  // Where every row sees the same, that is marked once.
  const bool is_same_for_all = mask.keep() == nullptr && mask.allowed_row(0) == nullptr &&
                               same(mask.range(0), mask.range(shape.n_q - 1));
  if (is_same_for_all) mark_visible(mask, 0, row.visible);
  const std::size_t row_bytes = static_cast<std::size_t>(shape.width) * 4;
  KeyRange painted{-1, -1};
  for (int y = 0; y < shape.height; ++y) {
    std::uint8_t* pixels_of_row = rgba.data() + static_cast<std::size_t>(y) * row_bytes;
    const KeyRange rows = cells_of(y, shape.height, shape.n_q);
    if (same(rows, painted)) {
      std::memcpy(pixels_of_row, pixels_of_row - row_bytes,
                  row_bytes);  // more pixels than cells: the same again
      continue;
    }
    painted = rows;
    std::fill(row.pooled.begin(), row.pooled.end(), options.pool == Pool::kMax ? -kInfinity : 0.0f);
    std::fill(row.counted.begin(), row.counted.end(), 0.0f);
    for (int i = rows.begin; i < rows.end; ++i) {
      if (!is_same_for_all) mark_visible(mask, i, row.visible);
      gather_row(weights.data() + static_cast<std::size_t>(i) * n_k, options.pool, row);
    }
    paint_row(shape, row, options.pool, scale, palette.data(), pixels_of_row);
  }
  return kOk;
}

}  // namespace attn
