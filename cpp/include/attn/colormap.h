// Weights to pixels: what a canvas shows of one head.
#pragma once

#include <attn/mask.h>
#include <attn/memory.h>
#include <attn/status.h>

#include <cstdint>
#include <span>

namespace attn {

enum class Pool : std::uint8_t { kMean, kMax };  // of the cells that fall on one pixel
enum class Transform : std::uint8_t { kLinear, kLog };

struct PixelShape {
  std::int32_t n_q = 0, n_k = 0;       // cells
  std::int32_t width = 0, height = 0;  // pixels; fewer than cells: pooled; more: each cell repeated
};

struct PixelOptions {
  Pool pool = Pool::kMean;
  Transform transform = Transform::kLinear;
  float low = 0.0f,
        high =
            1.0f;  // the ends of the palette; for kLog, low ≤ 0 stands for four decades below high
  Mask mask;       // masked cells are marked; `allowed` has one head
};

inline constexpr std::size_t kPaletteBytes = 256 * 4;

// rgba [height, width, 4] from weights [n_q, n_k] through palette [256, 4] (the caller's, RGBA).
// Colour index is round(255·t), t the value's place in [low, high]. Cells that are masked, NaN or
// −∞ count for nothing; a pixel of only such cells is (0, 0, 0, 0), so that a hatch beneath shows
// through. Scratch: 3·n_k floats. Refuses sizes < 1 and other lengths (shape), high < low or not
// finite (domain), a bad mask (mask).
Status pixels(const PixelShape& shape, std::span<const float> weights, const PixelOptions& options,
              std::span<const std::uint8_t> palette, std::span<std::uint8_t> rgba,
              Workspace& workspace) noexcept;

}  // namespace attn
