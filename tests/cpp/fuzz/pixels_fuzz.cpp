// Pixels out of bytes: sizes that fit and that do not, weights that are no numbers, every mask.
#include <attn/colormap.h>

#include "checks.h"
#include "fuzz_targets.h"

namespace fuzz {
namespace {

attn::Workspace workspace;

constexpr std::uint8_t kUnpainted = 171;

// What a cell shows where each has one pixel and the palette is a ramp of greys.
void require_pixel(const std::uint8_t* pixel, float weight, bool is_allowed, float low,
                   float high) {
  if (!is_allowed || std::isnan(weight) || weight == -kInfinity) {
    for (int c = 0; c < 4; ++c) require(pixel[c] == 0, "a masked pixel is painted", pixel[c], 0);
    return;
  }
  const double place = (static_cast<double>(weight) - low) / (static_cast<double>(high) - low);
  const double expected = 255 * std::clamp(place, 0.0, 1.0);
  require(std::fabs(pixel[0] - expected) <= 0.51, "a pixel shows another weight", pixel[0],
          expected);
}

}  // namespace

void fuzz_pixels(Bytes& bytes) {
  const bool is_exact = bytes.rarely(2);
  attn::PixelShape shape;
  shape.n_q = bytes.size(40);
  shape.n_k = bytes.size(40);
  shape.width = is_exact ? shape.n_k : bytes.size(90);
  shape.height = is_exact ? shape.n_q : bytes.size(90);
  const Floats weights = values(bytes, room(shape.n_q, shape.n_k), 1.0f);
  attn::PixelOptions options;
  options.pool = bytes.pick({attn::Pool::kMean, attn::Pool::kMax});
  options.transform = bytes.pick({attn::Transform::kLinear, attn::Transform::kLog});
  if (bytes.rarely(3)) {
    options.low = bytes.pick({-1.0f, 0.0f, 0.25f, 1.0f, -kHuge, kNaN, -kInfinity});
    options.high = bytes.pick({1.0f, 0.5f, 2.0f, 1e-40f, kHuge, kNaN, kInfinity});
  }
  MaskBytes mask_bytes;
  options.mask = mask(bytes, 1, shape.n_q, shape.n_k, mask_bytes);
  std::vector<std::uint8_t> palette(attn::kPaletteBytes);
  for (std::size_t k = 0; k < palette.size(); ++k)
    palette[k] = k % 4 == 3 ? std::uint8_t{255} : static_cast<std::uint8_t>(k / 4);
  std::vector<std::uint8_t> rgba(4 * room(shape.width, shape.height), kUnpainted);
  const attn::Status status = attn::pixels(shape, weights, options, palette, rgba, workspace);
  Verdict verdict;
  verdict.must_refuse = !are_sizes({shape.n_q, shape.n_k, shape.width, shape.height}) ||
                        !has(weights.size(), {shape.n_q, shape.n_k}) ||
                        !has(rgba.size() / 4, {shape.width, shape.height}) ||
                        !std::isfinite(options.low) || !std::isfinite(options.high) ||
                        options.high < options.low ||
                        !is_legal_mask(options.mask, 1, shape.n_q, shape.n_k);
  // Logarithms and empty domains have needs of their own.
  verdict.may_refuse = options.transform == attn::Transform::kLog || options.high == options.low;
  require_verdict(status, verdict);
  if (!status.ok()) {
    for (const std::uint8_t x : rgba)
      require(x == kUnpainted, "a refused picture was painted", x, kUnpainted);
    return;
  }
  const bool spans = options.high > options.low && options.high - options.low < 10;
  if (!is_exact || options.transform == attn::Transform::kLog || !spans) return;
  for (int i = 0; i < shape.n_q; ++i) {
    for (int j = 0; j < shape.n_k; ++j) {
      const std::size_t cell = static_cast<std::size_t>(i) * static_cast<std::size_t>(shape.n_k) +
                               static_cast<std::size_t>(j);
      const bool is_allowed = attn::reference::allowed(options.mask, 0, i, j, shape.n_q, shape.n_k);
      require_pixel(&rgba[4 * cell], weights[cell], is_allowed, options.low, options.high);
    }
  }
}

}  // namespace fuzz
