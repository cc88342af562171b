// The larger targets, each in a file of its own.
#pragma once

#include "bytes.h"

namespace fuzz {

void fuzz_layer(Bytes& bytes);
void fuzz_cache(Bytes& bytes);
void fuzz_pixels(Bytes& bytes);

}  // namespace fuzz
