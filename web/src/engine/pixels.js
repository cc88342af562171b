// engine.pixels(): one head's weights as RGBA, coloured and pooled in the core.
import { AttentionError, shown } from '../errors.js';
import { plainArray } from '../tensor.js';
import { checkNames, readChoice, readHeads, readInteger } from './arguments.js';
import { maskOfHead, parseMask } from './mask.js';
import { refusal } from './refusal.js';
import { Resident } from './resident.js';

/** @typedef {import('./session.js').Session} Session */

/**
 * @typedef {{
 *   weights: import('./arguments.js').TensorLike, head?: number, width: number, height: number,
 *   pool?: 'mean' | 'max', transform?: 'linear' | 'log', domain?: readonly [number, number],
 *   palette: Uint8Array | Uint8ClampedArray, mask?: import('./mask.js').Mask, into?: Uint8ClampedArray<ArrayBuffer>,
 * }} PixelOptions into: width × height × 4 bytes that take the pixels, those of an ImageData say
 */

const OPTIONS = [
  ...['weights', 'head', 'width', 'height', 'pool', 'transform', 'domain', 'palette', 'mask'],
  'into',
];
/** A side that no canvas goes beyond. */
const MAX_SIDE = 32767;
const PALETTE_BYTES = 256 * 4;

/**
 * @param {Session} session
 * @param {PixelOptions} options
 * @returns {Uint8ClampedArray<ArrayBuffer>}
 */
export function pixels(session, options) {
  checkNames(options, OPTIONS, 'pixels()');
  const weights = readHeads('weights', options.weights);
  const cells = { heads: weights.heads, nQ: weights.n, nK: weights.width };
  const head = readInteger('head', options.head, 0, weights.heads - 1, 0);
  const width = readInteger('width', options.width, 1, MAX_SIDE);
  const height = readInteger('height', options.height, 1, MAX_SIDE);
  const isMax = readChoice('pool', options.pool, ['mean', 'max']) === 'max';
  const isLog = readChoice('transform', options.transform, ['linear', 'log']) === 'log';
  const [low, high] = readDomain(options.domain, isLog);
  const palette = readPalette(options.palette);
  const mask = maskOfHead(parseMask(options.mask, cells), head, cells);
  const into = readInto(options.into, width, height);

  const { arena, core } = session;
  const size = cells.nQ * cells.nK;
  session.begin();
  // A resident map is read where it is, one head further on.
  const isResident = weights.data instanceof Resident;
  const weightsPlace = arena.input(
    weights.data instanceof Resident
      ? weights.data
      : weights.data.subarray(head * size, (head + 1) * size),
    'weights',
  );
  const palettePlace = arena.input(palette);
  const maskPlaces = { keep: arena.input(mask.keep), allowed: arena.input(mask.allowed) };
  const rgbaBytes = width * height * 4;
  const rgbaPlace = arena.room(rgbaBytes);
  arena.commit();
  session.setOptions({ scale: 1, temperature: 1 }, mask, maskPlaces);
  const status = core.pixels(
    ...[
      cells.nQ,
      cells.nK,
      width,
      height,
      arena.address(weightsPlace) + (isResident ? head * size * 4 : 0),
      size,
    ],
    isMax,
    isLog,
    low,
    high,
    session.options,
    session.scratch,
    arena.address(palettePlace),
    arena.address(rgbaPlace),
    rgbaBytes,
  );
  if (status !== 0) throw refusal(core, status, { weights: weights.data });
  return arena.readBytes(rgbaPlace, into ?? new Uint8ClampedArray(rgbaBytes));
}

/**
 * @param {unknown} into
 * @param {number} width
 * @param {number} height
 * @returns {Uint8ClampedArray<ArrayBuffer> | null}
 */
function readInto(into, width, height) {
  if (into === undefined) return null;
  const bytes = plainArray(into, Uint8ClampedArray);
  if (bytes === null) {
    throw new AttentionError(
      'option',
      'into',
      `into is ${shown(into)}, expected a Uint8ClampedArray of ${width} × ${height} × 4 bytes`,
    );
  }
  if (bytes.length !== width * height * 4) {
    throw new AttentionError(
      'shape',
      'into',
      `into has ${bytes.length} bytes, expected ${width} × ${height} × 4 = ${width * height * 4}`,
    );
  }
  return /** @type {Uint8ClampedArray<ArrayBuffer>} */ (bytes);
}

/**
 * @param {unknown} domain
 * @param {boolean} isLog
 * @returns {[number, number]}
 */
function readDomain(domain, isLog) {
  if (domain === undefined) return [0, 1];
  const isPair = Array.isArray(domain) && domain.length === 2 && domain.every(Number.isFinite);
  if (!isPair || domain[0] > domain[1] || (isLog && domain[1] <= 0)) {
    const what = Array.isArray(domain) ? `[${domain.map(shown).join(', ')}]` : shown(domain);
    throw new AttentionError(
      'option',
      'domain',
      `domain is ${what}, expected [low, high]${isLog ? ' with high above 0' : ''}`,
    );
  }
  const [low, high] = domain;
  for (const number of [low, high, high - low]) {
    if (Number.isFinite(Math.fround(number))) continue;
    throw new AttentionError(
      'option',
      'domain',
      `domain is [${low}, ${high}], expected ends and a span within float32 (up to 3.4028235e38)`,
    );
  }
  return [low, high];
}

/**
 * @param {unknown} palette
 * @returns {Uint8Array}
 */
function readPalette(palette) {
  const bytes = plainArray(palette, Uint8Array) ?? plainArray(palette, Uint8ClampedArray);
  if (bytes === null) {
    throw new AttentionError(
      'option',
      'palette',
      `palette is ${shown(palette)}, expected a Uint8Array of 256 × 4 bytes`,
    );
  }
  if (bytes.length !== PALETTE_BYTES) {
    throw new AttentionError(
      'shape',
      'palette',
      `palette has ${bytes.length} bytes, expected 256 × 4 = ${PALETTE_BYTES}`,
    );
  }
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}
