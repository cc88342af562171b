// What the figures of the concepts have in common: drawn by update from a model of plain numbers, answered by acts.

/** @typedef {import('../look.js').Look} Look */

/**
 * What a figure may ask for.
 * @typedef {object} Acts
 * @property {(changes: Record<string, string | null>) => void} set attributes of the tag become these; null takes one away
 * @property {(text: string, options?: { spoken?: boolean, locked?: boolean }) => void} read the readout line says this; empty: the
 *   figure's hint. spoken: to assistive technology too, for what keys do and not for what a mouse passes; locked: it stays, and the
 *   line says so and how to let go
 */

/**
 * @template Model
 * @typedef {object} ConceptFigure
 * @property {HTMLElement} root
 * @property {string} hint what can be done here
 * @property {HTMLElement | null} [readoutPlace] where the readout line is near what it speaks of; none: below the figure
 * @property {(model: Model, look: Look) => void} update
 */

/**
 * Numbers with their names, as a table that is exported.
 * @typedef {object} NumberTable
 * @property {string} name
 * @property {readonly (string | number)[]} rows names, one a row
 * @property {readonly (string | number)[]} columns names, one a column
 * @property {ArrayLike<number>} values rows × columns
 */
export {};
