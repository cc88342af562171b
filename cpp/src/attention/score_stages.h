// The stages before softmax, for show: raw, scaled and masked scores of one head, every cell of
// them.
#pragma once

#include <span>

#include "kernels/head_problem.h"

namespace attn {

struct StageOutputs {
  float* raw = nullptr;     // [n_q, n_k], null: not wanted
  float* scaled = nullptr;  // [n_q, n_k]
  float* masked = nullptr;  // [n_q, n_k]

  [[nodiscard]] bool wanted() const noexcept { return raw || scaled || masked; }
};

// q·k, q·k·scale and that plus bias, −∞ where not allowed. Masked cells have raw and scaled scores
// too: a picture shows what the mask takes away. scale: scale/temperature. query_tile:
// kNarrow.rows·d_k floats of scratch.
void score_stages(const HeadProblem& head, float scale, std::span<float> query_tile,
                  const StageOutputs& outputs) noexcept;

// Does any raw or scaled score leave the range of float32? For inputs so large that a bound cannot
// tell.
[[nodiscard]] bool scores_overflow(const HeadProblem& head, float scale,
                                   std::span<float> query_tile) noexcept;

}  // namespace attn
