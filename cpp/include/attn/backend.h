// Which of the three backends this binary was compiled for.
#pragma once

namespace attn {

// "scalar", "simd128" or "relaxed-simd"; static storage.
[[nodiscard]] const char* backend_name() noexcept;

}  // namespace attn
