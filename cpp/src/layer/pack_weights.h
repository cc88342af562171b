// The weights of a projection, a block of columns for every head, as matrix_product() reads them.
#pragma once

#include <attn/packed_weights.h>

namespace attn {

// Floats of a packed matrix.
[[nodiscard]] std::uint64_t packed_weight_floats(int depth, int blocks, int columns) noexcept;

// weights: as PackedWeights::pack() has it; packed: [blocks][panels(columns)][depth][8].
void pack_weights(const float* weights, WeightLayout layout, int depth, int blocks, int columns,
                  float* packed) noexcept;

}  // namespace attn
