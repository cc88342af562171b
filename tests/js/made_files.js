// Files made by hand for the tests of the readers: .npy, .npz and .safetensors with whatever header a test wants.
import { deflateRawSync } from 'node:zlib';

/**
 * @param {string} header a Python dict
 * @param {Uint8Array} content
 * @param {number} [length] that the file claims its header to have
 * @returns {Uint8Array} .npy, version 1.0
 */
export function npyFile(header, content, length = header.length) {
  const prefix = Uint8Array.of(0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, length & 255, length >> 8);
  return Buffer.concat([prefix, Buffer.from(header, 'latin1'), content]);
}

/**
 * @param {readonly number[]} shape
 * @param {readonly number[]} values
 * @returns {Uint8Array} .npy of float32
 */
export function npyOf(shape, values) {
  const sides = shape.length === 1 ? `${shape[0]},` : shape.join(', ');
  const header = `{'descr': '<f4', 'fortran_order': False, 'shape': (${sides}), }`;
  return npyFile(header, new Uint8Array(Float32Array.from(values).buffer));
}

/**
 * @param {Record<string, unknown>} header
 * @param {Uint8Array} content
 * @returns {Uint8Array} .safetensors
 */
export function safetensorsFile(header, content) {
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  return Buffer.concat([length, text, content]);
}

/** @param {Uint8Array} bytes */
function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}

/**
 * @typedef {object} Entry
 * @property {string} name
 * @property {Uint8Array} bytes
 * @property {boolean} [deflate]
 * @property {number} [flags] bit 0: encrypted
 * @property {number} [method]
 * @property {number} [size] unpacked, as the archive says
 * @property {number} [packedSize] as the archive says
 * @property {number} [crc]
 * @property {number} [from] where the archive says that it stands
 */

/**
 * @param {Entry[]} entries
 * @param {{ count?: number, start?: number }} [end] what the end of the archive says
 * @returns {Uint8Array} a zip archive
 */
export function zipFile(entries, end = {}) {
  /** @type {Buffer[]} */
  const files = [];
  /** @type {Buffer[]} */
  const directory = [];
  let at = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const packed = entry.deflate ? deflateRawSync(entry.bytes) : entry.bytes;
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(name.length, 26);
    const record = Buffer.alloc(46);
    record.writeUInt32LE(0x02014b50, 0);
    record.writeUInt16LE(entry.flags ?? 0, 8);
    record.writeUInt16LE(entry.method ?? (entry.deflate ? 8 : 0), 10);
    record.writeUInt32LE(entry.crc ?? crc32(entry.bytes), 16);
    record.writeUInt32LE(entry.packedSize ?? packed.length, 20);
    record.writeUInt32LE(entry.size ?? entry.bytes.length, 24);
    record.writeUInt16LE(name.length, 28);
    record.writeUInt32LE(entry.from ?? at, 42);
    files.push(head, name, Buffer.from(packed));
    directory.push(record, name);
    at += head.length + name.length + packed.length;
  }
  const list = Buffer.concat(directory);
  const tail = Buffer.alloc(22);
  tail.writeUInt32LE(0x06054b50, 0);
  tail.writeUInt16LE(end.count ?? entries.length, 10);
  tail.writeUInt32LE(list.length, 12);
  tail.writeUInt32LE(end.start ?? at, 16);
  return Buffer.concat([...files, list, tail]);
}
