// All heads as small multiples with their mean, each a button that enlarges it; the enlarged one above.
import { ColourBar } from './colour_bar.js';
import { weightScale } from './colour_scale.js';
import { fitSquare } from './geometry.js';
import { MapFigure } from './map_figure.js';
import { Matrix } from './matrix.js';
import { node, setText } from './nodes.js';
import { fixed, largestMagnitude } from './numbers.js';
import { headCount, mean, printedWeight, sliceOf } from './picture.js';
import { fill } from './strings.js';

/** @typedef {import('./look.js').Figure} Figure */
/** @typedef {import('./picture.js').HeadChoice} HeadChoice */

/** A small multiple is about this wide, in em; the room decides the rest. */
const TILE_EM = 11;
/** Beside an enlarged head they are smaller, so that all fit on one screen with it. */
const SMALL_TILE_EM = 8.5;
/** From this width on, the multiples stand beside the enlarged head. */
const BESIDE_EM = 64;

class HeadTile {
  #title;
  #entropy;

  /**
   * @param {Document} document
   * @param {HeadChoice} head
   */
  constructor(document, head) {
    this.head = head;
    this.matrix = new Matrix(document, 'map');
    this.#title = node(document, 'span', { class: 'title' });
    this.#entropy = node(document, 'span', { class: 'entropy' });
    this.root = node(document, 'button', { class: 'tile', part: 'head' }, [
      node(document, 'span', { class: 'heading' }, [this.#title, ' ', this.#entropy]),
      this.matrix.plate.root,
    ]);
    this.root.type = 'button';
  }

  /**
   * @param {import('./picture.js').Picture} picture
   * @param {import('./look.js').Look} look
   * @param {import('./colour_scale.js').ColourScale} scale
   * @param {{ size: ReturnType<typeof fitSquare>, enlarged: boolean }} options
   */
  update(picture, look, scale, { size, enlarged }) {
    const slice = sliceOf(picture, this.head);
    const { strings } = look;
    const entropy = fixed(mean(slice.entropy));
    const title =
      this.head === 'mean' ? strings.meanHeadShort : fill(strings.head, { head: this.head });
    setText(this.#title, title);
    setText(this.#entropy, fill(strings.entropyShort, { entropy }));
    this.root.setAttribute('aria-pressed', String(enlarged));
    this.matrix.update({
      values: slice.drawn,
      rows: slice.rows,
      columns: slice.columns,
      ...size,
      scale,
      colours: look.colours,
      look,
      print: (index) => printedWeight(slice, index),
      widest: fixed(0.88),
    });
  }
}

/** @implements {Figure} */
export class HeadsFigure {
  #document;
  #onHead;
  #map;
  #enlarged;
  #readoutPlace;
  #caption;
  #grid;
  #bar;
  /** @type {HeadTile[]} */
  #tiles = [];
  /** @type {HeadChoice | 'all'} */
  #choice = 'all';

  /**
   * @param {Document} document
   * @param {import('./strings.js').Strings} strings
   * @param {(head: HeadChoice | 'all') => void} onHead a head was chosen, or all again
   */
  constructor(document, strings, onHead) {
    this.#document = document;
    this.#onHead = onHead;
    this.#map = new MapFigure(document, strings);
    this.#readoutPlace = node(document, 'div');
    this.#enlarged = node(document, 'div', { class: 'enlarged' }, [
      this.#map.root,
      this.#readoutPlace,
    ]);
    this.#caption = node(document, 'div', { class: 'caption' });
    this.#grid = node(document, 'div', { class: 'tiles', role: 'group' });
    this.#grid.addEventListener('keydown', (event) => this.#walk(event));
    this.#bar = new ColourBar(document);
    this.root = node(document, 'div', { class: 'heads-figure' }, [
      this.#enlarged,
      node(document, 'div', { class: 'multiples' }, [this.#caption, this.#grid, this.#bar.root]),
    ]);
  }

  /** @returns {HTMLElement | null} */
  get widget() {
    return this.#choice === 'all' ? null : this.#map.widget;
  }

  /** @returns {'hint' | 'headsHint'} the text that says what can be done here */
  get hint() {
    return this.#choice === 'all' ? 'headsHint' : 'hint';
  }

  /** @returns {HTMLElement | null} under the enlarged map, above the others */
  get readoutPlace() {
    return this.#choice === 'all' ? null : this.#readoutPlace;
  }

  /**
   * @param {import('./picture.js').Picture} picture
   * @param {import('./look.js').Look} look
   * @param {HeadChoice | 'all'} choice
   */
  update(picture, look, choice) {
    this.#choice = choice;
    const heads = headCount(picture);
    this.#fill(heads);
    const { strings } = look;
    this.#enlarged.hidden = choice === 'all';
    this.#bar.root.hidden = choice !== 'all';
    const { large, small, beside } = rooms(look, choice !== 'all');
    this.root.classList.toggle('beside', beside);
    this.#enlarged.style.width = beside ? `${large}px` : '';
    if (choice !== 'all') this.#map.update(picture, { ...look, room: large }, choice);
    setText(this.#caption, `${strings.queriesAxis}, ${strings.keysAxis}`);
    this.#grid.setAttribute('aria-label', fill(strings.headsLabel, { heads }));
    const layout = tileLayout(this.#tiles.length, {
      room: small,
      em: look.em,
      tile: look.em * (beside ? SMALL_TILE_EM : TILE_EM),
    });
    this.#grid.style.gridTemplateColumns = `repeat(${layout.columns}, ${layout.width}px)`;
    const [, rows, columns] = picture.weights.shape;
    const size = fitSquare({
      rows,
      columns,
      width: layout.width,
      height: layout.width * 1.6,
      largest: layout.width,
      dpr: look.dpr,
    });
    // One scale for all, or the heads could not be compared.
    const scale = weightScale({ ...look, largest: largestMagnitude(picture.weights.data) });
    for (const tile of this.#tiles) {
      tile.update(picture, look, scale, { size, enlarged: tile.head === choice });
    }
    this.#rove(this.#tiles.find((tile) => tile.head === choice) ?? this.#tiles[0]);
    this.#bar.update({
      title: strings.weight,
      scale,
      colours: look.colours,
      width: Math.min(look.em * 13, look.room * 0.6),
    });
    this.highlight(null);
  }

  /** @param {number} heads */
  #fill(heads) {
    /** @type {HeadChoice[]} */
    const wanted = Array.from({ length: heads }, (_, head) => head);
    if (heads > 1) wanted.push('mean');
    if (wanted.length === this.#tiles.length) return;
    this.#tiles = wanted.map((head) => {
      const tile = new HeadTile(this.#document, head);
      // A second click on the enlarged head makes it small again.
      tile.root.addEventListener('click', () =>
        this.#onHead(this.#choice === tile.head ? 'all' : tile.head),
      );
      return tile;
    });
    this.#grid.replaceChildren(...this.#tiles.map((tile) => tile.root));
  }

  /**
   * Only one tile is a stop of the Tab key; the arrow keys go on from it.
   * @param {HeadTile} current
   */
  #rove(current) {
    for (const tile of this.#tiles) tile.root.tabIndex = tile === current ? 0 : -1;
  }

  /** @param {KeyboardEvent} event */
  #walk(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const at = this.#tiles.findIndex((tile) => tile.root === event.target);
    const columns = this.#grid.style.gridTemplateColumns.match(/repeat\((\d+)/)?.[1];
    const to = tileStep(event.key, at, this.#tiles.length, Number(columns ?? 1));
    if (at < 0 || to === null) return;
    event.preventDefault();
    event.stopPropagation();
    this.#rove(this.#tiles[to]);
    this.#tiles[to].root.focus();
  }

  /** @param {import('./look.js').Focus | null} focus */
  highlight(focus) {
    this.#map.highlight(focus);
    for (const tile of this.#tiles) tile.matrix.plate.highlight(focus);
  }

  /**
   * @param {number} clientX
   * @param {number} clientY
   */
  locate(clientX, clientY) {
    if (this.#choice !== 'all') {
      const large = this.#map.locate(clientX, clientY);
      if (large) return large;
    }
    for (const { head, matrix } of this.#tiles) {
      const cell = matrix.plate.locate(clientX, clientY);
      if (cell) return { head, ...cell };
    }
    return null;
  }
}

/**
 * @param {import('./look.js').Look} look
 * @param {boolean} enlarged
 * @returns {{ large: number, small: number, beside: boolean }} CSS px for the enlarged head and for the
 *   multiples, which stand beside it where the page is wide
 */
function rooms({ room, em }, enlarged) {
  const beside = enlarged && room >= em * BESIDE_EM;
  const large = beside ? Math.floor(room * 0.6) : room;
  return { large, small: beside ? room - large - em * 3 : room, beside };
}

/**
 * Tiles in lines of equal length, as near to their usual width as the room allows; never fewer than two.
 * @param {number} count
 * @param {{ room: number, em: number, tile: number }} size CSS px
 * @returns {{ columns: number, width: number }} width in CSS px
 */
function tileLayout(count, { room, em, tile }) {
  const gap = em * 1.2;
  const most = Math.max(2, Math.floor((room + gap) / (tile + gap)));
  const lines = Math.ceil(count / most);
  const columns = Math.max(1, Math.ceil(count / lines));
  const width = (room - gap * (Math.max(2, columns) - 1)) / Math.max(2, columns);
  return { columns, width: Math.floor(Math.min(width, tile * 1.5)) };
}

/**
 * @param {string} key
 * @param {number} at
 * @param {number} count
 * @param {number} columns
 * @returns {number | null} the tile that the key leads to, null for other keys and at the edges
 */
export function tileStep(key, at, count, columns) {
  const steps = /** @type {Record<string, number>} */ ({
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    ArrowDown: at + columns,
    ArrowUp: at - columns,
    Home: 0,
    End: count - 1,
  });
  const to = Object.hasOwn(steps, key) ? steps[key] : -1;
  return to >= 0 && to < count ? to : null;
}
