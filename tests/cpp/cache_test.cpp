// Decoding through the cache against the full causal pass: bit for bit, since both run the same
// kernels.
#include <attn/cache.h>

#include <algorithm>

#include "compare.h"
#include "samples.h"

using samples::Floats;
using samples::Problem;
using samples::Results;

namespace {

// Tokens [begin, end) of [heads, n, width].
Floats tokens(const Floats& all, int heads, int n, int width, int begin, int end) {
  Floats part;
  for (int g = 0; g < heads; ++g) {
    const auto first = all.begin() + (static_cast<std::ptrdiff_t>(g) * n + begin) * width;
    part.insert(part.end(), first, first + static_cast<std::ptrdiff_t>(end - begin) * width);
  }
  return part;
}

constexpr attn::AttentionShape kShape{6, 2, 150, 150, 7, 10};

attn::KeyValueCache make_cache(std::int32_t capacity) {
  attn::KeyValueCache cache;
  REQUIRE(cache.create(kShape.key_value_heads, kShape.d_k, kShape.d_v, capacity).ok());
  return cache;
}

attn::Status append(attn::KeyValueCache& cache, const Problem& problem, int begin, int end) {
  return cache.append(end - begin, tokens(problem.key, 2, 150, 7, begin, end),
                      tokens(problem.value, 2, 150, 10, begin, end));
}

// Query rows [begin, end) over the cache equal the rows of the prefill, bit for bit, with and
// without stored weights.
void check_step(const attn::KeyValueCache& cache, const Problem& problem, const Results& prefill,
                const Results& online, int begin, int end) {
  const Floats query = tokens(problem.query, 6, 150, 7, begin, end);
  Problem step({6, 2, end - begin, cache.length(), 7, 10});
  step.options.mask.causal = attn::Causal::kBottomRight;
  Results results(step.shape);
  attn::Workspace workspace;
  REQUIRE(cache.attend(6, end - begin, {query, {}, {}, {}}, step.options, results.all(), workspace)
              .ok());
  CHECK(results.output == tokens(prefill.output, 6, 150, 10, begin, end));
  CHECK(results.lse == tokens(prefill.lse, 6, 150, 1, begin, end));
  for (int g = 0; g < 6; ++g) {
    for (int i = begin; i < end; ++i) {
      const auto expected =
          prefill.weights.begin() + (static_cast<std::ptrdiff_t>(g) * 150 + i) * 150;
      const auto actual =
          results.weights.begin() +
          (static_cast<std::ptrdiff_t>(g) * (end - begin) + i - begin) * cache.length();
      CHECK(std::equal(actual, actual + cache.length(), expected));
    }
  }
  attn::AttentionOutputs only;
  only.output = results.output;
  REQUIRE(cache.attend(6, end - begin, {query, {}, {}, {}}, step.options, only, workspace).ok());
  CHECK(results.output == tokens(online.output, 6, 150, 10, begin, end));
}

struct Prefill {
  Problem problem{kShape, 13};
  Results stored{kShape}, online{kShape};

  Prefill() {
    problem.options.mask.causal = attn::Causal::kBottomRight;
    attn::Workspace workspace;
    REQUIRE(
        attn::attention(kShape, problem.inputs(), problem.options, stored.all(), workspace).ok());
    attn::AttentionOutputs only;
    only.output = online.output;
    REQUIRE(attn::attention(kShape, problem.inputs(), problem.options, only, workspace).ok());
  }
};

}  // namespace

TEST_CASE("each decode step is that row of the full causal pass, bit for bit") {
  const Prefill prefill;
  attn::KeyValueCache cache = make_cache(150);
  for (int t = 0; t < 150; ++t) {
    CAPTURE(t);
    REQUIRE(append(cache, prefill.problem, t, t + 1).ok());
    check_step(cache, prefill.problem, prefill.stored, prefill.online, t, t + 1);
  }
}

TEST_CASE(
    "several tokens at once, in pieces of any size, and a capacity that is no multiple of "
    "anything") {
  const Prefill prefill;
  attn::KeyValueCache cache = make_cache(157);
  int t = 0;
  for (const int piece : {3, 1, 9, 8, 30, 2, 64, 33}) {
    CAPTURE(t);
    REQUIRE(append(cache, prefill.problem, t, t + piece).ok());
    check_step(cache, prefill.problem, prefill.stored, prefill.online, t, t + piece);
    t += piece;
  }
}

TEST_CASE("truncation forgets, and what follows is as if it had never been") {
  const Prefill prefill;
  attn::KeyValueCache cache = make_cache(150);
  REQUIRE(append(cache, prefill.problem, 0, 150).ok());
  REQUIRE(cache.truncate(53).ok());
  CHECK(cache.length() == 53);
  check_step(cache, prefill.problem, prefill.stored, prefill.online, 50, 53);
  REQUIRE(append(cache, prefill.problem, 53, 60).ok());
  check_step(cache, prefill.problem, prefill.stored, prefill.online, 53, 60);
  CHECK(cache.truncate(61).code == attn::Code::kOption);
  CHECK(cache.truncate(-1).code == attn::Code::kOption);
  CHECK(cache.length() == 60);
}

TEST_CASE("what a cache refuses, and that it is then as it was") {
  const Prefill prefill;
  attn::KeyValueCache cache = make_cache(10);
  CHECK(cache.capacity() == 10);
  CHECK(cache.bytes() >= 2 * 10 * (7 + 10) * sizeof(float));
  attn::Workspace workspace;
  Results results({6, 2, 1, 1, 7, 10});
  const Floats query(6 * 7, 1.0f);
  CHECK(cache.attend(6, 1, {query, {}, {}, {}}, {}, results.all(), workspace).argument ==
        attn::Argument::kKey);
  REQUIRE(append(cache, prefill.problem, 0, 8).ok());
  CHECK(append(cache, prefill.problem, 8, 11).code == attn::Code::kCapacity);
  Floats key = tokens(prefill.problem.key, 2, 150, 7, 8, 9);
  const Floats value = tokens(prefill.problem.value, 2, 150, 10, 8, 9);
  key[3] = std::numeric_limits<float>::quiet_NaN();
  CHECK(cache.append(1, key, value).code == attn::Code::kNotFinite);
  CHECK(cache.append(1, value, value).code == attn::Code::kShape);
  CHECK(cache.length() == 8);
  CHECK(cache.create(0, 1, 1, 1).code == attn::Code::kShape);
  CHECK(cache.create(1 << 20, 1 << 20, 1 << 20, 1 << 20).code == attn::Code::kMemory);
  check_step(cache, prefill.problem, prefill.stored, prefill.online, 7, 8);
}
