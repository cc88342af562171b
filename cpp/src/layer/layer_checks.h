// What a layer refuses before anything is computed.
#pragma once

#include <attn/layer.h>

namespace attn {

// Sizes, span lengths, finiteness. The mask and the scaling are attention()'s to check.
[[nodiscard]] Status check_layer(const LayerShape& shape, const LayerInputs& inputs,
                                 const LayerOutputs& outputs) noexcept;

}  // namespace attn
