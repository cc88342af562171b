// The shadow tree around the figure: error message, figure, readout, note, table, live region, and the slot
// for what the author put inside the tag.
import { SaveMenu } from '../views/export/save_menu.js';
import { LiveRegion } from '../views/live_region.js';
import { node, setHidden, setText } from '../views/nodes.js';
import { sliceOf } from '../views/picture.js';
import { cellFacts, outputFact, readoutLine } from '../views/readout.js';
import { fill } from '../views/strings.js';
import { KEYS_HINT_ID } from '../views/walkable.js';
import { LARGEST_TABLE, tableFits, weightTable } from '../views/weight_table.js';

/** @typedef {import('../views/look.js').Focus} Focus */
/** @typedef {import('../views/picture.js').HeadChoice} HeadChoice */
/** @typedef {import('../views/picture.js').Picture} Picture */
/** @typedef {import('../views/strings.js').Strings} Strings */

export class Frame {
  #document;
  #error;
  #errorDetail;
  #errorKept;
  #readout;
  #facts;
  #locked;
  #more;
  #steps;
  #note;
  #details;
  #tableRoom;
  #save;
  #empty;
  #hold;
  #live;
  #slot;
  /** @type {(() => HTMLElement) | null} */
  #table = null;
  /** @type {boolean | null} */
  #fallback = null;

  /**
   * @param {Document} document
   * @param {Strings} strings
   * @param {{ step: (key: string) => void, saves: import('../views/export/save_menu.js').Saves }} on step: a finger asks for what an
   *   arrow key does
   */
  constructor(document, strings, { step, saves }) {
    this.#document = document;
    this.strings = strings;
    this.probe = node(document, 'div', { class: 'probe' });
    this.#errorDetail = node(document, 'span', { class: 'detail' });
    this.#errorKept = node(document, 'span', { class: 'kept', text: strings.errorKept });
    this.#error = node(document, 'div', { class: 'error', part: 'error', role: 'alert' });
    this.picture = node(document, 'div', { class: 'picture', part: 'picture' });
    this.#facts = node(document, 'span', { class: 'facts' });
    this.#locked = node(document, 'span', { class: 'locked', text: ` · ${strings.lockedHint}` });
    this.#more = node(document, 'span', { class: 'line more' });
    this.#readout = node(document, 'p', { class: 'readout', part: 'readout', hidden: true }, [
      node(document, 'span', { class: 'line' }, [this.#facts, this.#locked]),
      this.#more,
    ]);
    this.#steps = stepButtons(document, strings, step);
    this.#note = node(document, 'p', { class: 'note', part: 'note' });
    this.#empty = node(document, 'p', { class: 'empty', part: 'empty' });
    this.#tableRoom = node(document, 'div', { class: 'table-room' });
    this.#details = node(document, 'details', { part: 'table' }, [
      node(document, 'summary', { text: strings.tableSummary }),
      this.#tableRoom,
    ]);
    this.#details.addEventListener('toggle', () => this.#fillTable());
    this.#save = new SaveMenu(document, strings, saves).root;
    this.#live = new LiveRegion(document);
    this.#slot = node(document, 'slot');
    // Hidden: it describes maps, and is nothing to be read by itself where there is none.
    const hint = node(document, 'div', { text: strings.mapHint });
    hint.hidden = true;
    hint.id = KEYS_HINT_ID;
    this.root = node(document, 'div', { class: 'root', part: 'root' }, [
      this.#error,
      this.#empty,
      this.picture,
      this.#readout,
      this.#steps,
      this.#note,
      node(document, 'div', { class: 'below' }, [this.#details, this.#save]),
      this.#live.root,
      hint,
    ]);
    this.#hold = node(document, 'div', { class: 'hold' }, [this.root, this.#slot]);
    // The probe stands outside the root: it must inherit the page's colour itself.
    this.content = [this.probe, this.#hold];
    this.showFallback(true);
    this.setError(null, false);
  }

  /**
   * The page must not move when the figure comes.
   * @param {number | null} height CSS px that are kept for it; null: none
   */
  reserve(height) {
    this.#hold.style.minHeight = height === null ? '' : `${height}px`;
  }

  /** @param {boolean} fallback the author's content instead of a figure */
  showFallback(fallback) {
    if (this.#fallback === fallback && this.#empty.hidden) return;
    this.#fallback = fallback;
    setHidden(this.#slot, !fallback);
    const parts = [this.picture, this.#readout, this.#steps, this.#note, this.#details, this.#save];
    for (const part of parts) setHidden(part, fallback);
    setHidden(this.#empty, true);
  }

  /** @param {HTMLElement | null} place where the readout goes; null: below the figure */
  placeReadout(place) {
    if (place) {
      if (this.#readout.parentNode !== place) place.append(this.#readout, this.#steps);
    } else if (this.#readout.previousSibling !== this.picture)
      this.picture.after(this.#readout, this.#steps);
  }

  /** @param {HTMLElement} part what stands under the figure and its readout */
  placeBelow(part) {
    if (this.#note.previousSibling !== part) this.#note.before(part);
  }

  /**
   * There is no token to draw, or no data at all: no figure, and no message of trouble either.
   * @param {'empty' | 'noData'} which
   */
  showEmpty(which) {
    this.showFallback(true);
    this.#slot.hidden = true;
    this.#empty.hidden = false;
    setText(this.#empty, this.strings[which]);
  }

  /**
   * @param {string | null} message null takes the message away
   * @param {boolean} kept a good map is still shown
   */
  setError(message, kept) {
    setHidden(this.#error, message === null);
    if (message === null) setText(this.#errorDetail, '');
    setHidden(this.#errorKept, !kept);
    // A repeated message is not announced again.
    if (message === null || this.#errorDetail.textContent === message) return;
    setText(this.#errorDetail, message);
    const title = node(this.#document, 'span', { class: 'title', text: this.strings.errorTitle });
    this.#error.replaceChildren(title, this.#errorDetail, this.#errorKept);
  }

  /** @param {string} text empty for none */
  setNote(text) {
    setText(this.#note, text);
    setHidden(this.#note, text === '');
  }

  /**
   * @param {Picture} picture
   * @param {Focus | null} focus
   * @param {{ spoken: boolean, hint: 'hint' | 'headsHint' }} options hint: shown where nothing is pointed at
   */
  read(picture, focus, { spoken, hint }) {
    const { strings } = this;
    setHidden(this.#locked, !focus?.locked);
    setHidden(this.#steps, !focus?.locked);
    this.#facts.classList.toggle('idle', !focus);
    if (!focus) {
      setText(this.#facts, strings[hint]);
      setText(this.#more, '');
      return;
    }
    const slice = sliceOf(picture, focus.head);
    const line = readoutLine(cellFacts({ picture, slice, ...focus, strings }));
    setText(this.#facts, line);
    setText(this.#more, outputFact(slice, focus.row, strings));
    if (spoken) this.#say(line, focus.locked);
  }

  /**
   * @param {string} line
   * @param {boolean} locked
   */
  #say(line, locked) {
    this.#live.say(locked ? readoutLine([line, this.strings.locked]) : line);
  }

  /**
   * One line under a figure that says itself what it says.
   * @param {string} text
   * @param {{ idle: boolean, spoken: boolean, locked: boolean }} options idle: what can be done, and nothing that is pointed at
   */
  write(text, { idle, spoken, locked }) {
    setHidden(this.#locked, idle || !locked);
    setHidden(this.#steps, true);
    this.#facts.classList.toggle('idle', idle);
    setText(this.#facts, text);
    setText(this.#more, '');
    if (spoken && !idle) this.#say(text, locked);
  }

  /** @param {boolean} busy more numbers are on their way */
  setBusy(busy) {
    if (busy) this.root.setAttribute('aria-busy', 'true');
    else this.root.removeAttribute('aria-busy');
  }

  /** There is no table of weights to offer. */
  dropTable() {
    this.#table = null;
    setHidden(this.#details, true);
  }

  /**
   * Offer the numbers of a head as a table; it is built when somebody opens it.
   * @param {Picture} picture
   * @param {HeadChoice} head
   */
  setTable(picture, head) {
    setHidden(this.#details, false);
    const { strings } = this;
    const [heads, rows, columns] = picture.shape;
    const headName =
      head === 'mean' ? fill(strings.meanHead, { heads }) : fill(strings.head, { head });
    const sizes = { rows, columns, most: LARGEST_TABLE };
    this.#table = () =>
      tableFits(picture)
        ? weightTable(this.#document, { picture, slice: sliceOf(picture, head), headName, strings })
        : node(this.#document, 'p', { text: fill(strings.tableTooLarge, sizes) });
    this.#fillTable();
  }

  #fillTable() {
    if (!this.#details.open || !this.#table) return;
    this.#tableRoom.replaceChildren(this.#table());
  }

  /** Nothing more will be spoken. */
  stop() {
    this.#live.stop();
  }
}

/**
 * Buttons for fingers, which cannot hit small cells: shown where the pointer is coarse and a cell is locked.
 * @param {Document} document
 * @param {Strings} strings
 * @param {(key: string) => void} step
 * @returns {HTMLElement}
 */
function stepButtons(document, strings, step) {
  const arrows = { ArrowLeft: '←', ArrowUp: '↑', ArrowDown: '↓', ArrowRight: '→' };
  const buttons = Object.entries(arrows).map(([key, text]) => {
    const button = node(document, 'button', { text });
    button.type = 'button';
    button.addEventListener('click', () => step(key));
    return button;
  });
  return node(
    document,
    'div',
    { class: 'steps', part: 'steps', role: 'group', label: strings.step },
    buttons,
  );
}
