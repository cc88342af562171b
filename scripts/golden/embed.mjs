// Writes golden_data.h: the goldens of tests/golden as C++ constants, in the structs of tests/cpp/golden.h.
// Usage: node scripts/golden/embed.mjs OUT

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { chapterCases } from './chapter_cases.mjs';

/** @typedef {import('./chapter_cases.mjs').GoldenCase} GoldenCase */
/** @typedef {import('./chapter_cases.mjs').StoredTensor} StoredTensor */
/** @typedef {{ causal?: boolean | 'top-left', window?: [number, number], prefix?: number, keep?: boolean[], allowed?: boolean[][] | boolean[][][] }} MaskObject */
/** @typedef {{ seed: string, scale: number, shape: number[], hash: string, head: number[], tail: number[] }} RandomCase */

/** @type {string[]} */
const lines = [];
let arrays = 0;

/** @param {string} file */
const golden = (file) =>
  JSON.parse(readFileSync(new URL(`../../tests/golden/${file}`, import.meta.url), 'utf8'));

/** @param {number | boolean | '-inf'} value @param {string} type */
function literal(value, type) {
  if (value === '-inf')
    return type === 'float' ? '-std::numeric_limits<float>::infinity()' : '-kInf';
  if (Object.is(value, -0)) return '-0.0';
  return String(type === 'float' ? Math.fround(Number(value)) : Number(value));
}

/** @param {string} type @param {string} name @param {(number | boolean | '-inf')[]} values */
const constant = (type, name, values) =>
  `inline constexpr ${type} ${name}[] = {${values.map((value) => literal(value, type)).join(', ')}};`;

/** Adds an array and names it. @param {string} type @param {(number | boolean | '-inf')[] | undefined} values */
function span(type, values) {
  if (values === undefined) return '{}';
  const name = `kArray${arrays++}`;
  lines.push(constant(type, name, values));
  return name;
}

/** @param {Record<string, string | number | boolean>} fields in the order of the struct's members */
const initialiser = (fields) =>
  `{${Object.entries(fields)
    .map(([name, value]) => `.${name} = ${value}`)
    .join(', ')}}`;

/** @param {unknown} value */
const optional = (value) => (value === undefined ? '{}' : `${value}`);

/** @param {unknown} given */
function mask(given) {
  const names = /** @type {Record<string, MaskObject>} */ ({ none: {}, causal: { causal: true } });
  const { causal, window, prefix, keep, allowed } =
    typeof given === 'string' ? names[given] : /** @type {MaskObject} */ (given ?? {});
  const flat = /** @type {boolean[] | undefined} */ (allowed?.flat(2));
  const perHead = Array.isArray(allowed?.[0]?.[0]);
  return initialiser({
    causal: Boolean(causal),
    top_left: causal === 'top-left',
    window_left: optional(window?.[0]),
    window_right: optional(window?.[1]),
    prefix: prefix ?? 0,
    keep: span('std::uint8_t', keep),
    allowed: span('std::uint8_t', flat),
    allowed_heads: allowed ? (perHead ? allowed.length : 1) : 0,
  });
}

/** The options that attention and the layer share. @param {Record<string, unknown>} options */
function scoring({ mask: given, bias, scale, temperature }) {
  const tensor = /** @type {StoredTensor | undefined} */ (bias);
  return {
    mask: mask(given),
    bias: span('float', tensor?.data),
    bias_heads: tensor?.shape[0] ?? 0,
    scale: optional(scale),
    temperature: Number(temperature ?? 1),
  };
}

/** @param {GoldenCase} golden @param {string[]} names results of the engine, in the order of the struct */
function results({ atol, rtol, expected }, names) {
  const snake = /** @param {string} name */ (name) =>
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return {
    atol,
    rtol,
    ...Object.fromEntries(names.map((name) => [snake(name), span('double', expected[name]?.data)])),
  };
}

/** @param {GoldenCase} golden */
function attentionCase(golden) {
  const { query, key, value } = /** @type {Record<string, StoredTensor>} */ (golden.options);
  return initialiser({
    name: JSON.stringify(golden.name),
    heads: query.shape[0],
    kv_heads: key.shape[0],
    n_q: query.shape[1],
    n_k: key.shape[1],
    d_k: key.shape[2],
    d_v: value.shape[2],
    query: span('float', query.data),
    key: span('float', key.data),
    value: span('float', value.data),
    ...scoring(golden.options),
    ...results(golden, [
      ...['rawScores', 'scaledScores', 'maskedScores', 'weights', 'output'],
      ...['logSumExp', 'entropy', 'peak', 'rowSum', 'jacobianNorm'],
    ]),
  });
}

/** @param {GoldenCase} golden */
function layerCase(golden) {
  const tensors = /** @type {Record<string, StoredTensor | undefined>} */ (golden.options);
  const {
    heads,
    keyValueHeads = heads,
    weightLayout,
  } = /** @type {Record<string, number | string>} */ (golden.options);
  const outIn = weightLayout === 'out-in';
  const width = /** @param {string} name */ (name) => tensors[name]?.shape[outIn ? 0 : 1] ?? 0;
  const x = /** @type {StoredTensor} */ (tensors.x);
  const source = tensors.context ?? x;
  return initialiser({
    name: JSON.stringify(golden.name),
    heads,
    kv_heads: keyValueHeads,
    n_q: x.shape[0],
    n_k: source.shape[0],
    d_model: x.shape[1],
    d_context: source.shape[1],
    d_k: width('wq') / Number(heads),
    d_v: width('wv') / Number(keyValueHeads),
    d_out: width('wo') || (width('wv') / Number(keyValueHeads)) * Number(heads),
    out_in: outIn,
    ...Object.fromEntries(
      ['x', 'context', 'wq', 'wk', 'wv', 'wo', 'bq', 'bk', 'bv', 'bo'].map((name) => [
        name,
        span('float', tensors[name]?.data),
      ]),
    ),
    head_gain: span('float', /** @type {number[] | undefined} */ (golden.options.headGain)),
    ...scoring(golden.options),
    ...results(golden, ['query', 'key', 'value', 'weights', 'headOutput', 'concat', 'output']),
  });
}

/** @param {RandomCase} golden */
const randomCase = ({ seed, scale, shape, hash, head, tail }) =>
  initialiser({
    seed: `${seed}u`,
    scale,
    count: shape.reduce((product, length) => product * length, 1),
    hash: `${hash}u`,
    head: span('double', head),
    tail: span('double', tail),
  });

/** @param {{ name: string, rank: number } & Record<'matrix' | 'singularValues' | 'product', StoredTensor>} golden */
const lowRankCase = ({ name, rank, matrix, singularValues, product }) =>
  initialiser({
    name: JSON.stringify(name),
    rows: matrix.shape[0],
    columns: matrix.shape[1],
    rank,
    matrix: span('float', matrix.data),
    singular_values: span('double', singularValues.data),
    product: span('double', product.data),
  });

/** @param {string} struct @param {string} name @param {string[]} initialisers */
function table(struct, name, initialisers) {
  lines.push(
    `inline constexpr ${struct} ${name}[] = {`,
    ...initialisers.map((text) => `  ${text},`),
    '};',
  );
}

/** Objects become namespaces, numbers and nested arrays of them become flat arrays. @param {string} name @param {unknown} value */
function namespaced(name, value) {
  if (typeof value === 'number')
    lines.push(`inline constexpr double ${name} = ${literal(value, 'double')};`);
  if (typeof value !== 'object' || value === null) return;
  const flat = Array.isArray(value) ? value.flat(2) : [];
  if (Array.isArray(value) && typeof flat[0] === 'number')
    lines.push(constant('double', name, flat));
  else if (typeof flat[0] !== 'string') {
    lines.push(`namespace ${name} {`);
    for (const [key, entry] of Object.entries(value))
      namespaced(Array.isArray(value) ? `tile_${key}` : key, entry);
    lines.push(`}  // namespace ${name}`);
  }
}

const out = process.argv[2];
if (!out) throw new Error('usage: node scripts/golden/embed.mjs OUT');

const chapter = golden('chapter.json');
namespaced('chapter', chapter);
table('AttentionCase', 'chapter_cases', chapterCases(chapter).map(attentionCase));
table('AttentionCase', 'attention_cases', golden('attention.json').cases.map(attentionCase));
table('LayerCase', 'layer_cases', golden('layer.json').cases.map(layerCase));
table('LayerCase', 'torch_cases', golden('torch.json').cases.map(layerCase));
table('LowRankCase', 'low_rank_cases', golden('low_rank.json').cases.map(lowRankCase));
const random = golden('random.json');
table('RandomCase', 'random_cases', random.cases.map(randomCase));
lines.push(
  `inline constexpr Logarithms logarithms = {.count = ${random.logarithms.count}, .hash = ${random.logarithms.hash}u};`,
);

mkdirSync(dirname(out), { recursive: true });
writeFileSync(
  out,
  `// Written by scripts/golden/embed.mjs from tests/golden/*.json. The fields are explained in tests/cpp/golden.h.
#pragma once

namespace golden {

${lines.join('\n')}

}  // namespace golden
`,
);
