// Includes of the C++ sources against the layers. The public headers are open to all; below cpp/src the arrows hold.
import { readFileSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import { filesUnder } from '../stamp.mjs';
import { mayUse, withSlashes } from './arrows.mjs';

/** @type {import('./arrows.mjs').Arrows} */
const ARROWS = {
  layer: ['cache', 'attention'],
  // A decode step is an attention call whose keys were appended before.
  cache: ['attention'],
  attention: ['statistics', 'kernels'],
  statistics: ['math'],
  kernels: ['math', 'mask'],
  colormap: ['math', 'mask'],
  math: ['simd'],
  simd: [],
  mask: [],
  random: [],
  low_rank: [],
  // The oracle stands alone, so that it shares no mistake with what it judges.
  reference: [],
};

/** Headers that the build makes, and whose they are. */
/** @type {Record<string, string>} */
const GENERATED = { 'ziggurat_table.h': 'random' };

const PUBLIC = 'the public headers';
const SYSTEM = 'the system';
const SIMD_FILE = 'cpp/src/simd/simd.h';
const INTRINSICS = /\b(?:__wasm_\w*simd\w*__|wasm_[a-z]\d+x\d+_\w+|wasm_v128_\w+|_mm\d*_\w+)\b/;
const INTRINSIC_HEADERS = /^(?:wasm_simd128|\w*intrin|arm_neon)\.h$/;
const BINDINGS_FOLDER = 'cpp/wasm/';

/**
 * @param {string} root the folder of a project
 * @returns {string[]} one line per forbidden use
 */
export function checkIncludes(root) {
  return filesUnder(join(root, 'cpp'))
    .filter((file) => /\.(?:h|cpp)$/.test(file))
    .flatMap((file) => checkFile(withSlashes(relative(root, file)), readFileSync(file, 'utf8')));
}

/**
 * @param {string} file from the project's folder
 * @param {string} text
 */
function checkFile(file, text) {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '');
  const problems = [...code.matchAll(/^\s*#\s*include\s*([<"])([^>"]+)[>"]/gm)].flatMap(
    ([, quote, path]) => {
      const reason = forbids(file, path, layerOf(file, path, quote));
      return reason === null ? [] : [`${file} includes ${path}: ${reason}`];
    },
  );
  const intrinsic = INTRINSICS.exec(code)?.[0];
  if (intrinsic !== undefined && file !== SIMD_FILE) {
    problems.push(`${file} uses ${intrinsic}: intrinsics and their macros stay in ${SIMD_FILE}`);
  }
  return problems;
}

/**
 * @param {string} file
 * @param {string} path as it is written after #include
 * @param {string} target its layer
 * @returns {string | null} why not
 */
function forbids(file, path, target) {
  if (path.startsWith('emscripten'))
    return file.startsWith(BINDINGS_FOLDER) ? null : `only ${BINDINGS_FOLDER} may`;
  if (INTRINSIC_HEADERS.test(path)) return file === SIMD_FILE ? null : `only ${SIMD_FILE} may`;
  if (target === SYSTEM || target === PUBLIC) return null;
  const [, part, layer] = file.split('/');
  // The benchmark measures every part, and checks it against the reference.
  if (part === 'bench') return null;
  if (part !== 'src') return `cpp/${part} uses the public headers alone`;
  return mayUse(ARROWS, layer, target) ? null : `${layer} may not use ${target}`;
}

/**
 * The layer of what an include names: a folder of cpp/src, the public headers, or the system's.
 * @param {string} file that includes it
 * @param {string} path
 * @param {string} quote `<` or `"`
 */
function layerOf(file, path, quote) {
  if (path.startsWith('attn/')) return PUBLIC;
  if (quote === '<') return SYSTEM;
  if (path in GENERATED) return GENERATED[path];
  const isBeside = path.startsWith('.') || !path.includes('/');
  const whole = isBeside ? posix.join(posix.dirname(file), path) : `cpp/src/${path}`;
  const [, part, layer] = whole.split('/');
  return part === 'include' ? PUBLIC : layer;
}
