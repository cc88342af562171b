// The directory of a zip archive, checked before anything in it is touched: names, sizes, places (APPNOTE 6.3, with Zip64).
import { AttentionError } from '../errors.js';

/** Files in one archive: an input has fewer than 30 parts. */
const MOST_FILES = 1000;
/** Bytes that all files unpack to: as many as MOST_VALUES float64 numbers twice over. */
export const MOST_UNPACKED = 1 << 28;
/** Deflate cannot do better: 258 bytes from two bits (zlib's technical details). */
const BEST_RATIO = 1032;

const END = 0x06054b50;
const END_BYTES = 22;
const LONGEST_COMMENT = 0xffff;
const ZIP64_PLACE = 0x07064b50;
const ZIP64_END = 0x06064b50;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL = 0x04034b50;
const LOCAL_BYTES = 30;
const ZIP64_EXTRA = 0x0001;
/** Of 32 bits: the real size is 64 bits long and stands elsewhere. */
const ELSEWHERE = 0xffffffff;

/**
 * @typedef {object} ZipFile
 * @property {string} name
 * @property {'stored' | 'deflated'} method
 * @property {Uint8Array} packed
 * @property {number} size in bytes, as the archive says
 * @property {number} crc CRC-32 of the unpacked bytes, as the archive says
 */

/**
 * @param {Uint8Array} bytes
 * @returns {ZipFile[]} in the archive's order; folders are left out
 * @throws {AttentionError} argument 'npz'; option for what is no archive, for encrypted files, unknown methods, equal names and
 *   files that lie in each other; overflow for too many, or too large
 */
export function readDirectory(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { count, start } = endOf(view);
  if (count > MOST_FILES)
    refuse(`the archive has ${count} files, at most ${MOST_FILES} are read`, 'overflow');
  /** @type {(ZipFile & { from: number, to: number })[]} */
  const files = [];
  const names = new Set();
  let at = start;
  let total = 0;
  for (let k = 0; k < count; k++) {
    if (at + ENTRY_BYTES > bytes.length || view.getUint32(at, true) !== ENTRY)
      refuse(`the archive’s directory breaks off at entry ${k} of ${count}`);
    const { file, next } = readEntry(view, at);
    at = next;
    if (file.name.endsWith('/') && file.size === 0) continue;
    if (names.has(file.name)) refuse(`the archive holds ${quoted(file.name)} twice`);
    names.add(file.name);
    files.push(file);
    total += file.size;
    if (total > MOST_UNPACKED) {
      const problem = `the archive unpacks to ${total} bytes or more, at most ${MOST_UNPACKED} are read`;
      refuse(problem, 'overflow');
    }
  }
  refuseOverlaps(files, start);
  return files;
}

/**
 * @param {DataView} view
 * @returns {{ count: number, start: number }} of the directory
 */
function endOf(view) {
  const last = view.byteLength - END_BYTES;
  const first = Math.max(0, last - LONGEST_COMMENT);
  let at = last;
  while (at >= first && view.getUint32(at, true) !== END) at -= 1;
  if (at < first) refuse('the archive has no end: it is no zip file, or was cut off');
  const far = at - 20;
  if (far >= 0 && view.getUint32(far, true) === ZIP64_PLACE) {
    const end = large(view, far + 8);
    if (end + 56 > view.byteLength || view.getUint32(end, true) !== ZIP64_END)
      refuse(`the archive’s Zip64 directory should stand at ${end} of ${view.byteLength} bytes`);
    return { count: large(view, end + 32), start: large(view, end + 48) };
  }
  return { count: view.getUint16(at + 10, true), start: view.getUint32(at + 16, true) };
}

/**
 * @param {DataView} view
 * @param {number} at
 * @returns {{ file: ZipFile & { from: number, to: number }, next: number }}
 */
function readEntry(view, at) {
  const flags = view.getUint16(at + 8, true);
  const method = view.getUint16(at + 10, true);
  const [nameLength, extraLength, noteLength] = [28, 30, 32].map((far) =>
    view.getUint16(at + far, true),
  );
  const nameEnd = at + ENTRY_BYTES + nameLength;
  const next = nameEnd + extraLength + noteLength;
  if (next > view.byteLength) refuse('the archive’s directory is longer than the file');
  const name = new TextDecoder().decode(bytesOf(view, at + ENTRY_BYTES, nameEnd));
  if (flags & 1) refuse(`${quoted(name)} is encrypted`);
  if (method !== 0 && method !== 8)
    refuse(`${quoted(name)} is packed by method ${method}, expected 0 (stored) or 8 (deflated)`);
  const [size, length, from] = sizesOf(view, at, nameEnd, extraLength);
  if (from + LOCAL_BYTES > view.byteLength || view.getUint32(from, true) !== LOCAL)
    refuse(`${quoted(name)} should stand at ${from} of ${view.byteLength} bytes`);
  const begin =
    from + LOCAL_BYTES + view.getUint16(from + 26, true) + view.getUint16(from + 28, true);
  const to = begin + length;
  if (to > view.byteLength)
    refuse(`${quoted(name)} ends at ${to}, but the archive at ${view.byteLength}: it was cut off`);
  if (method === 0 ? size !== length : size > length * BEST_RATIO)
    refuse(`${quoted(name)} says that ${length} bytes unpack to ${size}, which cannot be`);
  const crc = view.getUint32(at + 16, true);
  const packed = bytesOf(view, begin, to);
  return {
    file: { name, method: method === 0 ? 'stored' : 'deflated', packed, size, crc, from, to },
    next,
  };
}

/**
 * @param {DataView} view
 * @param {number} at of the entry
 * @param {number} extra where its extra fields begin
 * @param {number} extraLength
 * @returns {[size: number, length: number, from: number]} unpacked, packed, and where the file stands
 */
function sizesOf(view, at, extra, extraLength) {
  const short = [24, 20, 42].map((far) => view.getUint32(at + far, true));
  /** @type {number[]} */
  const long = [];
  for (
    let field = extra;
    field + 4 <= extra + extraLength;
    field += 4 + view.getUint16(field + 2, true)
  ) {
    const length = view.getUint16(field + 2, true);
    if (view.getUint16(field, true) !== ZIP64_EXTRA || field + 4 + length > extra + extraLength)
      continue;
    for (let place = 0; place + 8 <= length; place += 8) long.push(large(view, field + 4 + place));
    break;
  }
  const sizes = short.map((size) => (size === ELSEWHERE ? (long.shift() ?? size) : size));
  return [sizes[0], sizes[1], sizes[2]];
}

/**
 * @param {(ZipFile & { from: number, to: number })[]} files
 * @param {number} directory where it begins
 */
function refuseOverlaps(files, directory) {
  const sorted = [...files].sort((one, other) => one.from - other.from);
  sorted.forEach(({ name, to }, k) => {
    const after = sorted[k + 1]?.from ?? directory;
    if (to > after) refuse(`${quoted(name)} reaches to ${to}, into what begins at ${after}`);
  });
}

/**
 * @param {DataView} view
 * @param {number} from
 * @param {number} to
 */
function bytesOf(view, from, to) {
  return new Uint8Array(view.buffer, view.byteOffset + from, to - from);
}

/**
 * @param {DataView} view
 * @param {number} at
 * @returns {number} 64 bits; beyond 2^53 only roughly, which is beyond every bound
 */
function large(view, at) {
  return Number(view.getBigUint64(at, true));
}

/** @param {string} name */
function quoted(name) {
  return `'${name.length > 60 ? `${name.slice(0, 60)}…` : name}'`;
}

/**
 * @param {string} message
 * @param {'option' | 'overflow'} [code]
 * @returns {never}
 */
function refuse(message, code = 'option') {
  throw new AttentionError(code, 'npz', message);
}
