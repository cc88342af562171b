#include <attn/attention.h>

#include <algorithm>

#include "attention/attend.h"
#include "attention/checks.h"
#include "attention/packed_head.h"
#include "kernels/score_tile.h"

namespace attn {
namespace {

Status check(const AttentionShape& shape, const AttentionInputs& inputs,
             const AttentionOptions& options, std::span<const float> log_sum_exp,
             const TileRange& range, std::span<float> tile) noexcept {
  if (const Status status = check_shape(shape); !status.ok()) return status;
  if (const Status status = check_query(shape, inputs); !status.ok()) return status;
  if (const Status status = check_keys(shape, inputs); !status.ok()) return status;
  if (const Status status = check_options(shape, options); !status.ok()) return status;
  if (log_sum_exp.size() != count(shape.heads, shape.n_q))
    return {Code::kShape, Argument::kLogSumExp};
  if (range.head < 0 || range.head >= shape.heads) return {Code::kOption, Argument::kHead};
  if (range.row_begin < 0 || range.row_begin >= range.row_end || range.row_end > shape.n_q) {
    return {Code::kOption, Argument::kRows};
  }
  if (range.column_begin < 0 || range.column_begin >= range.column_end ||
      range.column_end > shape.n_k) {
    return {Code::kOption, Argument::kColumns};
  }
  if (tile.size() !=
      count(range.row_end - range.row_begin, range.column_end - range.column_begin)) {
    return {Code::kShape, Argument::kColumns};
  }
  Magnitudes magnitudes;
  if (const Status status = measure({inputs.query, inputs.key, {}, inputs.bias}, magnitudes);
      !status.ok())
    return status;
  if (!extent_below_infinity(log_sum_exp).finite) return {Code::kNotFinite, Argument::kLogSumExp};
  return kOk;
}

// exp2(score − log-sum-exp) for the columns of one panel that lie in the tile.
void write_panel(const float* scores, float log_sum_exp, int panel, const TileRange& range,
                 float* tile_row) noexcept {
  const bool has_keys = log_sum_exp > -kInfinity;
  for (int l = 0; l < kPanel; ++l) {
    const int j = panel * kPanel + l;
    if (j < range.column_begin || j >= range.column_end) continue;
    // A weight is at most 1; the minimum guards against a log-sum-exp that belongs to other scores.
    const float exponent = std::min(scores[l] - log_sum_exp * kLog2e, 127.0f);
    tile_row[j - range.column_begin] = has_keys ? exp2(exponent) : 0.0f;
  }
}

}  // namespace

Status weights_tile(const AttentionShape& shape, const AttentionInputs& inputs,
                    const AttentionOptions& options, std::span<const float> log_sum_exp,
                    const TileRange& range, std::span<float> tile, Workspace& workspace) noexcept {
  if (const Status status = check(shape, inputs, options, log_sum_exp, range, tile); !status.ok())
    return status;
  const int first_panel = range.column_begin / kPanel;
  const int first_key = first_panel * kPanel;
  const int keys_packed = range.column_end - first_key;
  const std::uint64_t key_floats = packed_floats(shape.d_k, keys_packed);
  const std::uint64_t query_floats = count(kNarrow.rows, shape.d_k);
  workspace.begin();
  workspace.add<float>(key_floats);
  workspace.add<float>(query_floats);
  if (!workspace.commit()) return {Code::kMemory, Argument::kNone};
  float* packed = workspace.take<float>(key_floats).data();
  float* query_tile = workspace.take<float>(query_floats).data();

  const int kv = range.head / (shape.heads / shape.key_value_heads);
  const std::ptrdiff_t first_float =
      (static_cast<std::ptrdiff_t>(kv) * shape.n_k + first_key) * shape.d_k;
  pack_transposed(inputs.key.data() + first_float, keys_packed, shape.d_k, packed);
  const HeadMask head_mask(options.mask, shape.n_q, shape.n_k, range.head);
  HeadProblem problem =
      head_problem(shape, inputs, {packed, nullptr, {}}, head_mask, options, range.head);
  problem.first_panel = first_panel;

  std::fill(tile.begin(), tile.end(), 0.0f);
  const std::ptrdiff_t columns = range.column_end - range.column_begin;
  const float* lse = log_sum_exp.data() + static_cast<std::ptrdiff_t>(range.head) * shape.n_q;
  for (int row = range.row_begin; row < range.row_end; row += kNarrow.rows) {
    pack_queries<kNarrow>(problem, row, query_tile);
    for (int j = range.column_begin; j < range.column_end; j = block_end(j, range.column_end)) {
      const TileMask mask(head_mask, row, kNarrow.rows, shape.n_q,
                          {j, block_end(j, range.column_end)});
      float scores[kNarrow.rows][kKeyBlock];
      f32x4 largest[kNarrow.rows];
      score_panels<kNarrow>(problem, mask, query_tile, row, scores[0], largest);
      for (int panel = mask.first_panel(); panel < mask.last_panel(); ++panel) {
        for (int r = 0; r < kNarrow.rows && row + r < range.row_end; ++r) {
          write_panel(scores[r] + panel * kPanel % kKeyBlock, lse[row + r], panel, range,
                      tile.data() + (row + r - range.row_begin) * columns);
        }
      }
    }
  }
  return kOk;
}

}  // namespace attn
