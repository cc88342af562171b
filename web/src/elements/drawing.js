// What a tag shows: its shadow tree, the figure of the chosen view, the controls, and what is pointed at.
import { AttentionError } from '../errors.js';
import { HeadsFigure } from '../views/heads_figure.js';
import { MapFigure } from '../views/map_figure.js';
import { setAttribute } from '../views/nodes.js';
import { sliceOf } from '../views/picture.js';
import { Pointing } from '../views/pointing.js';
import { StagesFigure } from '../views/stages_figure.js';
import { reservedHeight } from './attributes.js';
import { BelowFigure } from './below_figure.js';
import { ConceptStage } from './concept_stage.js';
import { Controls } from './controls.js';
import { Frame } from './frame.js';
import { lookOf, readHost, sameHost } from './host_look.js';
import { adoptStyles } from './host_styles.js';

/** @typedef {import('./attributes.js').Attributes} Attributes */
/** @typedef {import('./shared_engine.js').Engine} Engine */
/** @typedef {import('../readers/json.js').Input} Input */
/** @typedef {import('./compute.js').Computed} Computed */
/** @typedef {import('./concepts/compute_concept.js').ComputedConcept} ComputedConcept */
/** @typedef {Input['kind'] | 'chapter'} Kind */
/** @typedef {import('../engine/pixels.js').PixelOptions} PixelOptions */
/** @typedef {import('../views/look.js').Figure} Figure */
/** @typedef {import('../views/look.js').Focus} Focus */
/** @typedef {import('../views/look.js').Look} Look */
/** @typedef {import('../views/picture.js').HeadChoice} HeadChoice */
/** @typedef {import('../views/picture.js').Picture} Picture */
/** @typedef {import('../views/strings.js').Strings} Strings */

/**
 * @typedef {object} Listeners
 * @property {(changes: Record<string, string | null>) => void} change the reader asks for other attributes; null: without it
 * @property {(detail: { head: HeadChoice | null, row: number | null, column: number | null, locked: boolean,
 *   weight: number | null }) => void} select something else is pointed at
 * @property {import('../views/export/save_menu.js').Saves} saves
 * @property {() => void} moved the host page is not what it was when it was looked at
 */

/** After the last drawing, so that looking at the host never stands between a keystroke and its picture. */
const REST_MS = 100;

export class Drawing {
  #host;
  #strings;
  #on;
  #pointing;
  #concepts;
  #below;
  /** @type {Figure | null} */
  #figure = null;
  /** @type {Controls | null} */
  #controls = null;
  /** @type {Picture | null} */
  #picture = null;
  #view = '';
  /** What the host page decided when it was last looked at. @type {import('./host_look.js').HostFacts | null} */
  #facts = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #looking;
  /** @type {HeadChoice | 'all'} */
  #head = 0;

  /**
   * Fill the shadow root of a tag.
   * @param {HTMLElement} host
   * @param {ShadowRoot} root
   * @param {Strings} strings
   * @param {Listeners} on
   */
  constructor(host, root, strings, on) {
    this.#host = host;
    this.#strings = strings;
    this.#on = on;
    this.frame = new Frame(host.ownerDocument, strings, {
      step: (key) => this.#pointing.step(key),
      saves: on.saves,
    });
    root.replaceChildren();
    adoptStyles(root);
    root.append(...this.frame.content);
    this.frame.reserve(reservedHeight(host));
    this.#concepts = new ConceptStage(this.frame, strings, on.change);
    this.#below = new BelowFigure(this.frame, strings, {
      escape: () => this.#pointing.escape(),
      change: on.change,
    });
    this.#pointing = new Pointing(this.frame.picture, {
      figure: () => this.#figure,
      extent: () => this.#extent(),
      focused: (now, spoken) => this.#focused(now, spoken),
      leave: () => this.#leaveHead(),
    });
  }

  /** @returns {Focus | null} */
  get focus() {
    return this.#pointing.focus;
  }

  /** @param {Focus | null} focus */
  set focus(focus) {
    this.#pointing.set(focus);
  }

  /**
   * @param {Engine} engine
   * @param {Computed | ComputedConcept} computed
   * @param {Kind} kind of the data
   * @param {Attributes} attributes
   * @throws {AttentionError} for a head that is not there; nothing has been drawn then
   */
  paint(engine, computed, kind, attributes) {
    const { frame } = this;
    frame.reserve(attributes.height ?? null);
    const look = () =>
      lookOf(this.#hostFacts(), this.#host.ownerDocument, attributes, {
        strings: this.#strings,
        pixels: (options) =>
          engine.pixels(/** @type {PixelOptions} */ (/** @type {unknown} */ (options))),
      });
    if ('picture' in computed) this.#paintPicture(computed, kind, attributes, look);
    else this.#paintConcept(computed, look);
    frame.setNote(kind === 'tokens' ? this.#strings.untrained : '');
  }

  /**
   * @param {ComputedConcept} computed
   * @param {() => Look} look
   */
  #paintConcept(computed, look) {
    const { frame } = this;
    this.#dropPicture();
    frame.showFallback(false);
    frame.dropTable();
    this.#concepts.paint(computed, look());
  }

  /** A concept has figures and settings of its own. */
  #dropPicture() {
    this.#controls?.root.remove();
    this.#controls = null;
    this.#figure = null;
    this.#picture = null;
    this.#view = '';
    this.#below.clear();
  }

  /**
   * @param {Computed} computed
   * @param {Kind} kind
   * @param {Attributes} attributes
   * @param {() => Look} look
   */
  #paintPicture(computed, kind, attributes, look) {
    const { frame } = this;
    const { picture } = computed;
    const heads = picture.shape[0];
    const view = attributes.view ?? 'map';
    this.#head = headOf(attributes.head, view, heads);
    this.#picture = picture;
    this.#concepts.leave();
    frame.showFallback(false);
    this.#showControls(attributes, heads, kind);
    const figure = this.#figureFor(view);
    const seen = look();
    figure.update(picture, seen, this.#head);
    frame.placeReadout(figure.readoutPlace ?? null);
    if (attributes.alt && figure.widget) setAttribute(figure.widget, 'aria-label', attributes.alt);
    this.#below.update(computed, attributes, seen);
    frame.setTable(picture, this.#head === 'all' ? 'mean' : this.#head);
    if (this.focus) this.#pointing.renew();
    else this.#read(null, false);
  }

  /** The figure on the page and the colour under it, for files. */
  get drawn() {
    return { figure: this.frame.root, ground: this.#hostFacts().ground };
  }

  /** @returns {boolean} whether what is drawn is as the host page has it now; room to spare is no reason to draw again */
  fits() {
    const drawn = this.#facts;
    if (!drawn) return false;
    const now = readHost(this.#host, this.frame.root);
    return now.room >= drawn.room && sameHost({ ...now, room: drawn.room }, drawn);
  }

  /** What the host page decides has changed: the next drawing looks again. */
  forgetHost() {
    this.#facts = null;
  }

  /**
   * What was found holds until something says otherwise, or until a look after the last drawing finds it changed: a page has
   * more ways to move a tag than a tag can watch.
   * @returns {import('./host_look.js').HostFacts}
   */
  #hostFacts() {
    const { root } = this.frame;
    if (!this.#facts?.laid) this.#facts = readHost(this.#host, root);
    const facts = this.#facts;
    clearTimeout(this.#looking);
    this.#looking = setTimeout(() => {
      if (this.#facts === facts && !sameHost(readHost(this.#host, root), facts)) this.#on.moved();
    }, REST_MS);
    return facts;
  }

  /**
   * @param {string} view
   * @returns {Figure}
   */
  #figureFor(view) {
    // All heads beside each other are the same small multiples in whichever view they are asked for.
    const wanted = view === 'map' && this.#head === 'all' ? 'heads' : view;
    if (this.#figure && this.#view === wanted) return this.#figure;
    const document = this.#host.ownerDocument;
    const strings = this.#strings;
    const figure =
      wanted === 'heads'
        ? new HeadsFigure(document, strings, (head) => this.#on.change({ head: String(head) }))
        : wanted === 'stages'
          ? new StagesFigure(document, strings)
          : new MapFigure(document, strings);
    this.#figure = figure;
    this.#view = wanted;
    this.frame.picture.replaceChildren(figure.root);
    return figure;
  }

  /**
   * @param {Attributes} attributes
   * @param {number} heads
   * @param {Kind} kind
   */
  #showControls(attributes, heads, kind) {
    if (!attributes.controls) {
      this.#controls?.root.remove();
      this.#controls = null;
      return;
    }
    if (!this.#controls) {
      this.#controls = new Controls(this.#host.ownerDocument, this.#strings, (name, value) =>
        this.#on.change({ [name]: value }),
      );
      this.frame.root.prepend(this.#controls.root);
    }
    const layer = kind === 'tokens' || kind === 'layer';
    const width = layer ? heads * (this.#picture?.keyWidth ?? 0) : 0;
    this.#controls.update(attributes, { heads, width, computed: kind !== 'weights' });
  }

  /** @returns {boolean} whether an enlarged head was made small again */
  #leaveHead() {
    if (this.#view !== 'heads' || this.#head === 'all') return false;
    this.#on.change({ head: 'all' });
    return true;
  }

  /** @returns {{ heads: number, rows: number, columns: number, head: HeadChoice } | null} */
  #extent() {
    if (!this.#picture) return null;
    const [heads, rows, columns] = this.#picture.shape;
    const single = typeof this.#head === 'number' ? this.#head : null;
    const head = single ?? (this.#view === 'stages' ? 0 : 'mean');
    return { heads, rows, columns, head };
  }

  /**
   * @param {Focus | null} focus
   * @param {boolean} spoken
   */
  #focused(focus, spoken) {
    if (!this.#picture) return;
    this.#read(focus, spoken);
    this.#below.focus(focus);
    const { head = null, row = null, column = null, locked = false } = focus ?? {};
    const weight = focus ? weightAt(this.#picture, focus) : null;
    this.#on.select({ head, row, column, locked, weight });
  }

  /**
   * @param {Focus | null} focus
   * @param {boolean} spoken
   */
  #read(focus, spoken) {
    if (!this.#picture) return;
    this.frame.read(this.#picture, focus, { spoken, hint: this.#figure?.hint ?? 'hint' });
  }

  /** Nothing more will be spoken. */
  stop() {
    clearTimeout(this.#looking);
    this.frame.stop();
  }
}

/**
 * @param {number | 'all' | 'mean' | undefined} asked
 * @param {string} view
 * @param {number} heads
 * @returns {HeadChoice | 'all'}
 * @throws {AttentionError} for a head that is not there
 */
function headOf(asked, view, heads) {
  if (asked === undefined) return view === 'heads' ? 'all' : 0;
  if (typeof asked === 'number' && asked >= heads) {
    const message = `head is ${asked}, but there ${heads === 1 ? 'is 1' : `are ${heads}`}, counted from 0`;
    throw new AttentionError('option', 'head', message);
  }
  return asked;
}

/**
 * @param {Picture} picture
 * @param {Focus} focus
 * @returns {number}
 */
function weightAt(picture, { head, row, column }) {
  return sliceOf(picture, head).row(row)[column];
}
