#include "reference/reference.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attn::reference {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::size_t at(std::int64_t a, std::int64_t b, std::int64_t b_size, std::int64_t c,
               std::int64_t c_size) {
  return static_cast<std::size_t>((a * b_size + b) * c_size + c);
}
std::size_t at(std::int64_t a, std::int64_t b, std::int64_t b_size) {
  return static_cast<std::size_t>(a * b_size + b);
}
std::size_t size(std::int64_t a, std::int64_t b, std::int64_t c = 1) {
  return static_cast<std::size_t>(a * b * c);
}

// softmax over a row of masked scores; all −∞ gives zeros. Returns ln Σ exp.
double softmax(std::span<const double> scores, std::span<double> weights) {
  const double maximum = *std::max_element(scores.begin(), scores.end());
  if (maximum == -kInfinity) {
    std::fill(weights.begin(), weights.end(), 0.0);
    return -kInfinity;
  }
  double sum = 0;
  for (std::size_t j = 0; j < scores.size(); ++j) sum += weights[j] = std::exp(scores[j] - maximum);
  for (double& weight : weights) weight /= sum;
  return maximum + std::log(sum);
}

double entropy(std::span<const double> weights) {
  double h = 0;
  for (const double a : weights) h -= a > 0 ? a * std::log(a) : 0.0;
  return std::max(h, 0.0);
}

// ‖diag(a) − a·aᵀ‖: √ Σᵢ aᵢ²·((1−aᵢ)² + Σ_{j≠i} aⱼ²), with 1−aᵢ summed from the other weights.
double jacobian_norm(std::span<const double> weights) {
  double total = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    double others = 0, squares = 0;
    for (std::size_t j = 0; j < weights.size(); ++j) {
      if (j == i) continue;
      others += weights[j];
      squares += weights[j] * weights[j];
    }
    total += weights[i] * weights[i] * (others * others + squares);
  }
  return std::sqrt(total);
}

// X·W + b, heads apart: [heads, n, width].
Array project(std::span<const float> x, int n, int d_in, std::span<const float> w,
              std::span<const float> b, int heads, int width, WeightLayout layout) {
  Array result(size(heads, n, width));
  const int d_out = heads * width;
  for (int g = 0; g < heads; ++g) {
    for (int i = 0; i < n; ++i) {
      for (int c = 0; c < width; ++c) {
        const int column = g * width + c;
        double sum = b.empty() ? 0.0 : b[static_cast<std::size_t>(column)];
        for (int d = 0; d < d_in; ++d) {
          const std::size_t weight =
              layout == WeightLayout::kInOut ? at(d, column, d_out) : at(column, d, d_in);
          sum += static_cast<double>(x[at(i, d, d_in)]) * w[weight];
        }
        result[at(g, i, n, c, width)] = sum;
      }
    }
  }
  return result;
}

// What both entry points share: query, key and value already in double.
Attention attend(const AttentionShape& s, const Array& query, const Array& key, const Array& value,
                 std::span<const float> bias, const AttentionOptions& options) {
  Attention r;
  for (Array* cells : {&r.raw_scores, &r.scaled_scores, &r.masked_scores, &r.weights})
    cells->resize(size(s.heads, s.n_q, s.n_k));
  for (Array* rows : {&r.log_sum_exp, &r.entropy, &r.peak, &r.row_sum, &r.jacobian_norm})
    rows->resize(size(s.heads, s.n_q));
  r.output.resize(size(s.heads, s.n_q, s.d_v));
  const bool bias_per_head = bias.size() > size(s.n_q, s.n_k);
  for (int g = 0; g < s.heads; ++g) {
    const int kv = g / (s.heads / s.key_value_heads);
    for (int i = 0; i < s.n_q; ++i) {
      const std::size_t row = at(g, i, s.n_q);
      for (int j = 0; j < s.n_k; ++j) {
        double raw = 0;
        for (int d = 0; d < s.d_k; ++d)
          raw += query[at(g, i, s.n_q, d, s.d_k)] * key[at(kv, j, s.n_k, d, s.d_k)];
        const double scaled = raw * options.scale / options.temperature;
        const double added =
            bias.empty() ? 0.0
                         : static_cast<double>(bias[at(bias_per_head ? g : 0, i, s.n_q, j, s.n_k)]);
        const std::size_t cell = at(g, i, s.n_q, j, s.n_k);
        r.raw_scores[cell] = raw;
        r.scaled_scores[cell] = scaled;
        r.masked_scores[cell] =
            allowed(options.mask, g, i, j, s.n_q, s.n_k) ? scaled + added : -kInfinity;
      }
      const std::size_t first = at(g, i, s.n_q, 0, s.n_k);
      const std::span<double> weights(r.weights.data() + first, static_cast<std::size_t>(s.n_k));
      r.log_sum_exp[row] = softmax({r.masked_scores.data() + first, weights.size()}, weights);
      r.entropy[row] = entropy(weights);
      r.peak[row] = *std::max_element(weights.begin(), weights.end());
      r.jacobian_norm[row] = jacobian_norm(weights);
      for (int j = 0; j < s.n_k; ++j) {
        const double a = weights[static_cast<std::size_t>(j)];
        r.row_sum[row] += a;
        for (int c = 0; c < s.d_v; ++c)
          r.output[at(g, i, s.n_q, c, s.d_v)] += a * value[at(kv, j, s.n_k, c, s.d_v)];
      }
    }
  }
  return r;
}

Array widen(std::span<const float> values) {
  return Array(values.begin(), values.end());
}

}  // namespace

bool allowed(const Mask& mask, int head, int i, int j, int n_q, int n_k) {
  const std::int64_t pos =
      mask.causal == Causal::kTopLeft ? i : static_cast<std::int64_t>(i) + n_k - n_q;
  const bool kept = mask.keep.empty() || mask.keep[static_cast<std::size_t>(j)] != 0;
  const bool per_head = mask.allowed.size() > size(n_q, n_k);
  const bool listed =
      mask.allowed.empty() || mask.allowed[at(per_head ? head : 0, i, n_q, j, n_k)] != 0;
  const bool causal_ok = mask.causal == Causal::kNone || j <= pos;
  const bool in_window = (mask.left == kUnbounded || pos - mask.left <= j) &&
                         (mask.right == kUnbounded || j <= pos + mask.right);
  return kept && listed && (j < mask.prefix || (causal_ok && in_window));
}

Attention attention(const AttentionShape& shape, const AttentionInputs& inputs,
                    const AttentionOptions& options) {
  return attend(shape, widen(inputs.query), widen(inputs.key), widen(inputs.value), inputs.bias,
                options);
}

Layer layer(const LayerShape& s, const LayerInputs& inputs, WeightLayout layout,
            const AttentionOptions& options) {
  const std::span<const float> context = inputs.context.empty() ? inputs.x : inputs.context;
  Layer r;
  r.query = project(inputs.x, s.n_q, s.d_model, inputs.wq, inputs.bq, s.heads, s.d_k, layout);
  r.key =
      project(context, s.n_k, s.d_context, inputs.wk, inputs.bk, s.key_value_heads, s.d_k, layout);
  r.value =
      project(context, s.n_k, s.d_context, inputs.wv, inputs.bv, s.key_value_heads, s.d_v, layout);
  r.attention = attend(s.attention(), r.query, r.key, r.value, inputs.bias, options);

  r.head_output = r.attention.output;
  const int concat_width = s.heads * s.d_v;
  r.concat.resize(size(s.n_q, concat_width));
  for (int g = 0; g < s.heads; ++g) {
    const double gain =
        inputs.head_gain.empty() ? 1.0 : inputs.head_gain[static_cast<std::size_t>(g)];
    for (int i = 0; i < s.n_q; ++i) {
      for (int c = 0; c < s.d_v; ++c) {
        double& element = r.head_output[at(g, i, s.n_q, c, s.d_v)];
        element *= gain;
        r.concat[at(i, g * s.d_v + c, concat_width)] = element;
      }
    }
  }
  r.output = r.concat;
  if (inputs.wo.empty()) return r;
  r.output.assign(size(s.n_q, s.d_out), 0.0);
  for (int i = 0; i < s.n_q; ++i) {
    for (int o = 0; o < s.d_out; ++o) {
      double sum = inputs.bo.empty() ? 0.0 : inputs.bo[static_cast<std::size_t>(o)];
      for (int c = 0; c < concat_width; ++c) {
        const std::size_t weight =
            layout == WeightLayout::kInOut ? at(c, o, s.d_out) : at(o, c, concat_width);
        sum += r.concat[at(i, c, concat_width)] * inputs.wo[weight];
      }
      r.output[at(i, o, s.d_out)] = sum;
    }
  }
  return r;
}

}  // namespace attn::reference
