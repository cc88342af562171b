#include "math/exponential.h"

namespace attn {

ExpConstants exp_constants;

}  // namespace attn
