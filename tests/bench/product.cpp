// The core's matrix product alone, which the package offers only as part of a layer. For the
// benchmark.
#include <cstddef>
#include <cstdlib>

#include "kernels/matrix_product.h"

namespace {

float* floats(std::size_t count) {
  constexpr std::size_t kLine = 64;
  return static_cast<float*>(
      std::aligned_alloc(kLine, (count * sizeof(float) + kLine - 1) / kLine * kLine));
}

float* scratch = nullptr;
float* packed = nullptr;

}  // namespace

extern "C" {

float* reserve(int count) {
  return floats(static_cast<std::size_t>(count));
}

// Packs the right operand [depth, columns], once: it stays, like the weights of a layer.
void pack_right(const float* right, int depth, int columns) {
  scratch = floats(attn::matrix_product_scratch());
  packed = floats(attn::packed_floats(depth, columns));
  attn::pack_columns(right, columns, depth, columns, packed);
}

// result [rows, columns] = left [rows, depth] · the right operand that was packed.
void multiply(const float* left, float* result, int rows, int depth, int columns, int wide) {
  attn::MatrixProduct product;
  product.left = left;
  product.left_stride = depth;
  product.rows = rows;
  product.depth = depth;
  product.right = packed;
  product.block_columns = columns;
  product.result = result;
  product.result_stride = columns;
  product.tile = wide ? attn::RegisterTile::kWide : attn::RegisterTile::kNarrow;
  attn::matrix_product(product, scratch);
}
}
