// <attention-map>: data in, the engine's attention computed, one of the views drawn.
import { AttentionError } from '../errors.js';
import { defaultStrings, withStrings } from '../views/strings.js';
import { attributeTable, changesNumbers, readAttributes } from './attributes.js';
import { checkFocus } from './check_focus.js';
import { compute } from './compute.js';
import { computeConcept, isConcept } from './concepts/compute_concept.js';
import { Drawing } from './drawing.js';
import { watchHost } from './host_watch.js';
import { InputSource } from './input_source.js';
import { LongWork } from './long_work.js';
import { ResultRoom } from './result_room.js';
import { checkEngine, sharedEngine } from './shared_engine.js';
import { Stopwatch } from './stopwatch.js';

/** @typedef {import('./attributes.js').Attributes} Attributes */
/** @typedef {import('./compute.js').Computed} Computed */
/** @typedef {import('./shared_engine.js').Engine} Engine */
/** @typedef {import('../readers/json.js').Input} Input */
/** @typedef {import('../views/look.js').Focus} Focus */
/** @typedef {import('../views/strings.js').Strings} Strings */
/** @typedef {keyof typeof RANK} Stale what of the drawing is out of date */
/** @typedef {import('./concepts/compute_concept.js').ComputedConcept} ComputedConcept */
/** @typedef {{ computed: Computed | ComputedConcept, kind: Input['kind'] | 'chapter' }} Shown */
/** @typedef {{ text: string, owes: boolean }} Fault a refusal that is not mended; owes: numbers, not only paint */

/** Each includes those before it: another room or theme, another look, other numbers. */
const RANK = { room: 0, paint: 1, compute: 2 };

// Node has no HTMLElement: importing the class there must not fail, only making one would.
const Base = /** @type {typeof HTMLElement} */ (globalThis.HTMLElement ?? class {});

/**
 * The tag's class. Attributes: see attributes.js. Events, which bubble and cross shadow roots: attention-map:ready,
 * attention-map:error (detail.error), attention-map:select (detail: head, row, column, locked, weight; null for nothing),
 * attention-map:change (detail: name, value), attention-map:time (detail.timeMs).
 */
export class AttentionMapElement extends Base {
  static observedAttributes = Object.keys(attributeTable);

  /** @type {Drawing | null} */
  #drawing = null;
  /** @type {Engine | null} */
  #engine = null;
  /** Whether the page gave the engine; it is never replaced then. */
  #given = false;
  /** Whether the shared engine was found freed, and no drawing has succeeded since. */
  #renewed = false;
  /** @type {Shown | null} the last that was good */
  #shown = null;
  /** @type {Fault | null} */
  #fault = null;
  /** @type {Attributes} those of the last good drawing */
  #attributes = {};
  #source = new InputSource(this, {
    arrived: () => this.#invalidate('compute'),
    failed: (error) => this.#fail(error, { owes: true, kept: this.#shown !== null }),
  });
  #room = new ResultRoom();
  #work = new LongWork();
  /** @type {Strings} */
  #strings = { ...defaultStrings };
  /** @type {Stale | null} */
  #stale = null;
  /** Whether the host page must be looked at again. */
  #moved = true;
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

  /** The engine's tensors of what is shown, by name; null while nothing is. */
  get result() {
    return this.#shown?.computed.result ?? null;
  }

  /** Mean time of the last computation in ms; NaN until it is measured, shortly after the drawing. */
  get timeMs() {
    return this.#timeMs;
  }

  /** The engine that computes what is shown; null until one is loaded. */
  get engine() {
    return this.#engine;
  }

  /**
   * Compute on this engine, of a chosen backend say, and no longer on the one that all tags share; null goes back
   * to that. Throws AttentionError of code option for what is no engine.
   */
  set engine(/** @type {Engine | null} */ engine) {
    checkEngine(engine ?? null);
    this.#given = engine !== null && engine !== undefined;
    this.#engine = engine ?? null;
    if (this.#given) this.#invalidate('compute');
    else if (this.isConnected) this.#useShared();
  }

  /** What was given as data, or null. */
  get data() {
    return this.#source.data;
  }

  /**
   * tokens with query/key/value, x and matrices, or finished weights (see readers/json.js); null takes it back. Its typed
   * arrays are read again when a reader asks for more (a score, .result): after writing to one, set the data again.
   */
  set data(value) {
    this.#source.data = value;
    this.#invalidate('compute');
  }

  /** Every text of the tag. */
  get strings() {
    return this.#strings;
  }

  /** Replace some of the texts, by name; what is not named is English again. */
  set strings(/** @type {Partial<Strings>} */ overrides) {
    this.#strings = withStrings(overrides ?? {});
    if (this.#drawing) this.#rebuild();
  }

  /** What is pointed at or locked, or null. */
  get selection() {
    return this.#drawing?.focus ?? null;
  }

  /**
   * Point at a cell, as a reader would; null for none. Throws AttentionError of code option for what is no cell of
   * the map that is shown.
   */
  set selection(/** @type {Focus | null} */ focus) {
    const computed = this.#shown?.computed;
    const shape = computed && 'picture' in computed ? computed.picture.shape : null;
    const cell = checkFocus(focus ?? null, shape);
    if (this.#drawing) this.#drawing.focus = cell;
  }

  connectedCallback() {
    if (this.#drawing) this.#watch(this.#drawing);
    else this.#rebuild();
    this.#invalidate('compute');
    if (!this.#engine) this.#useShared();
  }

  /** @param {Engine} [freed] the shared one until now, which somebody freed */
  #useShared(freed) {
    sharedEngine(freed).then(
      (engine) => {
        // One that the page gave meanwhile stays.
        if (this.#given) return;
        this.#engine = engine;
        this.#invalidate('compute');
      },
      (error) => {
        if (this.#given) return;
        this.#readiness.reject(error);
        this.#fail(error, { owes: true, kept: this.#shown !== null });
      },
    );
  }

  disconnectedCallback() {
    this.#unwatch();
    cancelAnimationFrame(this.#frameRequest);
    this.#frameRequest = 0;
    this.#stopwatch.stop();
    this.#work.stop();
    this.#source.stop();
    this.#drawing?.stop();
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
    const focus = this.selection;
    this.#drawing?.stop();
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    const drawing = new Drawing(this, root, this.#strings, {
      change: (changes) => this.#change(changes),
      select: (detail) => this.#emit('select', detail),
      moved: () => this.#invalidate('room'),
    });
    drawing.focus = focus;
    this.#drawing = drawing;
    if (this.#fault) drawing.frame.setError(this.#fault.text, this.#shown !== null);
    if (this.isConnected) this.#watch(drawing);
    this.#invalidate('room');
  }

  /**
   * A setting that the reader changes becomes the attribute, as if the author had written it.
   * @param {Record<string, string | null>} changes null: the attribute goes
   */
  #change(changes) {
    for (const [name, value] of Object.entries(changes)) {
      if (this.getAttribute(name) === value) continue;
      if (value === null) this.removeAttribute(name);
      else this.setAttribute(name, value);
      this.#emit('change', { name, value });
    }
  }

  /** @param {Drawing} drawing */
  #watch(drawing) {
    this.#unwatch();
    this.#unwatch = watchHost(this, drawing.frame.probe, {
      paint: () => this.#invalidate('room'),
      compute: () => this.#invalidate('compute'),
      // Print waits for no frame and no observer, and pages change their width and colours for it.
      print: () => {
        this.#invalidate('room');
        this.#flush();
      },
    });
  }

  /** @param {Stale} what */
  #invalidate(what) {
    if (what === 'room') this.#moved = true;
    if (this.#stale === null || RANK[what] > RANK[this.#stale]) this.#stale = what;
    if (this.#frameRequest || !this.isConnected || !this.#engine) return;
    this.#frameRequest = requestAnimationFrame(() => this.#flush());
  }

  /** Bring the drawing up to date: at most once a frame, whatever changed since the last. */
  #flush() {
    cancelAnimationFrame(this.#frameRequest);
    this.#frameRequest = 0;
    const stale = this.#stale;
    if (!stale || !this.#engine || !this.#drawing || !this.isConnected) return;
    this.#stale = null;
    if (this.#moved) this.#drawing.forgetHost();
    this.#moved = false;
    const owed = this.#fault?.owes ?? false;
    // The input is as bad in another room; only what is shown follows it.
    if (owed && stale === 'room') {
      this.#repaint();
      return;
    }
    const before = this.#shown;
    // What a fault kept from being computed is not in the numbers yet, whatever changed since.
    const computes = owed || stale === 'compute';
    try {
      const attributes = readAttributes(this);
      if (computes && !this.#recompute(this.#engine, attributes)) return;
      this.#paint(this.#engine, this.#drawing, attributes);
      this.#attributes = attributes;
      if (computes) this.#room.hold(this.#shown?.computed.place ?? null);
      this.#mended();
      if (computes) this.#goOn();
    } catch (error) {
      this.#shown = before;
      if (!this.#renew(error)) this.#fail(error, { owes: computes, kept: this.#repaint() });
    }
  }

  /** @returns {boolean} whether the last good map is shown, in the room and the theme of now */
  #repaint() {
    if (!this.#shown || !this.#engine || !this.#drawing) return false;
    try {
      this.#paint(this.#engine, this.#drawing, this.#attributes);
      return true;
    } catch {
      // Its engine cannot paint any more: the fault that led here is the one to tell.
      return false;
    }
  }

  /**
   * The engine that all tags share can be freed through any of them: go on with a fresh one, once.
   * @param {unknown} error
   * @returns {boolean} whether a fresh one will compute what failed
   */
  #renew(error) {
    const freed = error instanceof AttentionError && error.code === 'freed';
    if (!freed || this.#given || this.#renewed || !this.#engine) return false;
    this.#renewed = true;
    this.#useShared(this.#engine);
    return true;
  }

  /** What is shown now is what was asked for. */
  #mended() {
    this.#fault = null;
    this.#renewed = false;
    this.#drawing?.frame.setError(null, false);
  }

  /** What follows the first drawing: its time is taken, or a concept's longer work is done. */
  #goOn() {
    this.#work.stop();
    const computed = this.#shown?.computed;
    if (!computed) return;
    if ('picture' in computed) {
      if (computed.ms > 0) this.#stopwatch.start(computed.call, computed.ms);
      return;
    }
    this.#stopwatch.stop();
    this.#work.start(computed.models, {
      shown: (model) => {
        computed.model = model;
        this.#repaint();
      },
      done: () => this.#drawing?.frame.setBusy(false),
      failed: (error) => this.#fail(error, { owes: true, kept: true }),
    });
    this.#drawing?.frame.setBusy(true);
  }

  /**
   * @param {Engine} engine
   * @param {Attributes} attributes
   * @returns {boolean} whether there is something to draw now
   */
  #recompute(engine, attributes) {
    const input = this.#source.read(attributes);
    if (input === undefined) return false;
    const isEmpty = input?.kind === 'tokens' && input.tokens?.length === 0;
    if (isConcept(attributes.view) && !isEmpty) {
      this.#shown = {
        computed: computeConcept(engine, input, attributes),
        kind: input?.kind ?? 'chapter',
      };
      return true;
    }
    if (!input || isEmpty) {
      this.#showNothing(input !== null);
      return false;
    }
    this.#shown = { computed: compute(engine, input, attributes, this.#room), kind: input.kind };
    return true;
  }

  /** @param {boolean} asked the author gave data, and it is empty; without any the tag keeps its fallback */
  #showNothing(asked) {
    this.#shown = null;
    this.#stopwatch.stop();
    this.#work.stop();
    const frame = this.#drawing?.frame;
    if (asked || this.#drawn) frame?.showEmpty();
    this.#mended();
  }

  /**
   * @param {Engine} engine
   * @param {Drawing} drawing
   * @param {Attributes} attributes
   */
  #paint(engine, drawing, attributes) {
    if (!this.#shown) return;
    const { computed, kind } = this.#shown;
    drawing.paint(engine, computed, kind, attributes);
    if (this.#drawn) return;
    this.#drawn = true;
    this.#readiness.resolve();
    this.#emit('ready', {});
  }

  /**
   * @param {unknown} error
   * @param {{ owes: boolean, kept: boolean }} state owes: see Fault; kept: a good map is still shown
   */
  #fail(error, { owes, kept }) {
    const text = error instanceof Error ? error.message : String(error);
    const known = this.#fault?.text === text;
    this.#fault = { text, owes };
    this.#drawing?.frame.setError(text, kept);
    // The same fault met again is no news.
    if (known) return;
    this.#emit('error', { error });
    // What is no refusal of input is a fault of ours: the console should have it with its stack.
    if (!(error instanceof AttentionError)) console.error(error);
  }

  /**
   * @param {string} name
   * @param {Record<string, unknown>} detail
   */
  #emit(name, detail) {
    const event = new CustomEvent(`attention-map:${name}`, {
      detail,
      bubbles: true,
      composed: true,
    });
    this.dispatchEvent(event);
  }
}
