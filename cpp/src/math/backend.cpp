#include <attn/backend.h>

#include "simd/simd.h"

namespace attn {

const char* backend_name() noexcept {
  return kBackend;
}

}  // namespace attn
