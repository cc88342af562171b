#include "random/ziggurat.h"

#include <bit>

#include "random/elementary.h"
#include "ziggurat_table.h"

namespace attn::ziggurat {
namespace {

constexpr double kMantissa = 0x1p52;

// The double that lies `steps` last places away.
double stepped(double value, int steps) noexcept {
  return std::bit_cast<double>(std::bit_cast<std::int64_t>(value) + steps);
}

// x with e^(−x²/2) = height by Newton's method, from above.
double edge_at(double height, double above) noexcept {
  double x = above;
  for (int step = 0; step < kNewtonSteps; ++step) {
    const double reached = exponential(-0.5 * x * x);
    x += (reached - height) / (x * reached);
  }
  return x;
}

// To the nearest whole number, halves to the even one, for value in [0, 2^52).
std::uint64_t nearest(double value) noexcept {
  return std::bit_cast<std::uint64_t>(value + kMantissa) - std::bit_cast<std::uint64_t>(kMantissa);
}

// From the tail inwards: every layer has the same area.
Layers make_layers() noexcept {
  Layers layers;
  double edge = kR;
  for (int i = kLayers - 1; i > 0; --i) {
    if (i < kLayers - 1) {
      const double above = edge;
      edge = stepped(edge_at(kArea / above + layers.height[i + 1], above), kEdgeSteps[i]);
      layers.inside[i + 1] = nearest(edge / above * kMantissa);
    }
    layers.width[i] = edge / kMantissa;
    layers.height[i] = stepped(exponential(-0.5 * edge * edge), kHeightSteps[i]);
  }
  const double last = layers.height[kLayers - 1];
  layers.inside[0] = nearest(kR * last / kArea * kMantissa);
  layers.inside[1] = 0;
  layers.width[0] = kArea / last / kMantissa;
  layers.height[0] = 1.0;
  return layers;
}

}  // namespace

const Layers& layers() noexcept {
  static const Layers kTable = make_layers();
  return kTable;
}

}  // namespace attn::ziggurat
