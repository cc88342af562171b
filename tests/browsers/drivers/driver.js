// What the suites ask of a browser, whoever drives it.

/**
 * Coordinates are CSS px of the viewport; input goes through the browser as a reader's would.
 * @typedef {object} Driver
 * @property {string} name as a person would call the browser
 * @property {string} version
 * @property {(url: string) => Promise<void>} open resolves when the page has loaded
 * @property {(source: string, args: unknown[]) => Promise<string | null>} call runs the text of a function in the page, waits for
 *   its promise, and gives its result as JSON; rejects with the page's message
 * @property {(x: number, y: number) => Promise<void>} moveTo
 * @property {(x: number, y: number) => Promise<void>} click
 * @property {(key: string) => Promise<void>} press a key by its DOM name, with "Control+" or "Shift+" before it
 * @property {(x: number, y: number) => Promise<void>} tap with a finger; a driver without one does what it does for it
 * @property {(x: number, y: number, down: number) => Promise<void>} wheel
 * @property {() => Promise<string>} screenshot of the viewport, a PNG in base64
 * @property {() => Promise<void>} close ends every process that was started
 */

/** @typedef {() => Promise<Driver>} Launch */

/**
 * The text of a function that calls another with its arguments and gives the answer as JSON. JSON, since drivers take apart other
 * answers value by value.
 * @param {string} source
 */
export const answeringJson = (source) =>
  `async (...args) => JSON.stringify((await (${source})(...args)) ?? null)`;
