// The 256 layers of the ziggurat under e^(−x²/2), as NumPy has them (Marsaglia & Tsang 2000).
#pragma once

#include <cstdint>

namespace attn::ziggurat {

inline constexpr int kLayers = 256;
inline constexpr double kR = 3.654152885361009;  // where the tail begins

// NumPy's names: ki, wi, fi.
struct Layers {
  std::uint64_t inside[kLayers];  // magnitudes below it are inside the layer's core
  double width[kLayers];          // a layer's edge over 2^52: magnitude to x
  double height[kLayers];         // e^(−x²/2) at the edge
};

// Computed by the first call, in about a tenth of a millisecond: six kilobytes of digits do not
// compress. NumPy's bits on every platform: IEEE operations alone, and the last places that they
// miss by are written down (scripts/ziggurat_table.mjs).
[[nodiscard]] const Layers& layers() noexcept;

}  // namespace attn::ziggurat
