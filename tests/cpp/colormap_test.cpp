// Pixels of known cells.
#include <attn/colormap.h>
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <limits>

#include "samples.h"

namespace {

// Colour index k is (k, 255 − k, 7, 255), so that a pixel tells its index.
std::vector<std::uint8_t> telling_palette() {
  std::vector<std::uint8_t> palette;
  for (int k = 0; k < 256; ++k) {
    for (const int byte : {k, 255 - k, 7, 255}) palette.push_back(static_cast<std::uint8_t>(byte));
  }
  return palette;
}

constexpr int kTransparent = -1;

// The colour index of each pixel.
std::vector<int> indices(attn::PixelShape shape, const samples::Floats& weights,
                         const attn::PixelOptions& options) {
  std::vector<std::uint8_t> rgba(static_cast<std::size_t>(shape.width * shape.height * 4), 99);
  const std::vector<std::uint8_t> palette = telling_palette();
  attn::Workspace workspace;
  REQUIRE(attn::pixels(shape, weights, options, palette, rgba, workspace).ok());
  std::vector<int> result;
  for (std::size_t p = 0; p < rgba.size(); p += 4) {
    if (rgba[p + 3] == 0) {
      CHECK(rgba[p] + rgba[p + 1] + rgba[p + 2] == 0);
      result.push_back(kTransparent);
    } else {
      CHECK(rgba[p + 1] == 255 - rgba[p]);
      result.push_back(rgba[p]);
    }
  }
  return result;
}

}  // namespace

TEST_CASE("one pixel a cell, linear") {
  const samples::Floats weights = {0.0f, 0.25f, 1.0f, 0.5f, 2.0f, -1.0f};
  CHECK(indices({2, 3, 3, 2}, weights, {}) == std::vector<int>{0, 64, 255, 128, 255, 0});
  attn::PixelOptions narrow;
  narrow.low = 0.25f;
  narrow.high = 0.5f;
  CHECK(indices({2, 3, 3, 2}, weights, narrow) == std::vector<int>{0, 0, 255, 255, 255, 0});
}

TEST_CASE("more pixels than cells repeat a cell; fewer pool, by mean or maximum") {
  const samples::Floats weights = {0.2f, 0.4f, 0.6f, 1.0f};
  CHECK(indices({1, 2, 4, 2}, {0.2f, 0.4f}, {}) ==
        std::vector<int>{51, 51, 102, 102, 51, 51, 102, 102});
  attn::PixelOptions options;
  CHECK(indices({2, 2, 1, 1}, weights, options) == std::vector<int>{140});  // 0.55 · 255
  options.pool = attn::Pool::kMax;
  CHECK(indices({2, 2, 1, 1}, weights, options) == std::vector<int>{255});
  // 5 cells on 2 pixels: 2 and 3 of them.
  CHECK(indices({1, 5, 2, 1}, {0.1f, 0.2f, 0.3f, 0.4f, 0.9f}, options) ==
        std::vector<int>{51, 230});
}

TEST_CASE("logarithmic") {
  attn::PixelOptions options;
  options.transform = attn::Transform::kLog;
  // Four decades below 1: 1e-4 is the first colour, 1e-2 the middle.
  CHECK(indices({1, 4, 4, 1}, {0.0f, 1e-4f, 1e-2f, 1.0f}, options) ==
        std::vector<int>{0, 0, 128, 255});
  options.low = 0.01f;
  CHECK(indices({1, 3, 3, 1}, {0.001f, 0.1f, 1.0f}, options) == std::vector<int>{0, 128, 255});
}

TEST_CASE("masked, NaN and −∞ cells are marked, and never pooled with the others") {
  const samples::Floats weights = {1.0f, 0.0f, 0.0f, 0.4f, 0.6f, 0.0f, 0.2f, 0.3f, 0.5f};
  attn::PixelOptions options;
  options.mask.causal = attn::Causal::kBottomRight;
  CHECK(indices({3, 3, 3, 3}, weights, options) ==
        std::vector<int>{255, kTransparent, kTransparent, 102, 153, kTransparent, 51, 77, 128});
  // The right half of the upper row has no cell that counts; the left has just the 1.
  CHECK(indices({2, 4, 2, 1}, {1.0f, 0.0f, 0.0f, 0.0f, 1.0f, 0.5f, 0.0f, 0.0f}, {}) ==
        std::vector<int>{159, 0});
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float minus_infinity = -std::numeric_limits<float>::infinity();
  CHECK(indices({1, 3, 3, 1}, {nan, minus_infinity, 1.0f}, {}) ==
        std::vector<int>{kTransparent, kTransparent, 255});
  CHECK(indices({1, 3, 1, 1}, {nan, minus_infinity, 1.0f}, {}) == std::vector<int>{255});
}

TEST_CASE("a constant map and a domain of one point divide by nothing") {
  attn::PixelOptions options;
  options.low = options.high = 0.5f;
  CHECK(indices({1, 3, 3, 1}, {0.4f, 0.5f, 0.6f}, options) == std::vector<int>{0, 0, 255});
}
