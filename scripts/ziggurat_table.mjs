// Writes ziggurat_table.h: the 256 layers of NumPy's normal ziggurat (Marsaglia & Tsang 2000), bit for bit, for the tests,
// and how far cpp/src/random/ziggurat.cpp, which computes them anew at run time, comes off each.
// Usage: node scripts/ziggurat_table.mjs OUT
//
// NumPy's table was computed in double precision, so it is recomputed in double, in that order of operations:
// JavaScript's + × ÷ and Math.sqrt are exact IEEE operations; exp and log are taken to 160 bits here and rounded
// once, since a libm's last bit is its own affair.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const LAYERS = 256;
const MANTISSA = 2 ** 52; // a draw's magnitude is a 52-bit integer
const R = 3.654152885361009; // where the tail begins; ziggurat.h has it too
// Area of a layer: r·e^(−r²/2) + ∫ᵣ^∞ e^(−x²/2) dx = 0.00492867323397465493…, which is where NumPy's table
// starts from too, in a double 3.5 steps lower.
const AREA = 0.004928673233974652;
// The one entry where the exp behind NumPy's table was not rounded correctly (0.5017 of a step off): one step up.
const NUDGED_LAYER = 38;

// Doubles quadratically what is right; the first guess is the next layer's edge.
const NEWTON_STEPS = 6;

const BITS = 160n;
const ONE = 1n << BITS;

/** @param {number} x a double whose last bit is at least 2^−100 @returns fixed point, exact */
const fixed = (x) => BigInt(x * 2 ** 100) << (BITS - 100n);

/** @param {bigint} value fixed point @returns the nearest double */
const rounded = (value) => Number(value) / 2 ** Number(BITS);

/** @param {number} x @returns {bigint} e^x in fixed point, by its Taylor series */
function exponential(x) {
  const argument = fixed(x);
  let sum = 0n;
  for (let term = ONE, n = 1n; term !== 0n; n++) {
    sum += term;
    // Divided, not shifted, so that negative terms end at 0 and not at −1.
    term = (term * argument) / (ONE * n);
  }
  return sum;
}

/** @param {number} v @returns {bigint} ln v in fixed point: Math.log and its residue δ = v·e^−y − 1 */
function logarithm(v) {
  const y = Math.log(v);
  const delta = ((fixed(v) * exponential(-y)) >> BITS) - ONE;
  return fixed(y) + delta - ((delta * delta) >> (BITS + 1n));
}

/** @param {number} x @returns the nearest even integer: NumPy's ki are rounded, not cut */
function roundHalfEven(x) {
  const floor = Math.floor(x);
  const rest = x - floor;
  return rest > 0.5 || (rest === 0.5 && floor % 2 === 1) ? floor + 1 : floor;
}

/** ki: draws below are inside the layer's core. wi: integer → x. fi: e^(−x²/2) at the layer's edge. */
function layers() {
  const ki = Array(LAYERS).fill(0);
  const wi = Array(LAYERS).fill(0);
  const fi = Array(LAYERS).fill(1);
  let edge = R;
  wi[LAYERS - 1] = edge / MANTISSA;
  fi[LAYERS - 1] = rounded(exponential(-0.5 * edge * edge));
  ki[0] = roundHalfEven(((edge * fi[LAYERS - 1]) / AREA) * MANTISSA);
  wi[0] = AREA / fi[LAYERS - 1] / MANTISSA;
  for (let i = LAYERS - 2; i > 0; i--) {
    const x = Math.sqrt(-2 * rounded(logarithm(AREA / edge + fi[i + 1])));
    ki[i + 1] = roundHalfEven((x / edge) * MANTISSA);
    wi[i] = x / MANTISSA;
    fi[i] = rounded(exponential(-0.5 * x * x));
    if (i === NUDGED_LAYER) fi[i] += 2 ** -53;
    edge = x;
  }
  return { ki, wi, fi };
}

/** @param {number} from @param {number} to @returns how many doubles lie between the two */
function steps(from, to) {
  const bits = new BigInt64Array(new Float64Array([from, to]).buffer);
  return Number(bits[1] - bits[0]);
}

/**
 * e^x as the core has it (cpp/src/random/elementary.h), operation by operation.
 * @param {number} x
 */
function coreExponential(x) {
  const k = Math.trunc(x * (0x171547652b82fe / 2 ** 52) - 0.5);
  const r = x - k * (0x162e42fee / 2 ** 33) - (k * (0x1a39ef35793c76 / 2 ** 53)) / 2 ** 32;
  let sum = 1;
  for (let n = 13; n > 0; n--) sum = 1 + (sum * r) / n;
  return sum / 2 ** -k;
}

/**
 * Newton's method as the core has it: x with e^(−x²/2) = height, from above.
 * @param {number} above
 * @param {number} height
 */
function coreEdge(above, height) {
  let x = above;
  for (let turn = 0; turn < NEWTON_STEPS; turn++) {
    const reached = coreExponential(-0.5 * x * x);
    x += (reached - height) / (x * reached);
  }
  return x;
}

/**
 * For each layer, from what the core computes to what NumPy has: edges x, and heights.
 * @param {number[]} wi
 * @param {number[]} fi
 */
function corrections(wi, fi) {
  const edges = Array(LAYERS).fill(0);
  const heights = Array(LAYERS).fill(0);
  for (let i = LAYERS - 1; i > 0; i--) {
    const x = wi[i] * MANTISSA;
    if (i < LAYERS - 1) {
      const above = wi[i + 1] * MANTISSA;
      edges[i] = steps(coreEdge(above, AREA / above + fi[i + 1]), x);
    }
    heights[i] = steps(coreExponential(-0.5 * x * x), fi[i]);
  }
  return { edges, heights };
}

const out = process.argv[2];
if (!out) throw new Error('usage: node scripts/ziggurat_table.mjs OUT');

/** @param {string} type @param {string} name @param {number[]} values */
const constant = (type, name, values) =>
  `inline constexpr ${type} ${name}[${LAYERS}] = {\n    ${values.join(',\n    ')}};\n`;

const { ki, wi, fi } = layers();
const { edges, heights } = corrections(wi, fi);
mkdirSync(dirname(out), { recursive: true });
writeFileSync(
  out,
  `// Written by scripts/ziggurat_table.mjs.
#pragma once

#include <cstdint>

namespace attn::ziggurat {

inline constexpr double kArea = ${AREA};
inline constexpr int kNewtonSteps = ${NEWTON_STEPS};

// What the core's arithmetic misses, in last places: of a layer's edge, and of its height.
${constant('std::int8_t', 'kEdgeSteps', edges)}
${constant('std::int8_t', 'kHeightSteps', heights)}
// NumPy's table itself, for the tests.
${constant('std::uint64_t', 'kInside', ki)}
${constant('double', 'kWidth', wi)}
${constant('double', 'kHeight', fi)}
}  // namespace attn::ziggurat
`,
);
