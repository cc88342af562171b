// As much of TensorFlow Lite's file format (a flatbuffer, schema version 3) as the benchmark's graphs need.

/**
 * As much of the flatbuffers package as is used.
 * @typedef {{
 *   startVector(elementBytes: number, count: number, alignment: number): void, endVector(): number,
 *   addInt32(value: number): void, addInt8(value: number): void, addOffset(offset: number): void,
 *   startObject(fields: number): void, endObject(): number, createString(text: string): number,
 *   addFieldInt8(field: number, value: number, otherwise: number): void,
 *   addFieldInt32(field: number, value: number, otherwise: number): void,
 *   addFieldFloat32(field: number, value: number, otherwise: number): void,
 *   addFieldOffset(field: number, offset: number, otherwise: number): void,
 *   finish(root: number, identifier: string): void, asUint8Array(): Uint8Array,
 * }} Builder
 * @typedef {{ Builder: new (bytes: number) => Builder }} Flatbuffers
 * @typedef {Float32Array | Int32Array} Values
 */

/** Numbers of the schema: the operator's code and the type of its options. */
const OPERATORS = {
  ADD: { code: 0, options: 11 },
  FULLY_CONNECTED: { code: 9, options: 8 },
  MUL: { code: 18, options: 21 },
  RESHAPE: { code: 22, options: 17 },
  SOFTMAX: { code: 25, options: 9 },
  TRANSPOSE: { code: 39, options: 26 },
  BATCH_MATMUL: { code: 126, options: 101 },
};
/** @typedef {keyof typeof OPERATORS} Operator */

const FLOAT32 = 0;
const INT32 = 2;
/** Codes above this do not fit the older, one-byte field. */
const LARGEST_OLD_CODE = 127;
/** No tensor: an operator's input that is left out. */
export const ABSENT = -1;

/** A graph that is written down operator by operator; tensors are numbers. */
export class Graph {
  /** @type {{ shape: readonly number[], values: Values | null }[]} */
  #tensors = [];
  /** @type {{ operator: Operator, inputs: number[], output: number, turnsRight: boolean }[]} */
  #operations = [];
  /** @type {number[]} */
  #inputs = [];
  /** @type {number[]} */
  #outputs = [];

  /** @param {readonly number[]} shape */
  input(shape) {
    const tensor = this.#add(shape, null);
    this.#inputs.push(tensor);
    return tensor;
  }

  /** @param {readonly number[]} shape @param {Values} values */
  constant(shape, values) {
    return this.#add(shape, values);
  }

  /** @param {number} tensor */
  output(tensor) {
    this.#outputs.push(tensor);
  }

  /**
   * @param {Operator} operator
   * @param {number[]} inputs
   * @param {readonly number[]} shape of what it gives
   * @param {{ turnsRight?: boolean }} [options] BATCH_MATMUL: the right operand is transposed
   */
  apply(operator, inputs, shape, { turnsRight = false } = {}) {
    const output = this.#add(shape, null);
    this.#operations.push({ operator, inputs, output, turnsRight });
    return output;
  }

  /**
   * The bytes of the model.
   * @param {Flatbuffers} flatbuffers
   */
  encode({ Builder }) {
    const builder = new Builder(1 << 16);
    const names = [...new Set(this.#operations.map(({ operator }) => operator))];
    const buffers = this.#encodeBuffers(builder);
    const subgraphs = offsets(builder, [this.#encodeSubgraph(builder, names)]);
    const codes = offsets(
      builder,
      names.map((name) => encodeCode(builder, OPERATORS[name].code)),
    );
    const description = builder.createString('benchmark');
    builder.startObject(5);
    builder.addFieldInt32(0, 3, 0);
    builder.addFieldOffset(1, codes, 0);
    builder.addFieldOffset(2, subgraphs, 0);
    builder.addFieldOffset(3, description, 0);
    builder.addFieldOffset(4, buffers, 0);
    builder.finish(builder.endObject(), 'TFL3');
    return builder.asUint8Array().slice();
  }

  /** @param {readonly number[]} shape @param {Values | null} values */
  #add(shape, values) {
    return this.#tensors.push({ shape, values }) - 1;
  }

  /** The first buffer is the empty one; constants follow in the order of their tensors. @param {Builder} builder */
  #encodeBuffers(builder) {
    const constants = this.#tensors.flatMap(({ values }) => (values ? [values] : []));
    return offsets(
      builder,
      [null, ...constants].map((values) => {
        const data = values === null ? 0 : alignedBytes(builder, values);
        builder.startObject(3);
        if (values !== null) builder.addFieldOffset(0, data, 0);
        return builder.endObject();
      }),
    );
  }

  /** @param {Builder} builder @param {Operator[]} names */
  #encodeSubgraph(builder, names) {
    let constants = 0;
    const tensors = this.#tensors.map(({ shape, values }, index) => {
      if (values !== null) constants += 1;
      return encodeTensor(builder, shape, values, values === null ? 0 : constants, index);
    });
    const operations = this.#operations.map((each) =>
      encodeOperation(
        builder,
        each,
        names.indexOf(each.operator),
        this.#tensors[each.output].shape,
      ),
    );
    const parts = [
      offsets(builder, tensors),
      integers(builder, this.#inputs),
      integers(builder, this.#outputs),
      offsets(builder, operations),
      builder.createString('main'),
    ];
    builder.startObject(parts.length);
    for (const [field, part] of parts.entries()) builder.addFieldOffset(field, part, 0);
    return builder.endObject();
  }
}

/** @param {Builder} builder @param {readonly number[]} values */
function integers(builder, values) {
  builder.startVector(4, values.length, 4);
  for (const value of [...values].reverse()) builder.addInt32(value);
  return builder.endVector();
}

/** @param {Builder} builder @param {readonly number[]} values */
function offsets(builder, values) {
  builder.startVector(4, values.length, 4);
  for (const value of [...values].reverse()) builder.addOffset(value);
  return builder.endVector();
}

/**
 * Constants are read where they lie, as vectors: they begin at multiples of 16 bytes.
 * @param {Builder} builder
 * @param {Values} values
 */
function alignedBytes(builder, values) {
  builder.startVector(1, values.byteLength, 16);
  // The vector's alignment is made; its bytes follow at once.
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  const { bb } = /** @type {{ bb: { bytes(): Uint8Array, setPosition(at: number): void } }} */ (
    /** @type {unknown} */ (builder)
  );
  const space = Number(Reflect.get(builder, 'space')) - bytes.length;
  Reflect.set(builder, 'space', space);
  bb.setPosition(space);
  bb.bytes().set(bytes, space);
  return builder.endVector();
}

/** @param {Builder} builder @param {number} code */
function encodeCode(builder, code) {
  builder.startObject(4);
  builder.addFieldInt8(0, Math.min(code, LARGEST_OLD_CODE), 0);
  // The version: 1 knows all that is used here.
  builder.addFieldInt32(2, 1, 0);
  builder.addFieldInt32(3, code, 0);
  return builder.endObject();
}

/**
 * @param {Builder} builder
 * @param {readonly number[]} shape
 * @param {Values | null} values
 * @param {number} buffer
 * @param {number} index
 */
function encodeTensor(builder, shape, values, buffer, index) {
  const name = builder.createString(`tensor${index}`);
  const sizes = integers(builder, shape);
  builder.startObject(4);
  builder.addFieldOffset(0, sizes, 0);
  builder.addFieldInt8(1, values instanceof Int32Array ? INT32 : FLOAT32, FLOAT32);
  builder.addFieldInt32(2, buffer, 0);
  builder.addFieldOffset(3, name, 0);
  return builder.endObject();
}

/**
 * @param {Builder} builder
 * @param {{ operator: Operator, inputs: number[], output: number, turnsRight: boolean }} operation
 * @param {number} code
 * @param {readonly number[]} shape of the output
 */
function encodeOperation(builder, { operator, inputs, output, turnsRight }, code, shape) {
  const sizes = operator === 'RESHAPE' ? integers(builder, shape) : 0;
  builder.startObject(2);
  // Softmax's exponent is multiplied by beta.
  if (operator === 'SOFTMAX') builder.addFieldFloat32(0, 1, 0);
  if (operator === 'BATCH_MATMUL') builder.addFieldInt8(1, Number(turnsRight), 0);
  if (operator === 'RESHAPE') builder.addFieldOffset(0, sizes, 0);
  const options = builder.endObject();
  const from = integers(builder, inputs);
  const to = integers(builder, [output]);
  builder.startObject(5);
  builder.addFieldInt32(0, code, 0);
  builder.addFieldOffset(1, from, 0);
  builder.addFieldOffset(2, to, 0);
  builder.addFieldInt8(3, OPERATORS[operator].options, 0);
  builder.addFieldOffset(4, options, 0);
  return builder.endObject();
}
