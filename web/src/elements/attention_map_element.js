// <attention-map>: data in, the engine's attention computed, one of the views drawn.
import { loadEngine } from '../engine.js';
import { AttentionError } from '../errors.js';
import { HeadsFigure } from '../views/heads_figure.js';
import { MapFigure } from '../views/map_figure.js';
import { sliceOf } from '../views/picture.js';
import { StagesFigure } from '../views/stages_figure.js';
import { defaultStrings, withStrings } from '../views/strings.js';
import { attributeTable, changesNumbers, readAttributes } from './attributes.js';
import { compute } from './compute.js';
import { Controls } from './controls.js';
import { Frame } from './frame.js';
import { hostLook } from './host_look.js';
import { adoptStyles } from './host_styles.js';
import { watchHost } from './host_watch.js';
import { Pointing } from './pointing.js';
import { chooseInput, fetchSource, scriptText } from './sources.js';
import { Stopwatch } from './stopwatch.js';

/** @typedef {import('./compute.js').Computed} Computed */
/** @typedef {import('./compute.js').Engine} Engine */
/** @typedef {import('../readers/json.js').Input} Input */
/** @typedef {import('../views/look.js').Figure} Figure */
/** @typedef {import('../views/look.js').Focus} Focus */
/** @typedef {import('../views/picture.js').HeadChoice} HeadChoice */
/** @typedef {import('../views/strings.js').Strings} Strings */
/** @typedef {'paint' | 'compute'} Stale what of the drawing is out of date; 'compute' includes 'paint' */

// Node has no HTMLElement: importing the class there must not fail, only making one would.
const Base = /** @type {typeof HTMLElement} */ (globalThis.HTMLElement ?? class {});

/**
 * The tag's class. Attributes: see attributes.js. Events: attention-map:ready, attention-map:error (detail.error),
 * attention-map:select (detail: head, row, column, locked, weight), attention-map:change (detail: name, value),
 * attention-map:time (detail: timeMs); they bubble and cross shadow roots.
 */
export class AttentionMapElement extends Base {
  static observedAttributes = Object.keys(attributeTable);

  /** @type {Frame | null} */
  #frame = null;
  /** @type {Figure | null} */
  #figure = null;
  /** @type {Pointing | null} */
  #pointing = null;
  /** @type {Controls | null} */
  #controls = null;
  /** @type {Engine | null} */
  #engine = null;
  /** @type {Computed | null} */
  #computed = null;
  /** @type {Input | null} */
  #input = null;
  /** @type {unknown} */
  #data = null;
  /** @type {{ src: string, input: Input } | null} */
  #file = null;
  /** @type {AbortController | null} */
  #fetching = null;
  /** @type {Strings} */
  #strings = { ...defaultStrings };
  /** @type {import('./attributes.js').Attributes} */
  #attributes = {};
  #view = '';
  /** @type {HeadChoice | 'all'} */
  #head = 0;
  /** @type {Stale | null} */
  #stale = null;
  #frameRequest = 0;
  #unwatch = () => {};
  #timeMs = Number.NaN;
  #stopwatch = new Stopwatch((ms) => {
    this.#timeMs = ms;
    this.#emit('time', { timeMs: ms });
  });
  #drawn = false;
  /** @type {{ resolve: () => void, reject: (error: unknown) => void }} */
  #readiness = { resolve: () => {}, reject: () => {} };
  #ready = new Promise((/** @type {(value: void) => void} */ resolve, reject) => {
    this.#readiness = { resolve, reject };
  });

  constructor() {
    super();
    // A page that does not wait for `ready` must not get an unhandled rejection from it.
    this.#ready.catch(() => {});
  }

  /** Fulfilled when the first map is drawn; rejected when the engine cannot run here. */
  get ready() {
    return this.#ready;
  }

  /** The engine's tensors of what is shown, by name; null before the first drawing. */
  get result() {
    return this.#computed?.result ?? null;
  }

  /** Mean time of the last computation in ms; NaN until it is measured, shortly after the drawing. */
  get timeMs() {
    return this.#timeMs;
  }

  /** What was given as data, or null. */
  get data() {
    return this.#data;
  }

  /** tokens with query/key/value, x and matrices, or finished weights (see readers/json.js); null takes it back. */
  set data(value) {
    this.#data = value ?? null;
    this.#invalidate('compute');
  }

  /** Every text of the tag; set an object with some of the names to replace those. */
  get strings() {
    return this.#strings;
  }

  set strings(overrides) {
    this.#strings = withStrings(overrides ?? {});
    this.#rebuild();
  }

  /** What is pointed at, or null. */
  get selection() {
    return this.#pointing?.focus ?? null;
  }

  /** @param {Focus | null} focus point at a cell, as a reader would */
  set selection(focus) {
    this.#pointing?.set(focus);
  }

  connectedCallback() {
    if (this.#frame) this.#watch(this.#frame);
    else this.#rebuild();
    if (this.#engine) {
      this.#invalidate('compute');
      return;
    }
    loadEngine().then(
      (engine) => {
        this.#engine = engine;
        this.#invalidate('compute');
      },
      (error) => {
        this.#readiness.reject(error);
        this.#fail(error);
      },
    );
  }

  disconnectedCallback() {
    this.#unwatch();
    cancelAnimationFrame(this.#frameRequest);
    this.#frameRequest = 0;
    this.#stopwatch.stop();
    this.#fetching?.abort();
    this.#frame?.stop();
  }

  /**
   * @param {string} name
   * @param {string | null} before
   * @param {string | null} now
   */
  attributeChangedCallback(name, before, now) {
    if (before === now) return;
    // The stages need more tensors than the other views.
    this.#invalidate(changesNumbers(name) || name === 'view' ? 'compute' : 'paint');
  }

  /** Build the shadow tree anew, in the present language. */
  #rebuild() {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    const frame = new Frame(this.ownerDocument, this.#strings);
    const focus = this.selection;
    this.#frame?.stop();
    this.#frame = frame;
    this.#figure = null;
    this.#view = '';
    this.#controls = null;
    root.replaceChildren();
    adoptStyles(root);
    root.append(...frame.content);
    this.#pointing = new Pointing(frame.picture, {
      figure: () => this.#figure,
      extent: () => this.#extent(),
      focused: (now, spoken) => this.#focused(now, spoken),
      leave: () => this.#leaveHead(),
    });
    this.#pointing.set(focus);
    if (this.isConnected) this.#watch(frame);
    this.#invalidate('paint');
  }

  /** @param {Frame} frame */
  #watch(frame) {
    this.#unwatch();
    this.#unwatch = watchHost(this, frame.probe, {
      paint: () => this.#invalidate('paint'),
      compute: () => this.#invalidate('compute'),
      print: () => this.#flush(),
    });
  }

  /** @param {Stale} what */
  #invalidate(what) {
    if (this.#stale !== 'compute') this.#stale = what;
    if (this.#frameRequest || !this.isConnected || !this.#engine) return;
    this.#frameRequest = requestAnimationFrame(() => this.#flush());
  }

  /** Bring the drawing up to date: at most once a frame, whatever changed since the last. */
  #flush() {
    cancelAnimationFrame(this.#frameRequest);
    this.#frameRequest = 0;
    const stale = this.#stale;
    if (!stale || !this.#engine || !this.#frame || !this.isConnected) return;
    this.#stale = null;
    try {
      const attributes = readAttributes(this);
      if (stale === 'compute' && !this.#recompute(this.#engine, attributes)) return;
      this.#paint(this.#engine, this.#frame, attributes);
      this.#attributes = attributes;
      this.#frame.setError(null, false);
    } catch (error) {
      this.#fail(error);
      // The last good map still follows the room and the theme.
      if (stale === 'paint' && this.#computed)
        this.#paint(this.#engine, this.#frame, this.#attributes);
    }
  }

  /**
   * @param {Engine} engine
   * @param {import('./attributes.js').Attributes} attributes
   * @returns {boolean} whether there is something to draw
   */
  #recompute(engine, attributes) {
    const { src } = attributes;
    if (src !== undefined && this.#data === null && this.#file?.src !== src) {
      this.#fetch(src);
      return false;
    }
    const input = chooseInput({
      data: this.#data,
      file: src === undefined ? null : (this.#file?.input ?? null),
      script: scriptText(this),
      tokens: attributes.tokens,
      keyTokens: attributes['key-tokens'],
    });
    if (!input || (input.kind === 'tokens' && input.tokens?.length === 0)) {
      this.#computed = null;
      if (input || this.#drawn) this.#frame?.showEmpty();
      this.#frame?.setError(null, false);
      return false;
    }
    this.#computed = compute(engine, input, attributes);
    this.#input = input;
    if (this.#computed.ms > 0) this.#stopwatch.start(this.#computed.call, this.#computed.ms);
    return true;
  }

  /** @param {string} src */
  #fetch(src) {
    this.#fetching?.abort();
    const fetching = new AbortController();
    this.#fetching = fetching;
    fetchSource(src, this.ownerDocument.baseURI, fetching.signal).then(
      (input) => {
        this.#file = { src, input };
        this.#invalidate('compute');
      },
      (error) => {
        if (!fetching.signal.aborted) this.#fail(error);
      },
    );
  }

  /**
   * @param {Engine} engine
   * @param {Frame} frame
   * @param {import('./attributes.js').Attributes} attributes
   */
  #paint(engine, frame, attributes) {
    const computed = this.#computed;
    if (!computed || !this.#input) return;
    const { picture } = computed;
    const heads = picture.weights.shape[0];
    const view = attributes.view ?? 'map';
    this.#head = headOf(attributes.head, view, heads);
    frame.showFallback(false);
    this.#showControls(frame, attributes, heads);
    const figure = this.#figureFor(frame, view, this.#head);
    const look = hostLook(this, frame.root, attributes, {
      strings: this.#strings,
      pixels: (options) => engine.pixels(options),
    });
    figure.update(picture, look, this.#head);
    if (attributes.alt) figure.widget?.setAttribute('aria-label', attributes.alt);
    frame.setNote(this.#input.kind === 'tokens' ? this.#strings.untrained : '');
    frame.setTable(picture, this.#head === 'all' ? 'mean' : this.#head);
    if (this.#pointing?.focus) this.#pointing.renew();
    else frame.read(picture, null, false);
    const first = !this.#drawn;
    this.#drawn = true;
    if (first) {
      this.#readiness.resolve();
      this.#emit('ready', {});
    }
  }

  /**
   * @param {Frame} frame
   * @param {string} view
   * @param {HeadChoice | 'all'} head
   * @returns {Figure}
   */
  #figureFor(frame, view, head) {
    // All heads beside each other are the same small multiples in whichever view they are asked for.
    const wanted = view === 'map' && head === 'all' ? 'heads' : view;
    if (this.#figure && this.#view === wanted) return this.#figure;
    const document = this.ownerDocument;
    const strings = this.#strings;
    const choose = (/** @type {HeadChoice | 'all'} */ chosen) =>
      this.#choose('head', String(chosen));
    if (wanted === 'heads') this.#figure = new HeadsFigure(document, strings, choose);
    else if (wanted === 'stages') this.#figure = new StagesFigure(document, strings);
    else this.#figure = new MapFigure(document, strings);
    this.#view = wanted;
    frame.picture.replaceChildren(this.#figure.root);
    return this.#figure;
  }

  /**
   * @param {Frame} frame
   * @param {import('./attributes.js').Attributes} attributes
   * @param {number} heads
   */
  #showControls(frame, attributes, heads) {
    if (!attributes.controls) {
      this.#controls?.root.remove();
      this.#controls = null;
      return;
    }
    if (!this.#controls) {
      this.#controls = new Controls(this.ownerDocument, this.#strings, (name, value) =>
        this.#choose(name, value),
      );
      frame.root.prepend(this.#controls.root);
    }
    const kind = this.#input?.kind;
    this.#controls.update(attributes, {
      heads,
      layer: kind === 'tokens' || kind === 'layer',
      computed: kind !== 'weights',
    });
  }

  /**
   * A setting changed by the reader: it becomes the attribute, as if the author had written it.
   * @param {string} name
   * @param {string} value
   */
  #choose(name, value) {
    this.setAttribute(name, value);
    this.#emit('change', { name, value });
  }

  /** @returns {boolean} whether an enlarged head was made small again */
  #leaveHead() {
    if (this.#view !== 'heads' || this.#head === 'all') return false;
    this.#choose('head', 'all');
    return true;
  }

  /** @returns {{ rows: number, columns: number, head: HeadChoice } | null} */
  #extent() {
    const picture = this.#computed?.picture;
    if (!picture) return null;
    const [, rows, columns] = picture.weights.shape;
    const mean = this.#head === 'all' || (this.#view === 'stages' && this.#head === 'mean');
    const head = mean
      ? this.#view === 'stages'
        ? 0
        : 'mean'
      : /** @type {HeadChoice} */ (this.#head);
    return { rows, columns, head };
  }

  /**
   * @param {Focus | null} focus
   * @param {boolean} spoken
   */
  #focused(focus, spoken) {
    const computed = this.#computed;
    if (!computed) return;
    this.#frame?.read(computed.picture, focus, spoken);
    const weight = focus ? weightAt(computed, focus) : null;
    const { head = null, row = null, column = null, locked = false } = focus ?? {};
    this.#emit('select', { head, row, column, locked, weight });
  }

  /** @param {unknown} error */
  #fail(error) {
    const message = error instanceof Error ? error.message : String(error);
    this.#frame?.setError(message, this.#drawn && this.#computed !== null);
    this.#emit('error', { error });
    // What is no refusal of input is a fault of ours: the console should have it with its stack.
    if (!(error instanceof AttentionError)) console.error(error);
  }

  /**
   * @param {string} name
   * @param {Record<string, unknown>} detail
   */
  #emit(name, detail) {
    this.dispatchEvent(
      new CustomEvent(`attention-map:${name}`, { detail, bubbles: true, composed: true }),
    );
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
    throw new AttentionError(
      'option',
      'head',
      `head is ${asked}, but there are ${heads}, counted from 0`,
    );
  }
  return asked;
}

/**
 * @param {Computed} computed
 * @param {Focus} focus
 * @returns {number}
 */
function weightAt({ picture }, { head, row, column }) {
  const slice = sliceOf(picture, head);
  return slice.weights[row * slice.columns + column];
}
