// As much of ONNX's file format (a protocol buffer, onnx/onnx.proto) as the benchmark's graphs need.

/**
 * @typedef {Float32Array | Int32Array | BigInt64Array} Values
 * @typedef {{ name: string, shape: readonly number[] }} Port
 * @typedef {{ name: string, shape: readonly number[], values: Values }} Constant
 * @typedef {{ op: string, inputs: string[], outputs: string[], domain?: string, attributes?: Record<string, number | number[]> }} Node
 * @typedef {{ inputs: Port[], outputs: Port[], constants: Constant[], nodes: Node[], opset: number }} Graph
 */

export const MICROSOFT = 'com.microsoft';

const FLOAT = 1;
const INT32 = 6;
const INT64 = 7;
/** Kinds of attributes. */
const AS_INTEGER = 2;
const AS_INTEGERS = 7;
/** What came with the operators of opset 23. */
const IR_VERSION = 11;

const encoder = new TextEncoder();

/** @typedef {Uint8Array | Bytes[]} Bytes nested pieces, joined at the end */

/**
 * @param {number | bigint} value
 * @returns {Uint8Array} seven bits a byte, lowest first
 */
function varint(value) {
  const bytes = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  do {
    const low = Number(rest & 127n);
    rest >>= 7n;
    bytes.push(rest > 0n ? low | 128 : low);
  } while (rest > 0n);
  return Uint8Array.from(bytes);
}

/** @param {Bytes} bytes @returns {number} */
function lengthOf(bytes) {
  return bytes instanceof Uint8Array
    ? bytes.length
    : bytes.reduce((sum, piece) => sum + lengthOf(piece), 0);
}

/** @param {number} field @param {number | bigint} value @returns {Bytes} */
const integer = (field, value) => [varint(field << 3), varint(value)];

/** @param {number} field @param {Bytes} content @returns {Bytes} */
const block = (field, content) => [varint((field << 3) | 2), varint(lengthOf(content)), content];

/** @param {number} field @param {string} content */
const text = (field, content) => block(field, encoder.encode(content));

/** @param {Values} values */
function typeOf(values) {
  if (values instanceof Float32Array) return FLOAT;
  return values instanceof Int32Array ? INT32 : INT64;
}

/** @param {Port} port @returns {Bytes} */
function valueInfo({ name, shape }) {
  const dimensions = shape.map((size) => block(1, integer(1, size)));
  const tensor = [integer(1, FLOAT), block(2, dimensions)];
  return [text(1, name), block(2, block(1, tensor))];
}

/** @param {Constant} constant @returns {Bytes} */
function tensor({ name, shape, values }) {
  const raw = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  return [
    shape.map((size) => integer(1, size)),
    integer(2, typeOf(values)),
    text(8, name),
    block(9, raw),
  ];
}

/** @param {[string, number | number[]]} entry @returns {Bytes} */
function attribute([name, value]) {
  return Array.isArray(value)
    ? [text(1, name), value.map((each) => integer(8, each)), integer(20, AS_INTEGERS)]
    : [text(1, name), integer(3, value), integer(20, AS_INTEGER)];
}

/** @param {Node} node @param {number} index @returns {Bytes} */
function nodeProto({ op, inputs, outputs, domain = '', attributes = {} }, index) {
  return [
    inputs.map((name) => text(1, name)),
    outputs.map((name) => text(2, name)),
    text(3, `node${index}`),
    text(4, op),
    Object.entries(attributes).map((entry) => block(5, attribute(entry))),
    text(7, domain),
  ];
}

/**
 * The bytes of a model.
 * @param {Graph} graph
 * @returns {Uint8Array}
 */
export function encodeModel({ inputs, outputs, constants, nodes, opset }) {
  const graph = [
    nodes.map((node, index) => block(1, nodeProto(node, index))),
    text(2, 'benchmark'),
    constants.map((constant) => block(5, tensor(constant))),
    inputs.map((port) => block(11, valueInfo(port))),
    outputs.map((port) => block(12, valueInfo(port))),
  ];
  const operators = [
    [text(1, ''), integer(2, opset)],
    [text(1, MICROSOFT), integer(2, 1)],
  ];
  const model = [integer(1, IR_VERSION), block(7, graph), operators.map((each) => block(8, each))];
  const bytes = new Uint8Array(lengthOf(model));
  join(model, bytes, 0);
  return bytes;
}

/**
 * @param {Bytes} pieces
 * @param {Uint8Array} to
 * @param {number} at
 * @returns {number} where the next piece goes
 */
function join(pieces, to, at) {
  if (pieces instanceof Uint8Array) {
    to.set(pieces, at);
    return at + pieces.length;
  }
  return pieces.reduce((place, piece) => join(piece, to, place), at);
}
