#include "math/exponential.h"

namespace attn {

ExpConstants exp_constants;

float exp2(float x) noexcept {
  return lane<0>(exp2(splat(x)));
}

float log(float x) noexcept {
  return lane<0>(log(splat(x)));
}

}  // namespace attn
