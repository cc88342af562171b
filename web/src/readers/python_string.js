// A string as Python and JSON write it: quotes, and what a backslash stands for.

/** @type {Readonly<Record<string, string>>} */
const ESCAPES = Object.freeze({
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  a: '\u0007',
  v: '\v',
  0: '\0',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '/': '/',
});

/** Hexadecimal digits after the letter. @type {Readonly<Record<string, number>>} */
const DIGITS = Object.freeze({ x: 2, u: 4, U: 8 });

/**
 * @param {string} text
 * @param {number} at where its quote stands
 * @returns {{ value: string, end: number } | null} end: after its last quote; null where it does not end, or means nothing
 */
export function readString(text, at) {
  const quote = text[at];
  let value = '';
  let start = at + 1;
  for (let k = start; k < text.length; k++) {
    if (text[k] === quote) return { value: value + text.slice(start, k), end: k + 1 };
    if (text[k] === '\n') return null;
    if (text[k] !== '\\') continue;
    const escaped = readEscape(text, k + 1);
    if (!escaped) return null;
    value += text.slice(start, k) + escaped.value;
    start = escaped.end;
    k = start - 1;
  }
  return null;
}

/**
 * @param {string} text
 * @param {number} at after the backslash
 * @returns {{ value: string, end: number } | null}
 */
function readEscape(text, at) {
  const letter = text[at];
  if (letter === undefined) return null;
  if (Object.hasOwn(ESCAPES, letter)) return { value: ESCAPES[letter], end: at + 1 };
  // Python keeps the backslash of what it does not know.
  if (!Object.hasOwn(DIGITS, letter)) return { value: `\\${letter}`, end: at + 1 };
  const end = at + 1 + DIGITS[letter];
  const digits = text.slice(at + 1, end);
  const code = Number.parseInt(digits, 16);
  if (!/^[\dA-Fa-f]+$/.test(digits) || digits.length < DIGITS[letter] || code > 0x10ffff)
    return null;
  return { value: letter === 'U' ? String.fromCodePoint(code) : String.fromCharCode(code), end };
}
