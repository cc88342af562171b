// One file told as what differs from another: which runs of bytes it has in common with it, and the bytes between them. Read back by
// web/src/engine/unpack.all.js.
//
// The length of the commands, the commands, then the bytes that are new. A command is three numbers: how many new bytes come next, how
// many from the other file follow them, and from where: counted from the place that the new bytes would have led to, had they replaced
// as many. Numbers are LEB128, the last one zigzag.

/** Runs that are looked up begin with so many equal bytes. */
const KEY = 4;
/** A run shorter than this costs more to say than its bytes, unless it goes on where the last one ended. */
const SHORTEST = 10;
const SHORTEST_IN_PLACE = 3;
/** Places that are tried for one key. */
const MOST_TRIED = 400;

/**
 * @param {Uint8Array} base
 * @param {Uint8Array} target
 * @returns {Uint8Array} what makes the target of the base
 */
export function deltaOf(base, target) {
  const places = placesOf(base);
  /** @type {number[]} */
  const commands = [];
  /** @type {Uint8Array[]} */
  const fresh = [];
  let written = 0;
  let ended = 0;
  for (let at = 0; at < target.length; ) {
    const inPlace = ended + at - written;
    const run = longestRun(base, target, at, [...(places.get(keyAt(target, at)) ?? []), inPlace]);
    const least = run.from === inPlace ? SHORTEST_IN_PLACE : SHORTEST;
    if (run.length < least) {
      at++;
      continue;
    }
    fresh.push(target.subarray(written, at));
    commands.push(...leb(at - written), ...leb(run.length), ...leb(zigzag(run.from - inPlace)));
    at += run.length;
    written = at;
    ended = run.from + run.length;
  }
  fresh.push(target.subarray(written));
  return Buffer.concat([Uint8Array.from([...leb(commands.length), ...commands]), ...fresh]);
}

/**
 * @param {Uint8Array} bytes
 * @returns {Map<number, number[]>} where each key stands
 */
function placesOf(bytes) {
  /** @type {Map<number, number[]>} */
  const places = new Map();
  for (let at = 0; at + KEY <= bytes.length; at++) {
    const key = keyAt(bytes, at);
    const known = places.get(key);
    if (known === undefined) places.set(key, [at]);
    else if (known.length < MOST_TRIED) known.push(at);
  }
  return places;
}

/**
 * @param {Uint8Array} bytes
 * @param {number} at
 */
function keyAt(bytes, at) {
  return bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24);
}

/**
 * @param {Uint8Array} base
 * @param {Uint8Array} target
 * @param {number} at
 * @param {number[]} starts in the base; of two equal runs the later one is taken
 * @returns {{ from: number, length: number }}
 */
function longestRun(base, target, at, starts) {
  let best = { from: 0, length: 0 };
  for (const from of starts) {
    let length = 0;
    while (at + length < target.length && target[at + length] === base[from + length]) length++;
    if (length >= best.length) best = { from, length };
  }
  return best;
}

/** @param {number} number */
function zigzag(number) {
  return number < 0 ? -2 * number - 1 : 2 * number;
}

/**
 * @param {number} number ≥ 0
 * @returns {number[]}
 */
function leb(number) {
  return number < 128 ? [number] : [(number % 128) + 128, ...leb(Math.floor(number / 128))];
}
