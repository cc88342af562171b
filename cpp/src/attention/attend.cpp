#include "attention/attend.h"

#include "attention/checks.h"

namespace attn {
namespace {

float* slice(std::span<float> all, int head, std::int64_t floats) noexcept {
  return all.empty() ? nullptr : all.data() + head * floats;
}

std::uint64_t score_floats(const AttentionShape& shape, bool rows) noexcept {
  const int keys = rows ? shape.n_k : kKeyBlock;
  return count(kMaxTileRows, padded(keys) + kPanel);
}

}  // namespace

void AttendScratch::plan(const AttentionShape& shape, bool rows, Workspace& workspace) noexcept {
  workspace.add<float>(count(kMaxTileRows, shape.d_k));
  workspace.add<float>(score_floats(shape, rows));
  workspace.add<float>(score_floats(shape, rows));
  workspace.add<float>(count(kMaxTileRows, padded(shape.d_v)));
}

AttendScratch AttendScratch::take(const AttentionShape& shape, bool rows,
                                  Workspace& workspace) noexcept {
  AttendScratch scratch;
  scratch.query_tile = workspace.take<float>(count(kMaxTileRows, shape.d_k));
  scratch.scores = workspace.take<float>(score_floats(shape, rows));
  scratch.shares = workspace.take<float>(score_floats(shape, rows));
  scratch.mixed = workspace.take<float>(count(kMaxTileRows, padded(shape.d_v)));
  return scratch;
}

bool stores_rows(const AttentionOutputs& outputs) noexcept {
  return !outputs.weights.empty() || !outputs.entropy.empty() || !outputs.peak.empty() ||
         !outputs.row_sum.empty() || !outputs.jacobian_norm.empty();
}

void attend_head(const AttentionShape& shape, const HeadProblem& problem, float scale, int head,
                 const AttendScratch& scratch, const AttentionOutputs& outputs) noexcept {
  const std::int64_t cells = static_cast<std::int64_t>(shape.n_q) * shape.n_k;
  const StageOutputs stages{slice(outputs.raw_scores, head, cells),
                            slice(outputs.scaled_scores, head, cells),
                            slice(outputs.masked_scores, head, cells)};
  if (stages.wanted()) score_stages(problem, scale, scratch.query_tile, stages);

  float* output = slice(outputs.output, head, static_cast<std::int64_t>(shape.n_q) * shape.d_v);
  float* lse = slice(outputs.log_sum_exp, head, shape.n_q);
  if (!stores_rows(outputs)) {
    if (output || lse) {
      online_softmax(problem, {scratch.query_tile, scratch.scores, scratch.shares, scratch.mixed},
                     output, lse);
    }
    return;
  }
  stored_weights(
      problem, {scratch.query_tile, scratch.scores, scratch.shares, scratch.mixed},
      {output, slice(outputs.weights, head, cells), lse, slice(outputs.entropy, head, shape.n_q),
       slice(outputs.peak, head, shape.n_q), slice(outputs.row_sum, head, shape.n_q),
       slice(outputs.jacobian_norm, head, shape.n_q)});
}

}  // namespace attn
