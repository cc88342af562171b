// One query head against packed keys and values: chooses the path, plans its scratch. What
// attention and the cache share.
#pragma once

#include <attn/attention.h>

#include "attention/score_stages.h"
#include "attention/stored_weights.h"
#include "kernels/online_softmax.h"

namespace attn {

// Scratch of attend_head: planned, then taken in the same order.
void plan_scratch(const AttentionShape& shape, bool stores_rows, Workspace& workspace) noexcept;
[[nodiscard]] TileScratch take_scratch(const AttentionShape& shape, bool stores_rows,
                                       Workspace& workspace) noexcept;

// Does anything wanted need whole rows of weights?
[[nodiscard]] bool stores_rows(const AttentionOutputs& outputs) noexcept;

// Query head `head` into its slice of the outputs.
void attend_head(const AttentionShape& shape, const HeadProblem& problem, float scale, int head,
                 const TileScratch& scratch, const AttentionOutputs& outputs) noexcept;

}  // namespace attn
