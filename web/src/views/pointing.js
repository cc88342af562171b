// What is pointed at and what is locked: pointer, touch and keys in, one Focus out.
import { walk } from './walk.js';

/** @typedef {import('./look.js').Figure} Figure */
/** @typedef {import('./look.js').Focus} Focus */
/** @typedef {import('./picture.js').HeadChoice} HeadChoice */

/**
 * @typedef {object} Stage
 * @property {() => Figure | null} figure what is drawn now
 * @property {() => { heads: number, rows: number, columns: number, head: HeadChoice } | null} extent of what the keys walk
 * @property {(focus: Focus | null, spoken: boolean) => void} focused something else is pointed at
 * @property {() => boolean} leave Escape where nothing is locked; true: it led somewhere
 * @property {(cell: { row: number, column: number }) => boolean} [press] a click or Enter on a cell; true: it meant something else
 *   than locking it
 */

export class Pointing {
  #stage;
  /** @type {Focus | null} */
  #focus = null;

  /**
   * @param {HTMLElement} surface holds the figures; its listeners go with it
   * @param {Stage} stage
   */
  constructor(surface, stage) {
    this.#stage = stage;
    surface.addEventListener('pointermove', (event) => this.#move(event));
    surface.addEventListener('pointerleave', () => this.#hover(null));
    surface.addEventListener('click', (event) => this.#click(event));
    surface.addEventListener('keydown', (event) => this.#key(event));
    surface.addEventListener('focusout', () => this.#hover(null));
  }

  /** @returns {Focus | null} */
  get focus() {
    return this.#focus;
  }

  /**
   * Point at a cell from outside; out of the map is nothing.
   * @param {Focus | null} focus
   * @param {boolean} [spoken]
   */
  set(focus, spoken = false) {
    const before = this.#focus;
    if (
      before?.head === focus?.head &&
      before?.row === focus?.row &&
      before?.column === focus?.column &&
      before?.locked === focus?.locked
    ) {
      return;
    }
    this.#focus = focus;
    this.#stage.figure()?.highlight(focus);
    this.#stage.focused(focus, spoken);
  }

  /** The figure was drawn again, maybe smaller or with other heads: point at the same cell, if it is there. */
  renew() {
    const extent = this.#stage.extent();
    const focus = this.#focus;
    if (!focus) return;
    const inside = extent && focus.row < extent.rows && focus.column < extent.columns;
    const known = extent && (focus.head === 'mean' || focus.head < extent.heads);
    if (inside && known && (focus.head === extent.head || !focus.locked)) {
      this.#stage.figure()?.highlight(focus);
      this.#stage.focused(focus, false);
    } else if (inside) this.set({ ...focus, head: extent.head });
    else this.set(null);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    // A finger that moves scrolls the page; only its tap is for the map.
    if (event.pointerType === 'touch') return;
    this.#hover(this.#stage.figure()?.locate(event.clientX, event.clientY) ?? null);
  }

  /** @param {{ head: HeadChoice, row: number, column: number } | null} cell */
  #hover(cell) {
    if (this.#focus?.locked) return;
    this.set(cell && { ...cell, locked: false });
  }

  /** @param {MouseEvent} event */
  #click(event) {
    if (isButton(event.target)) return;
    const cell = this.#stage.figure()?.locate(event.clientX, event.clientY);
    if (!cell || this.#stage.press?.(cell)) return;
    const { head, row, column, locked } = this.#focus ?? { locked: false };
    const same = locked && head === cell.head && row === cell.row && column === cell.column;
    this.set({ ...cell, locked: !same }, true);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key === 'Escape') {
      if (this.escape()) event.preventDefault();
      return;
    }
    const extent = this.#stage.extent();
    if (!extent || event.target !== this.#stage.figure()?.widget) return;
    const at = this.#focus;
    if (event.key === 'Enter' || event.key === ' ') {
      const cell = at ?? { head: extent.head, row: 0, column: 0, locked: false };
      event.preventDefault();
      if (this.#stage.press?.(cell)) this.set(cell);
      else this.set({ ...cell, locked: !cell.locked }, true);
      return;
    }
    const to = at
      ? walk(event, at, extent)
      : walk(event, { row: 0, column: 0 }, extent) && { row: 0, column: 0 };
    if (!to) return;
    event.preventDefault();
    this.set({ head: extent.head, ...to, locked: at?.locked ?? false }, true);
  }

  /**
   * Move what is locked as an arrow key would, wherever the keyboard's focus is.
   * @param {string} key
   */
  step(key) {
    const extent = this.#stage.extent();
    const to = this.#focus && extent && walk({ key }, this.#focus, extent);
    if (this.#focus && to) this.set({ ...this.#focus, ...to }, true);
  }

  /** Let go of what is locked, or of what is pointed at. @returns {boolean} whether there was something to let go of */
  escape() {
    if (this.#focus?.locked) {
      this.set({ ...this.#focus, locked: false }, true);
      return true;
    }
    if (this.#focus) {
      this.set(null);
      return true;
    }
    return this.#stage.leave();
  }
}

/**
 * @param {EventTarget | null} target
 * @returns {boolean} whether a click belongs to a button instead of a cell
 */
function isButton(target) {
  return target instanceof Element && target.closest('button') !== null;
}
