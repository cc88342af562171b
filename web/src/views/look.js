// How a figure is to be drawn: colours, room, type and texts. Decided by the element, read by every view.

/** @typedef {import('./picture.js').Painted} Painted */
/** @typedef {import('./strings.js').Strings} Strings */

/**
 * The core's pixels: cells to colours. Masked cells, NaN and −∞ come out transparent.
 * @typedef {(options: Painted & {
 *   width: number, height: number, pool: 'mean' | 'max', transform: 'linear' | 'log', domain: [number, number],
 *   palette: Uint8ClampedArray, into: Uint8ClampedArray,
 * }) => void} Pixels
 */

/**
 * @typedef {object} Look
 * @property {Uint8ClampedArray} colours 256 × RGBA for weights
 * @property {Uint8ClampedArray} signed 256 × RGBA for scores, values and outputs
 * @property {'linear' | 'log'} transform of weights into colours
 * @property {'fixed' | 'map'} domain of weights: 0…1, or 0 to the largest shown
 * @property {number} room CSS px of width
 * @property {number} tallest CSS px of height that a map may take
 * @property {number} dpr device pixels in a CSS px
 * @property {number} em CSS px of the figure's type
 * @property {(text: string) => number} measure CSS px of a text in the figure's type
 * @property {string} ink CSS colour of text
 * @property {import('../palettes.js').Scheme} scheme of the ground that the figure stands on
 * @property {boolean} [printed] no frame follows: what is drawn piece by piece is drawn whole
 * @property {Strings} strings
 * @property {Pixels} pixels
 */

/**
 * A cell that is pointed at or locked.
 * @typedef {object} Focus
 * @property {import('./picture.js').HeadChoice} head
 * @property {number} row query
 * @property {number} column key
 * @property {boolean} locked
 */

/**
 * What every figure is: drawn by update, pointed at by highlight, asked by locate.
 * @typedef {object} Figure
 * @property {HTMLElement} root
 * @property {HTMLElement | null} widget what takes the arrow keys; null where nothing does
 * @property {'hint' | 'headsHint'} [hint] the text that says what can be done; none: 'hint'
 * @property {HTMLElement | null} [readoutPlace] where the readout is near what it speaks of; none: below the figure
 * @property {(picture: import('./picture.js').Picture, look: Look, head: import('./picture.js').HeadChoice | 'all') => void} update
 * @property {(focus: Focus | null) => void} highlight
 * @property {(clientX: number, clientY: number) => { head: import('./picture.js').HeadChoice, row: number, column: number } | null} locate
 */

/** CSS px of a line of the figure's type. */
export const lineOf = (/** @type {Look} */ look) => Math.ceil(look.em * 1.3);
