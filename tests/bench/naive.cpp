// What a straightforward port to C++ gives: the formulas as loops, the standard library's exp,
// whatever -O3 -msimd128 makes of them. It leaves out what lies above the diagonal, as anyone
// would.
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <vector>

namespace {

std::vector<float> scores;

void product(const float* left, const float* right, float* result, int rows, int depth,
             int columns) {
  for (int i = 0; i < rows; i++) {
    float* to = result + i * columns;
    for (int j = 0; j < columns; j++) to[j] = 0;
    for (int d = 0; d < depth; d++) {
      const float factor = left[i * depth + d];
      const float* from = right + d * columns;
      for (int j = 0; j < columns; j++) to[j] += factor * from[j];
    }
  }
}

// One head whose rows are `stride` floats apart.
void head(const float* query, const float* key, const float* value, float* output, float* weights,
          int n_q, int n_k, int d, int stride, bool causal) {
  const float scale = 1.0f / std::sqrt(static_cast<float>(d));
  scores.resize(static_cast<std::size_t>(n_k));
  for (int i = 0; i < n_q; i++) {
    const int seen = causal ? i + 1 : n_k;
    float largest = -3e38f;
    for (int j = 0; j < seen; j++) {
      float sum = 0;
      for (int x = 0; x < d; x++) sum += query[i * stride + x] * key[j * stride + x];
      scores[j] = sum * scale;
      if (scores[j] > largest) largest = scores[j];
    }
    float total = 0;
    for (int j = 0; j < seen; j++) {
      scores[j] = std::exp(scores[j] - largest);
      total += scores[j];
    }
    float* row = output + i * stride;
    for (int x = 0; x < d; x++) row[x] = 0;
    for (int j = 0; j < seen; j++) {
      const float weight = scores[j] / total;
      if (weights) weights[i * n_k + j] = weight;
      for (int x = 0; x < d; x++) row[x] += weight * value[j * stride + x];
    }
    if (weights) {
      for (int j = seen; j < n_k; j++) weights[i * n_k + j] = 0;
    }
  }
}

}  // namespace

extern "C" {

float* reserve(int floats) {
  return static_cast<float*>(std::malloc(static_cast<std::size_t>(floats) * sizeof(float)));
}

void multiply(const float* left, const float* right, float* result, int rows, int depth,
              int columns) {
  product(left, right, result, rows, depth, columns);
}

// weights may be null.
void attend(const float* query, const float* key, const float* value, float* output, float* weights,
            int heads, int n_q, int n_k, int d, int causal) {
  for (int g = 0; g < heads; g++) {
    head(query + g * n_q * d, key + g * n_k * d, value + g * n_k * d, output + g * n_q * d,
         weights ? weights + g * n_q * n_k : nullptr, n_q, n_k, d, d, causal != 0);
  }
}

// scratch: 4·n·d_model floats.
void layer(const float* x, const float* wq, const float* wk, const float* wv, const float* wo,
           float* output, float* scratch, int heads, int n, int d_model) {
  const int size = n * d_model;
  float* query = scratch;
  float* key = scratch + size;
  float* value = scratch + 2 * size;
  float* concat = scratch + 3 * size;
  product(x, wq, query, n, d_model, d_model);
  product(x, wk, key, n, d_model, d_model);
  product(x, wv, value, n, d_model, d_model);
  const int d = d_model / heads;
  for (int g = 0; g < heads; g++) {
    head(query + g * d, key + g * d, value + g * d, concat + g * d, nullptr, n, n, d, d_model,
         true);
  }
  product(concat, wo, output, n, d_model, d_model);
}
}
