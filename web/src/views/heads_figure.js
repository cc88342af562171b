// All heads as small multiples with their mean, each a button that enlarges it; the enlarged one above.
import { CellNumbers } from './cell_numbers.js';
import { ColourBar } from './colour_bar.js';
import { weightScale } from './colour_scale.js';
import { planTiles, tileStep } from './heads_plan.js';
import { MapFigure } from './map_figure.js';
import { printNumbers } from './matrix.js';
import { node, setAttribute, setHidden, setText } from './nodes.js';
import { fixed, largestMagnitude } from './numbers.js';
import { drawnWeight, headCount, mean, printedWeight, sliceOf } from './picture.js';
import { Plate } from './plate.js';
import { fill, isolate } from './strings.js';
import { TileSheet } from './tile_sheet.js';
import { areIndices } from './token_text.js';

/** @typedef {import('./look.js').Figure} Figure */
/** @typedef {import('./look.js').Look} Look */
/** @typedef {import('./picture.js').HeadChoice} HeadChoice */
/** @typedef {import('./picture.js').Picture} Picture */
/** @typedef {import('./colour_scale.js').ColourScale} ColourScale */
/** @typedef {import('./heads_plan.js').TilesPlan} TilesPlan */

/** A head's button: its name, its mean entropy, and the frame of its cells, which the sheet beneath it shows. */
class HeadTile {
  #title;
  #entropy;
  #numbers;

  /**
   * @param {Document} document
   * @param {HeadChoice} head
   */
  constructor(document, head) {
    this.head = head;
    this.plate = new Plate(document, 'map');
    this.#numbers = new CellNumbers(document);
    this.plate.root.append(this.#numbers.root);
    this.#title = node(document, 'span', { class: 'title' });
    this.#entropy = node(document, 'span', { class: 'entropy' });
    this.root = node(document, 'button', { class: 'tile', part: 'head' }, [
      node(document, 'span', { class: 'heading' }, [this.#title, ' ', this.#entropy]),
      this.plate.root,
    ]);
    this.root.type = 'button';
  }

  /**
   * @param {Picture} picture
   * @param {Look} look
   * @param {ColourScale} scale
   * @param {{ plan: TilesPlan, enlarged: boolean }} options
   */
  update(picture, look, scale, { plan: { row, column }, enlarged }) {
    const slice = sliceOf(picture, this.head);
    const { strings } = look;
    const entropy = fixed(mean(slice.entropy));
    const title =
      this.head === 'mean' ? strings.meanHeadShort : fill(strings.head, { head: this.head });
    setText(this.#title, title);
    setText(this.#entropy, fill(strings.entropyShort, { entropy }));
    setAttribute(this.root, 'aria-pressed', String(enlarged));
    const { rows, columns } = slice;
    const size = { rows, columns, width: column.length, height: row.length };
    this.plate.resize(size, picture.pattern !== null);
    printNumbers(this.#numbers, {
      at: (index) => drawnWeight(slice, index),
      rows,
      columns,
      column,
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
  #sheet;
  #bar;
  /** @type {HeadTile[]} */
  #tiles = [];
  #columns = 1;
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
    this.#sheet = new TileSheet(document);
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
   * @param {Picture} picture
   * @param {Look} look
   * @param {HeadChoice | 'all'} choice
   */
  update(picture, look, choice) {
    this.#choice = choice;
    const heads = headCount(picture);
    this.#fill(heads);
    const { strings } = look;
    const [, rows, columns] = picture.shape;
    const plan = planTiles(look, {
      count: this.#tiles.length,
      rows,
      columns,
      enlarged: choice !== 'all',
    });
    this.#place(plan, choice);
    if (choice !== 'all') this.#map.update(picture, { ...look, room: plan.large }, choice);
    setText(this.#caption, captionOf(picture, strings, choice === 'all'));
    setAttribute(this.#grid, 'aria-label', fill(strings.headsLabel, { heads }));
    // One scale for all, or the heads could not be compared.
    const scale = weightScale({ ...look, largest: () => largestOf(picture) });
    for (const tile of this.#tiles)
      tile.update(picture, look, scale, { plan, enlarged: tile.head === choice });
    this.#paint(picture, look, scale, plan);
    this.#rove(this.#tiles.find((tile) => tile.head === choice) ?? this.#tiles[0]);
    if (choice === 'all') {
      this.#bar.update({
        title: strings.weight,
        scale,
        colours: look.colours,
        width: Math.min(look.em * 13, look.room * 0.6),
        look,
      });
    }
    this.highlight(null);
  }

  /**
   * @param {TilesPlan} plan
   * @param {HeadChoice | 'all'} choice
   */
  #place(plan, choice) {
    setHidden(this.#enlarged, choice === 'all');
    setHidden(this.#bar.root, choice !== 'all');
    this.root.classList.toggle('beside', plan.beside);
    this.#enlarged.style.width = plan.beside ? `${plan.large}px` : '';
    this.#columns = plan.tiles.columns;
    const { style } = this.#grid;
    style.gridTemplateColumns = `repeat(${plan.tiles.columns}, ${plan.width}px)`;
    style.setProperty('--tile-gap', `${plan.gap}px`);
    style.setProperty('--tile-line', `${plan.line}px`);
    style.setProperty('--tile-heading', `${plan.heading}px`);
  }

  /**
   * @param {Picture} picture
   * @param {Look} look
   * @param {ColourScale} scale
   * @param {TilesPlan} plan
   */
  #paint(picture, look, scale, { tiles, cells, row, column }) {
    this.#sheet.resize(tiles, cells, look.dpr);
    const samples = { width: column.pixels, height: row.pixels };
    this.#tiles.forEach(({ head }, place) => {
      const { painted } = sliceOf(picture, head);
      const left = (place % tiles.columns) * tiles.across;
      const top = Math.floor(place / tiles.columns) * tiles.down + cells.top;
      this.#sheet.put(left, top, samples, (rgba) =>
        look.pixels({
          ...painted,
          ...samples,
          pool: 'mean',
          transform: scale.transform,
          domain: scale.domain,
          palette: look.colours,
          into: rgba,
        }),
      );
    });
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
    this.#grid.replaceChildren(this.#sheet.root, ...this.#tiles.map((tile) => tile.root));
  }

  /**
   * Only one tile is a stop of the Tab key; the arrow keys go on from it.
   * @param {HeadTile} current
   */
  #rove(current) {
    for (const { root } of this.#tiles) {
      const stop = root === current.root ? 0 : -1;
      if (root.tabIndex !== stop) root.tabIndex = stop;
    }
  }

  /** @param {KeyboardEvent} event */
  #walk(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const at = this.#tiles.findIndex((tile) => tile.root === event.target);
    const to = tileStep(event.key, at, this.#tiles.length, this.#columns);
    if (at < 0 || to === null) return;
    event.preventDefault();
    event.stopPropagation();
    this.#rove(this.#tiles[to]);
    this.#tiles[to].root.focus();
  }

  /** @param {import('./look.js').Focus | null} focus */
  highlight(focus) {
    this.#map.highlight(focus);
    for (const tile of this.#tiles) tile.plate.highlight(focus);
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
    for (const { head, plate } of this.#tiles) {
      const cell = plate.locate(clientX, clientY);
      if (cell) return { head, ...cell };
    }
    return null;
  }
}

/**
 * @param {Picture} picture
 * @returns {number} the largest weight of all heads
 */
function largestOf({ weights, shape: [heads, rows, columns] }) {
  const size = rows * columns;
  const each = Array.from({ length: heads }, (_, head) =>
    largestMagnitude(weights.read(head * size, size)),
  );
  return Math.max(...each);
}

/** More tokens than this are no line any more. */
const MOST_NAMED = 40;

/**
 * @param {Picture} picture
 * @param {import('./strings.js').Strings} strings
 * @param {boolean} alone no enlarged map has the tokens beside its cells
 * @returns {string} what rows and columns are, with their tokens in order where nothing else names them
 */
function captionOf({ queryTokens, keyTokens }, strings, alone) {
  const named = (/** @type {string} */ axis, /** @type {string[]} */ tokens) => {
    const isNamed = alone && tokens.length <= MOST_NAMED && !areIndices(tokens);
    return isNamed ? `${axis}: ${tokens.map(isolate).join(' · ')}` : axis;
  };
  const isOne = queryTokens.join('\n') === keyTokens.join('\n');
  const queries = isOne ? strings.queriesAxis : named(strings.queriesAxis, queryTokens);
  return `${queries}, ${named(strings.keysAxis, keyTokens)}`;
}
