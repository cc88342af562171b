// Heads as cards on one canvas: a small map each, and its measures under it; a card is a button that enlarges its head.
import { weightScale } from '../colour_scale.js';
import { planTiles, tileStep } from '../heads_plan.js';
import { children, node, setAttribute, setText } from '../nodes.js';
import { largestMagnitude } from '../numbers.js';
import { Plate } from '../plate.js';
import { TileSheet } from '../tile_sheet.js';

/** @typedef {import('../look.js').Look} Look */
/** @typedef {import('../heads_plan.js').TilesPlan} TilesPlan */

/**
 * @typedef {object} Card
 * @property {number} head
 * @property {string} title
 * @property {{ name: string, value: string, on: boolean }[]} facts on: what the cards are sorted by
 * @property {boolean} pressed
 * @property {object} [mask] as the core takes it
 */

/** Lines of facts, in em. */
const LINE_EM = 1.35;
const INSET_EM = 0.4;
/** A fact with its number. */
const LEAST_EM = 10;

export class HeadCards {
  #document;
  #chosen;
  #sheet;
  #list;
  /** @type {{ root: HTMLButtonElement, title: HTMLElement, plate: Plate, facts: HTMLElement, head: number }[]} */
  #cards = [];
  #columns = 1;

  /**
   * @param {Document} document
   * @param {(head: number) => void} chosen
   */
  constructor(document, chosen) {
    this.#document = document;
    this.#chosen = chosen;
    this.#sheet = new TileSheet(document);
    this.#list = node(document, 'div', { class: 'tiles head-cards', role: 'group' });
    this.#list.addEventListener('keydown', (event) => this.#walk(event));
    this.root = this.#list;
  }

  /**
   * @param {{ label: string, cards: Card[], weights: { data: Float32Array, shape: readonly number[] }, enlarged: boolean }} content
   * @param {Look} look
   * @returns {TilesPlan} where they stand, and what room is left for an enlarged one
   */
  update({ label, cards, weights, enlarged }, look) {
    const [, rows, columns] = weights.shape;
    const lines = cards[0]?.facts.length ?? 0;
    const plan = planTiles(look, {
      count: Math.max(1, cards.length),
      rows,
      columns,
      enlarged,
      footing: lines * LINE_EM + INSET_EM,
      least: LEAST_EM,
    });
    this.#fill(cards.length);
    this.#columns = plan.tiles.columns;
    const { style } = this.root;
    style.gridTemplateColumns = `repeat(${plan.tiles.columns}, ${plan.width}px)`;
    for (const [name, px] of Object.entries({
      gap: plan.gap,
      line: plan.line,
      heading: plan.heading,
      footing: plan.footing,
    }))
      style.setProperty(`--tile-${name}`, `${px}px`);
    setAttribute(this.root, 'aria-label', label);
    const size = { rows, columns, width: plan.column.length, height: plan.row.length };
    cards.forEach((card, place) => {
      this.#show(place, card, size);
    });
    this.#paint(cards, weights, look, plan);
    const pressed = cards.findIndex((card) => card.pressed);
    this.#rove(Math.max(0, pressed));
    return plan;
  }

  /** @param {number} count */
  #fill(count) {
    if (count === this.#cards.length) return;
    this.#cards = Array.from({ length: count }, () => {
      const title = node(this.#document, 'span', { class: 'title' });
      const plate = new Plate(this.#document, 'map');
      const facts = node(this.#document, 'span', { class: 'card-facts' });
      const root = node(this.#document, 'button', { class: 'tile', part: 'head' }, [
        node(this.#document, 'span', { class: 'heading' }, [title]),
        plate.root,
        facts,
      ]);
      root.type = 'button';
      const card = { root, title, plate, facts, head: 0 };
      root.addEventListener('click', () => this.#chosen(card.head));
      return card;
    });
    this.root.replaceChildren(this.#sheet.root, ...this.#cards.map(({ root }) => root));
  }

  /**
   * @param {number} place
   * @param {Card} content
   * @param {import('../plate.js').PlateSize} size
   */
  #show(place, { head, title, facts, pressed, mask }, size) {
    const card = this.#cards[place];
    card.head = head;
    setText(card.title, title);
    setAttribute(card.root, 'aria-pressed', String(pressed));
    card.plate.resize(size, mask !== undefined);
    const lines = children(card.facts, facts.length, () =>
      node(this.#document, 'span', {}, [
        node(this.#document, 'span'),
        ' ',
        node(this.#document, 'span'),
      ]),
    );
    lines.forEach((line, index) => {
      const { name, value, on } = facts[index];
      const [term, number] = Array.from(line.children);
      setText(term, name);
      setText(number, value);
      line.classList.toggle('on', on);
    });
  }

  /**
   * @param {Card[]} cards
   * @param {{ data: Float32Array, shape: readonly number[] }} weights
   * @param {Look} look
   * @param {TilesPlan} plan
   */
  #paint(cards, weights, look, { tiles, cells, row, column }) {
    // One scale for all, or the heads could not be compared.
    const scale = weightScale({ ...look, largest: () => largestMagnitude(weights.data) });
    const samples = { width: column.pixels, height: row.pixels };
    this.#sheet.resize({ ...tiles, count: Math.max(1, cards.length) }, cells, look.dpr);
    cards.forEach(({ head, mask }, place) => {
      const left = (place % tiles.columns) * tiles.across;
      const top = Math.floor(place / tiles.columns) * tiles.down + cells.top;
      this.#sheet.put(left, top, samples, (rgba) =>
        look.pixels({
          weights,
          head,
          ...(mask ? { mask } : {}),
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

  /**
   * Only one card is a stop of the Tab key; the arrow keys go on from it.
   * @param {number} current
   */
  #rove(current) {
    this.#cards.forEach(({ root }, place) => {
      const stop = place === current ? 0 : -1;
      if (root.tabIndex !== stop) root.tabIndex = stop;
    });
  }

  /** @param {KeyboardEvent} event */
  #walk(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const at = this.#cards.findIndex(({ root }) => root === event.target);
    const to = tileStep(event.key, at, this.#cards.length, this.#columns);
    if (at < 0 || to === null) return;
    event.preventDefault();
    this.#rove(to);
    this.#cards[to].root.focus();
  }
}
