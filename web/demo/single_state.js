// What the address of a single figure says: attributes of its tag. Pure: strings in, strings out.

/** As much as an address is good for. */
const LONGEST = 20_000;

/** A data file beside the page, and no other address. */
const BESIDE = /^(\.\/)?[\w-]+(\.[\w-]+)*\.(json|npy|npz|safetensors|csv)$/;

/** Of the page around the figure. */
const THEMES = ['light', 'dark'];

/**
 * @typedef {object} SingleState
 * @property {Record<string, string>} attributes
 * @property {string | null} theme null: the system's
 * @property {string[]} problems one sentence each
 */

/**
 * @param {string} query with or without the `?`
 * @param {readonly string[]} known attributes of the tag
 * @returns {SingleState}
 */
export function readSingle(query, known) {
  const parameters = new URLSearchParams(query);
  const version = parameters.get('v') ?? '1';
  if (version !== '1') {
    const problem = `The address is of version ${shorten(version)}; this page reads version 1.`;
    return { attributes: {}, theme: null, problems: [problem] };
  }
  /** @type {SingleState} */
  const state = { attributes: {}, theme: null, problems: [] };
  for (const [name, value] of parameters) {
    if (name === 'v') continue;
    const problem = problemOf(name, value, known);
    if (problem !== null) state.problems.push(problem);
    else if (name === 'theme') state.theme = value;
    else state.attributes[name] = value;
  }
  return state;
}

/**
 * @param {string} name
 * @param {string} value
 * @param {readonly string[]} known
 * @returns {string | null}
 */
function problemOf(name, value, known) {
  if (name === 'theme') {
    return THEMES.includes(value) ? null : `theme is '${shorten(value)}', expected light or dark.`;
  }
  if (!known.includes(name)) return `The figure has no setting '${shorten(name)}'.`;
  if (value.length > LONGEST) return `${name} is longer than ${LONGEST} characters.`;
  return name === 'src' && !BESIDE.test(value)
    ? `src is '${shorten(value)}', expected a data file beside this page.`
    : null;
}

/** @param {string} text */
function shorten(text) {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
