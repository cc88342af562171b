// One query head and its packed keys and values, as the attention kernels take them.
#pragma once

#include "kernels/pack.h"
#include "kernels/tiles.h"
#include "mask/head_mask.h"

namespace attn {

// One query head against its packed keys and values. Borrowed for the call.
struct HeadProblem {
  int n_q = 0, n_k = 0, d_k = 0, d_v = 0;
  const float* query = nullptr;        // [n_q, d_k]
  const float* packed_keys = nullptr;  // panels of 8 keys, [d_k][8] each, from first_panel on
  int first_panel = 0;
  const float* packed_values = nullptr;
  ValueLayout value_layout;
  const float* bias = nullptr;  // [n_q, n_k] or null
  float factor =
      0;  // scale·log2(e)/temperature: the product times this is a score in powers of two
  const HeadMask* mask = nullptr;
  RegisterTile tile = RegisterTile::kNarrow;
};

}  // namespace attn
