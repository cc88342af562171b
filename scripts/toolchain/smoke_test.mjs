// The first program that a new toolchain compiles: one Embind function on SIMD vectors, run by Node.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run, ScriptError } from '../run.mjs';
import { emscriptenEnvironment, relaxedSimdFlags } from './environment.mjs';

const PROGRAM = `
#include <emscripten/bind.h>
#include <wasm_simd128.h>
// 1·2 + 3 + 4·5 + 6 + 7·8 + 9 + 10·11 + 12
float fused_sum() {
  const v128_t a = wasm_f32x4_make(1, 4, 7, 10), b = wasm_f32x4_make(2, 5, 8, 11), c = wasm_f32x4_make(3, 6, 9, 12);
  const v128_t sum = MULTIPLY_ADD(a, b, c);
  return wasm_f32x4_extract_lane(sum, 0) + wasm_f32x4_extract_lane(sum, 1) + wasm_f32x4_extract_lane(sum, 2) +
         wasm_f32x4_extract_lane(sum, 3);
}
EMSCRIPTEN_BINDINGS(smoke_test) { emscripten::function("fused_sum", &fused_sum); }
`;
const EXPECTED = 218;

const FLAGS = [
  ...['-O2', '-fno-exceptions', '-fno-rtti', '-DEMSCRIPTEN_HAS_UNBOUND_TYPE_NAMES=0', '-lembind'],
  ...[
    '-sMODULARIZE',
    '-sEXPORT_ES6',
    '-sENVIRONMENT=web,worker',
    '-sUSE_ES6_IMPORT_META=0',
    '-sDYNAMIC_EXECUTION=0',
  ],
  ...['-sFILESYSTEM=0', '-sMALLOC=emmalloc', '-sALLOW_MEMORY_GROWTH'],
];
const VARIANTS = {
  simd128: {
    compile: ['-msimd128', '-DMULTIPLY_ADD(a,b,c)=wasm_f32x4_add(wasm_f32x4_mul(a,b),c)'],
    node: [],
  },
  'relaxed-simd': {
    compile: [
      '-msimd128',
      '-mrelaxed-simd',
      '-DMULTIPLY_ADD(a,b,c)=wasm_f32x4_relaxed_madd(a,b,c)',
    ],
    node: relaxedSimdFlags(),
  },
};

/**
 * Compiles and runs the program with plain and with relaxed SIMD.
 * @param {string} folder of Emscripten
 * @returns {Promise<string>} Emscripten's version
 * @throws {ScriptError} if it does not compile or gives another number
 */
export async function smokeTest(folder) {
  const scratch = mkdtempSync(join(tmpdir(), 'attention-map-'));
  try {
    const source = join(scratch, 'program.cpp');
    writeFileSync(source, PROGRAM);
    for (const [name, { compile, node }] of Object.entries(VARIANTS)) {
      const output = join(scratch, `${name}.mjs`);
      await run(join(folder, 'em++'), [source, '-o', output, ...FLAGS, ...compile], {
        env: emscriptenEnvironment(folder),
      });
      const script =
        `const { default: create } = await import(${JSON.stringify(output)});` +
        `const wasmBinary = (await import('node:fs')).readFileSync(${JSON.stringify(join(scratch, `${name}.wasm`))});` +
        'console.log((await create({ wasmBinary })).fused_sum());';
      const answer = (
        await run(process.execPath, [...node, '--input-type=module', '-e', script])
      ).trim();
      if (Number(answer) !== EXPECTED)
        throw new ScriptError(`${name}: the first program gave ${answer}, not ${EXPECTED}.`);
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return emscriptenVersion(folder);
}

/**
 * @param {string} folder
 */
function emscriptenVersion(folder) {
  const file = join(folder, 'emscripten-version.txt');
  return existsSync(file) ? readFileSync(file, 'utf8').replaceAll(/["\s]/g, '') : 'unknown';
}
