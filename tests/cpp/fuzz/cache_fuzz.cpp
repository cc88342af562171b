// A key/value cache through a life of appends, truncations and queries, beside a plain copy of what
// it should hold.
#include <attn/cache.h>

#include <cstring>

#include "checks.h"
#include "fuzz_targets.h"

namespace fuzz {
namespace {

attn::Workspace workspace;

// What the cache should hold, and how to ask for it as one array.
struct Mirror {
  int heads, key_width, value_width;
  std::vector<Floats> keys, values;  // by head

  [[nodiscard]] static Floats joined(const std::vector<Floats>& by_head) {
    Floats all;
    for (const Floats& each : by_head) all.insert(all.end(), each.begin(), each.end());
    return all;
  }

  static void append(std::vector<Floats>& by_head, const Floats& rows, std::size_t row_floats) {
    for (std::size_t h = 0; h < by_head.size(); ++h) {
      const auto first = rows.begin() + static_cast<std::ptrdiff_t>(h * row_floats);
      by_head[h].insert(by_head[h].end(), first, first + static_cast<std::ptrdiff_t>(row_floats));
    }
  }

  void truncate(std::size_t length) {
    for (Floats& each : keys) each.resize(length * static_cast<std::size_t>(key_width));
    for (Floats& each : values) each.resize(length * static_cast<std::size_t>(value_width));
  }
};

void append(Bytes& bytes, attn::KeyValueCache& cache, Mirror& mirror) {
  const int count = 1 + bytes.below(20);
  const float most = amplitude(bytes);
  const Floats key = values(bytes, room(mirror.heads, count, mirror.key_width), most);
  const Floats value = values(bytes, room(mirror.heads, count, mirror.value_width), most);
  const int before = cache.length();
  Verdict verdict;
  verdict.must_refuse = before + count > cache.capacity() || !is_finite(key) || !is_finite(value) ||
                        !has(key.size(), {mirror.heads, count, mirror.key_width}) ||
                        !has(value.size(), {mirror.heads, count, mirror.value_width});
  const attn::Status status = cache.append(count, key, value);
  require_verdict(status, verdict);
  require(cache.length() == (status.ok() ? before + count : before), "length after an append",
          cache.length(), before);
  if (!status.ok()) return;
  const auto rows = static_cast<std::size_t>(count);
  Mirror::append(mirror.keys, key, rows * static_cast<std::size_t>(mirror.key_width));
  Mirror::append(mirror.values, value, rows * static_cast<std::size_t>(mirror.value_width));
}

// A query of the cache gives the bits of attention over the same keys.
void attend(Bytes& bytes, const attn::KeyValueCache& cache, const Mirror& mirror) {
  Problem p;
  attn::AttentionShape& s = p.shape;
  s = {mirror.heads * (1 + bytes.below(2)),
       mirror.heads,
       1 + bytes.below(9),
       cache.length(),
       mirror.key_width,
       mirror.value_width};
  const float most = amplitude(bytes);
  p.query = values(bytes, room(s.heads, s.n_q, s.d_k), most);
  p.key = Mirror::joined(mirror.keys);
  p.value = Mirror::joined(mirror.values);
  p.options = options(bytes, s.d_k);
  p.options.mask = mask(bytes, s.heads, s.n_q, s.n_k, p.mask_bytes);
  const bool wants_weights = bytes.rarely(2);
  struct Pair {
    Floats output, lse, weights;
  };
  const auto make = [&] {
    return Pair{Floats(room(s.heads, s.n_q, s.d_v), kUntouched),
                Floats(room(s.heads, s.n_q), kUntouched),
                Floats(wants_weights ? room(s.heads, s.n_q, s.n_k) : 0, kUntouched)};
  };
  Pair found = make(), whole = make();
  const auto spans = [](Pair& pair) {
    attn::AttentionOutputs outputs;
    outputs.output = pair.output;
    outputs.log_sum_exp = pair.lse;
    outputs.weights = pair.weights;
    return outputs;
  };
  attn::AttentionInputs query;
  query.query = p.query;
  const attn::Status status =
      cache.attend(s.heads, s.n_q, query, p.options, spans(found), workspace);
  if (!status.ok()) {
    for (const Floats* each : {&found.output, &found.lse, &found.weights})
      require_untouched(*each, "a refused query wrote");
    return;
  }
  const attn::Status plain = attn::attention(s, p.inputs(), p.options, spans(whole), workspace);
  require(plain.ok(), "a query was accepted whose attention is refused (code)",
          static_cast<double>(plain.code), 0);
  const auto same = [](const Floats& a, const Floats& b) {
    return a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
  };
  require(same(found.output, whole.output), "output of a query");
  require(same(found.lse, whole.lse), "log-sum-exp of a query");
  require(same(found.weights, whole.weights), "weights of a query");
}

}  // namespace

void fuzz_cache(Bytes& bytes) {
  const int heads = bytes.size(3), key_width = bytes.size(12), value_width = bytes.size(12);
  const int capacity = bytes.size(150);
  attn::KeyValueCache cache;
  if (std::max({heads, key_width, value_width, capacity}) > 1000 ||
      std::min({heads, key_width, value_width, capacity}) < 1) {
    // Sizes of 0 and below must be refused; a large one may be had, and is not filled.
    const attn::Status status = cache.create(heads, key_width, value_width, capacity);
    const bool is_legal = are_sizes({heads, key_width, value_width, capacity});
    require(is_legal || !status.ok(), "a cache without room was made");
    return;
  }
  require(cache.create(heads, key_width, value_width, capacity).ok(), "a small cache was refused");
  const auto n = static_cast<std::size_t>(heads);
  Mirror mirror{heads, key_width, value_width, std::vector<Floats>(n), std::vector<Floats>(n)};
  for (int step = 0; step < 12 && !bytes.empty(); ++step) {
    const int what = bytes.below(5);
    if (what < 2) {
      append(bytes, cache, mirror);
    } else if (what < 4) {
      if (cache.length() > 0) attend(bytes, cache, mirror);
    } else {
      const int to = bytes.rarely(9) ? bytes.pick({-1, cache.length() + 1, 1 << 30})
                                     : bytes.below(cache.length() + 1);
      const bool is_legal = to >= 0 && to <= cache.length();
      require(cache.truncate(to).ok() == is_legal, "truncate", to, cache.length());
      if (is_legal) mirror.truncate(static_cast<std::size_t>(to));
    }
  }
}

}  // namespace fuzz
