// All that a link to the page carries: the settings of the reader's words, and what differs in the sections below from how they
// stand there. Pure: strings in, strings out.
import { DEFAULTS, readState, writeState } from './state.js';

/** @typedef {import('./state.js').Settings} Settings */

/**
 * @typedef {object} PageState
 * @property {Settings} settings
 * @property {Readonly<Record<string, string>>} sections attributes of the sections' tags by "section.attribute"; empty: taken away
 * @property {string | null} at the section that the link leads to; of a link that was read, whatever stands there
 */

/** @type {Readonly<PageState>} */
export const PAGE_DEFAULTS = Object.freeze({
  settings: DEFAULTS,
  sections: Object.freeze({}),
  at: null,
});

/** A section and one of its tag's attributes. */
const SECTION = /^[a-z]+\.[a-z-]+$/;

/** As much as a link is good for. */
const LONGEST = 20_000;

/**
 * @param {PageState} state
 * @returns {string} without the `#`; empty for the page as it stands
 */
export function writePage({ settings, sections, at }) {
  const parameters = new URLSearchParams(writeState(settings));
  for (const [name, value] of Object.entries(sections)) parameters.set(name, value);
  if (at !== null) parameters.set('at', at);
  const text = parameters.toString();
  return text === '' || parameters.has('v') ? text : `v=1&${text}`;
}

/**
 * @param {string} fragment with or without the `#`
 * @returns {{ state: PageState, problems: string[] }} problems: one sentence each
 */
export function readPage(fragment) {
  const { settings, problems } = readState(fragment);
  const parameters = new URLSearchParams(fragment.replace(/^#/, ''));
  if (parameters.get('v') !== '1') return { state: { ...PAGE_DEFAULTS, settings }, problems };
  const all = [...parameters].filter(([name]) => SECTION.test(name));
  const long = all.filter(([, value]) => value.length > LONGEST).map(([name]) => name);
  const sections = Object.fromEntries(all.filter(([name]) => !long.includes(name)));
  return {
    state: { settings, sections, at: parameters.get('at') },
    problems: [...problems, ...long.map((name) => `${name} is longer than ${LONGEST} characters.`)],
  };
}
