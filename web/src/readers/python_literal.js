// What Python and NumPy print, read without running any of it: nested lists, tuples, dicts, array(…), tensor(…), NumPy's brackets
// without commas, name = value. Size and depth are bounded.
import { AttentionError } from '../errors.js';
import { LONGEST_JSON, MOST_VALUES } from './json.js';
import { readString } from './python_string.js';

/** Lists in lists: a dict of a batch of heads of rows, and some air. */
const MOST_DEPTH = 16;

/** A call of these gives what stands first between its brackets; the last part of a dotted name counts. */
const CALLS = new Set(
  `array asarray tensor as_tensor Tensor FloatTensor HalfTensor DoubleTensor LongTensor Parameter list tuple float int bool str
  float16 float32 float64 bfloat16 half int8 int16 int32 int64 uint8 uint16 uint32 uint64 bool_ str_`.split(
    /\s+/,
  ),
);

/** @type {ReadonlyMap<string, number | boolean | null>} */
const WORDS = new Map(
  /** @type {[string, number | boolean | null][]} */ ([
    ['True', true],
    ['true', true],
    ['False', false],
    ['false', false],
    ['None', null],
    ['null', null],
    ['nan', Number.NaN],
    ['NaN', Number.NaN],
    ['inf', Number.POSITIVE_INFINITY],
    ['Infinity', Number.POSITIVE_INFINITY],
  ]),
);

/** White space, and comments to the end of their lines. */
const SPACE = /[\s\u200b\ufeff]*(?:#[^\n]*[\s\u200b\ufeff]*)*/y;
const NUMBER = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const WORD = /[A-Za-z_][\w.]*/y;
const NAME = /([A-Za-z_]\w*)\s*=(?!=)/y;
/** What stands before a value in code or in a session and is none of it: imports, prompts, and the name that was asked for. */
const PROMPT =
  /(?:(?:(?:import|from)[ \t]+[A-Za-z_][^\n]*\n|(?:>>>|In\s*\[\d+\]:)[ \t]*[A-Za-z_][\w.]*(?:\(\))?[ \t]*\r?\n|(?:Out|In)\s*\[\d+\]:|>>>|Parameter containing:)\s*)*/y;

/** @typedef {number | string | boolean | null | Literal[] | LiteralMap} Literal */
/** @typedef {Map<string, Literal>} LiteralMap a Map, so that a key like "__proto__" is only a key */

/**
 * @param {string} text one value, or one or more `name = value`
 * @param {string} argument what to call it in an error
 * @returns {Literal} tuples are arrays
 * @throws {AttentionError} option, with line and column; overflow for what is too long or too deep
 */
export function readLiteral(text, argument) {
  if (text.length > LONGEST_JSON) {
    const problem = `the text has ${text.length} characters, at most ${LONGEST_JSON} are read`;
    throw new AttentionError('overflow', argument, problem);
  }
  return new LiteralReader(text, argument).whole();
}

class LiteralReader {
  #text;
  #argument;
  #at = 0;
  #values = 0;

  /**
   * @param {string} text
   * @param {string} argument
   */
  constructor(text, argument) {
    this.#text = text;
    this.#argument = argument;
  }

  /** @returns {Literal} all of the text */
  whole() {
    this.#space();
    this.#match(PROMPT);
    const names = this.#assignments();
    if (names) return names;
    const value = this.#value(0);
    this.#space();
    // As it stands in the list that it was copied from.
    this.#take(',');
    this.#space();
    if (this.#at < this.#text.length) this.#refuse('expected the end of the text');
    return value;
  }

  /** @returns {LiteralMap | null} null where the text is a value alone */
  #assignments() {
    /** @type {LiteralMap} */
    const names = new Map();
    for (;;) {
      this.#space();
      // Statements, or the arguments of a call.
      if (!this.#take(';')) this.#take(',');
      this.#space();
      this.#match(PROMPT);
      this.#space();
      if (this.#at >= this.#text.length && names.size) return names;
      const name = this.#match(NAME)?.[1];
      if (name === undefined) {
        if (names.size) this.#refuse('expected name = value');
        return null;
      }
      this.#put(names, name, this.#value(1));
    }
  }

  /**
   * @param {LiteralMap} names
   * @param {string} name
   * @param {Literal} value
   */
  #put(names, name, value) {
    if (names.has(name)) this.#refuse(`'${name.slice(0, 40)}' is given twice`);
    names.set(name, value);
  }

  /**
   * @param {number} depth
   * @returns {Literal}
   */
  #value(depth) {
    this.#space();
    if (depth > MOST_DEPTH) this.#refuse(`at most ${MOST_DEPTH} levels are read`, 'overflow');
    this.#values += 1;
    if (this.#values > 2 * MOST_VALUES)
      this.#refuse(`at most ${2 * MOST_VALUES} values are read`, 'overflow');
    const first = this.#text[this.#at];
    if (first === '[') return this.#list(']', depth);
    if (first === '(') return this.#tuple(depth);
    if (first === '{') return this.#dict(depth);
    if (first === "'" || first === '"') return this.#string();
    this.#shortened();
    const sign = first === '-' || first === '+';
    if (sign) this.#at += 1;
    const digits = this.#match(NUMBER)?.[0];
    if (digits !== undefined) return this.#number(digits, first === '-');
    const word = this.#word(depth);
    if (!sign) return word;
    if (typeof word !== 'number') this.#refuse('expected a number after the sign');
    return first === '-' ? -word : word;
  }

  /** @returns {string} */
  #string() {
    const read = readString(this.#text, this.#at);
    if (!read) this.#refuse('expected a string that ends');
    this.#at = read.end;
    return read.value;
  }

  /**
   * @param {string} digits
   * @param {boolean} negative
   * @returns {number}
   */
  #number(digits, negative) {
    const next = this.#text[this.#at];
    if (next === 'j' || next === 'J') this.#refuse('complex numbers are not read');
    if (next !== undefined && /[\w.]/.test(next)) {
      this.#shortened();
      this.#refuse('expected a number');
    }
    return negative ? -Number(digits) : Number(digits);
  }

  /**
   * @param {']' | ')'} close
   * @param {number} depth
   * @returns {Literal[]}
   */
  #list(close, depth) {
    this.#at += 1;
    /** @type {Literal[]} */
    const items = [];
    let commas = false;
    let spaces = false;
    for (;;) {
      this.#space();
      if (this.#take(close)) return items;
      items.push(this.#value(depth + 1));
      const before = this.#at;
      this.#space();
      if (this.#take(',')) commas = true;
      else if (this.#text[this.#at] !== close) {
        this.#shortened();
        // NumPy prints no commas; a tuple always has them.
        const apart = this.#at > before || this.#text[this.#at] === '[';
        if (close === ')' || !apart) this.#refuse(`expected a comma or ${close}`);
        spaces = true;
      }
      if (commas && spaces) this.#refuse('expected commas between all values, or between none');
    }
  }

  /**
   * @param {number} depth
   * @returns {Literal} (value) is the value; (value,) is a tuple
   */
  #tuple(depth) {
    const items = this.#list(')', depth);
    const isOne =
      items.length === 1 && !/,\s*\)$/.test(this.#text.slice(Math.max(0, this.#at - 40), this.#at));
    return isOne ? items[0] : items;
  }

  /**
   * @param {number} depth
   * @returns {LiteralMap}
   */
  #dict(depth) {
    this.#at += 1;
    /** @type {LiteralMap} */
    const names = new Map();
    for (;;) {
      this.#space();
      if (this.#take('}')) return names;
      const quote = this.#text[this.#at];
      if (quote !== "'" && quote !== '"') this.#refuse('expected a name in quotes');
      const name = this.#string();
      this.#space();
      if (!this.#take(':')) this.#refuse('expected a colon');
      this.#put(names, name, this.#value(depth + 1));
      this.#space();
      if (!this.#take(',') && this.#text[this.#at] !== '}') this.#refuse('expected a comma or }');
    }
  }

  /**
   * @param {number} depth
   * @returns {Literal} of a word, or of a call like array(…)
   */
  #word(depth) {
    const start = this.#at;
    const word = this.#match(WORD)?.[0];
    if (word === undefined) this.#refuse('expected a number, a string or a list');
    const name = word.slice(word.lastIndexOf('.') + 1);
    if (this.#text[this.#at] === '(' && CALLS.has(name)) return this.#call(name, depth);
    const known = WORDS.get(name);
    if (known !== undefined) return known;
    this.#at = start;
    return this.#refuse('expected a number, a string or a list');
  }

  /**
   * @param {string} name
   * @param {number} depth
   * @returns {Literal} what stands first between the brackets; dtype=… and the like say nothing that is needed
   */
  #call(name, depth) {
    this.#at += 1;
    const value = this.#value(depth + 1);
    this.#space();
    while (this.#text[this.#at] !== ')') {
      if (this.#at >= this.#text.length) this.#refuse('expected )');
      if (!this.#take(',')) this.#refuse('expected a comma or )');
      this.#option();
    }
    this.#at += 1;
    // float('nan')
    return name === 'float' && typeof value === 'string' ? floatOf(value) : value;
  }

  /** Goes past one `name=value` of a call: dtype=float32, device='cuda:0', grad_fn=<SoftmaxBackward0>, size=(2, 4). */
  #option() {
    const option =
      /\s*(?:\w+\s*=\s*(?:<[^<>]*>|'[^']*'|"[^"]*"|[\w.+-]+(?:\([^()]*\))?|\([^()]*\)))?\s*/y;
    this.#match(option);
  }

  /** NumPy leaves out the middle of what is long, and prints three dots for it. */
  #shortened() {
    if (this.#text[this.#at] !== '…' && !this.#text.startsWith('...', this.#at)) return;
    this.#refuse('the numbers were printed shortened: use .tolist()');
  }

  #space() {
    this.#match(SPACE);
  }

  /** @param {string} character @returns {boolean} whether it stood here; it is passed then */
  #take(character) {
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  /** @param {RegExp} sticky @returns {RegExpExecArray | null} */
  #match(sticky) {
    sticky.lastIndex = this.#at;
    const found = sticky.exec(this.#text);
    if (found) this.#at = sticky.lastIndex;
    return found;
  }

  /**
   * @param {string} problem
   * @param {'option' | 'overflow'} [code]
   * @returns {never}
   */
  #refuse(problem, code = 'option') {
    const lines = this.#text.slice(0, this.#at).split('\n');
    const found = this.#text.slice(this.#at, this.#at + 12).split('\n')[0];
    const where = `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
    const what = found === '' ? '' : ` (‘${found}’)`;
    throw new AttentionError(code, this.#argument, `${where}${what}: ${problem}`);
  }
}

/**
 * @param {string} text
 * @returns {number} as Python's float() reads it
 */
function floatOf(text) {
  const word = /^([+-]?)(nan|inf(?:inity)?)$/i.exec(text.trim());
  if (!word) return text.trim() === '' ? Number.NaN : Number(text);
  const value = word[2].toLowerCase() === 'nan' ? Number.NaN : Number.POSITIVE_INFINITY;
  return word[1] === '-' ? -value : value;
}
