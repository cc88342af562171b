#include "attention/attend.h"

#include "attention/checks.h"

namespace attn {
namespace {

float* slice(std::span<float> all, int head, std::int64_t floats) noexcept {
  return all.empty() ? nullptr : all.data() + head * floats;
}

// One block of keys, or whole rows.
std::uint64_t score_floats(const AttentionShape& shape, bool rows) noexcept {
  const std::int64_t blocks = (static_cast<std::int64_t>(shape.n_k) + kKeyBlock - 1) / kKeyBlock;
  return count(kMaxTileRows, (rows ? blocks : 1) * kKeyBlock);
}

}  // namespace

void plan_scratch(const AttentionShape& shape, bool rows, Workspace& workspace) noexcept {
  workspace.add<float>(count(kMaxTileRows, shape.d_k));
  workspace.add<float>(score_floats(shape, rows));
  workspace.add<float>(count(kMaxTileRows, padded(shape.d_v)));
  workspace.add<float>(rows ? count(1, shape.n_k) : 0);
}

TileScratch take_scratch(const AttentionShape& shape, bool rows, Workspace& workspace) noexcept {
  TileScratch scratch;
  scratch.query_tile = workspace.take<float>(count(kMaxTileRows, shape.d_k));
  scratch.scores = workspace.take<float>(score_floats(shape, rows));
  scratch.mixed = workspace.take<float>(count(kMaxTileRows, padded(shape.d_v)));
  scratch.row = workspace.take<float>(rows ? count(1, shape.n_k) : 0);
  return scratch;
}

bool stores_rows(const AttentionOutputs& outputs) noexcept {
  return !outputs.weights.empty() || !outputs.entropy.empty() || !outputs.peak.empty() ||
         !outputs.row_sum.empty() || !outputs.jacobian_norm.empty();
}

void attend_head(const AttentionShape& shape, const HeadProblem& problem, float scale, int head,
                 const TileScratch& scratch, const AttentionOutputs& outputs) noexcept {
  const std::int64_t cells = static_cast<std::int64_t>(shape.n_q) * shape.n_k;
  const StageOutputs stages{slice(outputs.raw_scores, head, cells),
                            slice(outputs.scaled_scores, head, cells),
                            slice(outputs.masked_scores, head, cells)};
  if (stages.wanted()) score_stages(problem, scale, scratch.query_tile, stages);

  float* output = slice(outputs.output, head, static_cast<std::int64_t>(shape.n_q) * shape.d_v);
  float* lse = slice(outputs.log_sum_exp, head, shape.n_q);
  if (!stores_rows(outputs)) {
    if (output || lse) online_softmax(problem, scratch, output, lse);
    return;
  }
  stored_weights(
      problem, scratch,
      {output, slice(outputs.weights, head, cells), lse, slice(outputs.entropy, head, shape.n_q),
       slice(outputs.peak, head, shape.n_q), slice(outputs.row_sum, head, shape.n_q),
       slice(outputs.jacobian_norm, head, shape.n_q)});
}

}  // namespace attn
