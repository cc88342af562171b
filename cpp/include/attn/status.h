// Status: how every public function of the core answers.
//
// Letters used throughout the core, its docs and its bindings:
//   n tokens, n_q queries, n_k keys, d_model width of a token, h query heads, h_kv key/value heads,
//   d_k key width per head, d_v value width per head, i query row, j key column.
// Arrays are row-major float32. weights[head][i][j]: query i attends to key j; rows are queries,
// columns are keys. Nothing here throws, prints or aborts on a caller's data. On any status but Ok
// the outputs are untouched.
#pragma once

#include <cstdint>

namespace attn {

// What was wrong. The names, as JavaScript shows them, come from code_name().
enum class Code : std::uint8_t { kOk, kShape, kNotFinite, kOption, kMemory, kCapacity, kOverflow };

// Which argument it was. The names, as JavaScript shows them, come from argument_name().
enum class Argument : std::uint8_t {
  kNone,
  kQuery,
  kKey,
  kValue,
  kX,
  kContext,
  kWq,
  kWk,
  kWv,
  kWo,
  kBq,
  kBk,
  kBv,
  kBo,
  kHeadGain,
  kHeads,
  kKeyValueHeads,
  kBias,
  kMask,
  kScale,
  kTemperature,
  kLogSumExp,
  kHead,
  kRow,
  kRows,
  kColumns,
  kBlockSize,
  kWeights,
  kWidth,
  kHeight,
  kDomain,
  kPalette,
  kKeyWidth,
  kValueWidth,
  kLength,
  kWant,
  kMatrix,
  kRank,
  kCount,
};

struct [[nodiscard]] Status {
  Code code = Code::kOk;
  Argument argument = Argument::kNone;

  [[nodiscard]] constexpr bool ok() const noexcept { return code == Code::kOk; }
};

inline constexpr Status kOk{};

// The code as callers of the JavaScript API know it: "shape", "not_finite", …; static storage.
[[nodiscard]] constexpr const char* code_name(Code code) noexcept {
  switch (code) {
    case Code::kOk:
      return "ok";
    case Code::kShape:
      return "shape";
    case Code::kNotFinite:
      return "not_finite";
    case Code::kOption:
      return "option";
    case Code::kMemory:
      return "memory";
    case Code::kCapacity:
      return "capacity";
    case Code::kOverflow:
      return "overflow";
  }
  return "";
}

// The argument as callers of the JavaScript API know it: "query", "wq", …; static storage.
[[nodiscard]] constexpr const char* argument_name(Argument argument) noexcept {
  constexpr const char* kNames[] = {
      "",
      "query",
      "key",
      "value",
      "x",
      "context",
      "wq",
      "wk",
      "wv",
      "wo",
      "bq",
      "bk",
      "bv",
      "bo",
      "headGain",
      "heads",
      "keyValueHeads",
      "bias",
      "mask",
      "scale",
      "temperature",
      "logSumExp",
      "head",
      "row",
      "rows",
      "columns",
      "blockSize",
      "weights",
      "width",
      "height",
      "domain",
      "palette",
      "keyWidth",
      "valueWidth",
      "length",
      "want",
      "matrix",
      "rank",
  };
  static_assert(sizeof(kNames) / sizeof(kNames[0]) == static_cast<unsigned>(Argument::kCount));
  return argument < Argument::kCount ? kNames[static_cast<unsigned>(argument)] : "";
}

}  // namespace attn
