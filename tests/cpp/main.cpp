// The runner: doctest's own, after naming the backend, which must be the one that the build asked
// for.
#define DOCTEST_CONFIG_IMPLEMENT
#include <attn/backend.h>
#include <doctest/doctest.h>

#include <cstdio>
#include <string_view>

int main(int argc, char** argv) {
  std::printf("backend: %s\n", attn::backend_name());
  if (attn::backend_name() != std::string_view(ATTN_EXPECTED_BACKEND)) {
    std::printf("expected backend: %s\n", ATTN_EXPECTED_BACKEND);
    return 1;
  }
  doctest::Context context(argc, argv);
  return context.run();
}
