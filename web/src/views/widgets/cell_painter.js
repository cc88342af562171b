// A brush for the cells of a panel: a press turns a cell over, and a drag with a mouse or pen gives every cell that it passes the
// same. A finger that moves scrolls the page; it taps.

/** @typedef {{ row: number, column: number }} Place */

export class CellPainter {
  #panel;
  #on;
  /** @type {{ last: Place, mark: boolean } | null} */
  #stroke = null;
  /** Whether the click that follows belongs to a stroke that is done already. */
  #spent = false;

  /**
   * @param {import('./matrix_panel.js').MatrixPanel} panel
   * @param {{ begin: (cell: Place) => boolean | null, paint: (cells: Place[], mark: boolean) => void, end: () => void }} on
   *   begin: what the stroke makes of every cell that it passes, opposite to what this one is; null where nothing may be painted
   */
  constructor(panel, on) {
    this.#panel = panel;
    this.#on = on;
    const { root } = panel;
    root.addEventListener('pointerdown', (event) => this.#down(event));
    root.addEventListener('pointermove', (event) => this.#move(event));
    for (const name of ['pointerup', 'pointercancel', 'lostpointercapture'])
      root.addEventListener(name, () => this.#lift());
  }

  /**
   * A click, a tap or a key on a cell.
   * @param {Place} cell
   * @returns {boolean} whether it was for the brush
   */
  press(cell) {
    if (this.#spent) {
      this.#spent = false;
      return true;
    }
    const mark = this.#on.begin(cell);
    if (mark === null) return false;
    this.#on.paint([cell], mark);
    this.#on.end();
    return true;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    this.#spent = false;
    if (event.pointerType === 'touch' || event.button !== 0) return;
    const cell = this.#panel.locate(event.clientX, event.clientY);
    const mark = cell && this.#on.begin(cell);
    if (!cell || mark === null) return;
    this.#stroke = { last: cell, mark };
    this.#panel.root.setPointerCapture(event.pointerId);
    this.#on.paint([cell], mark);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const stroke = this.#stroke;
    if (!stroke) return;
    const cell = this.#panel.locate(event.clientX, event.clientY);
    if (!cell || (cell.row === stroke.last.row && cell.column === stroke.last.column)) return;
    this.#on.paint(between(stroke.last, cell), stroke.mark);
    stroke.last = cell;
  }

  #lift() {
    if (!this.#stroke) return;
    this.#stroke = null;
    this.#spent = true;
    this.#on.end();
  }
}

/**
 * The cells on the straight way from one to another: a fast pointer skips some.
 * @param {Place} from not among them
 * @param {Place} to
 * @returns {Place[]}
 */
function between(from, to) {
  const steps = Math.max(Math.abs(to.row - from.row), Math.abs(to.column - from.column));
  return Array.from({ length: steps }, (_, index) => {
    const at = (index + 1) / steps;
    return {
      row: Math.round(from.row + (to.row - from.row) * at),
      column: Math.round(from.column + (to.column - from.column) * at),
    };
  });
}
