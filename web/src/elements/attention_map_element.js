// <attention-map>: data in, the engine's attention computed, one of the views drawn.
import { withStrings } from '../views/strings.js';
import { attributeTable, changesNumbers, readAttributes } from './attributes.js';
import { checkFocus } from './check_focus.js';
import { Drawing } from './drawing.js';
import { emit } from './emit.js';
import { EngineSource } from './engine_source.js';
import { Faults } from './faults.js';
import { watchFiles } from './file_watch.js';
import { hasStyles } from './host_styles.js';
import { watchHost } from './host_watch.js';
import { InputSource } from './input_source.js';
import { LateView } from './late_view.js';
import { LongWork } from './long_work.js';
import { waitForReader } from './nearness.js';
import { takeOwnProperties } from './own_properties.js';
import { Readiness } from './readiness.js';
import { ResultRoom } from './result_room.js';
import { showInput } from './shown.js';
import { isBlank } from './sources.js';
import { Stopwatch } from './stopwatch.js';
import { StoredAttributes } from './stored_attributes.js';
import { Takeaway } from './takeaway.js';
import { Turn } from './turns.js';

/** @typedef {import('./attributes.js').Attributes} Attributes */
/** @typedef {import('./shared_engine.js').Engine} Engine */
/** @typedef {keyof typeof RANK} Stale what of the drawing is out of date */
/** @typedef {import('./shown.js').Shown} Shown */

/** Each includes those before it: another room or theme, another look, other numbers. */
const RANK = { room: 0, paint: 1, compute: 2 };

// Node has no HTMLElement: importing the class there must not fail, only making one would.
const Base = /** @type {typeof HTMLElement} */ (globalThis.HTMLElement ?? class {});

/**
 * The tag's class. Attributes: see attributes.js. Events, which bubble and cross shadow roots, each attention-map: and ready,
 * error (detail: error), select (head, row, column, locked, weight; null for nothing), change (name, value), time (timeMs), open (kind,
 * shapes, tokens), link (attributes, and href, which a listener may change before it is copied).
 */
export class AttentionMapElement extends Base {
  static observedAttributes = Object.keys(attributeTable);

  #drawing = /** @type {Drawing | null} */ (null);
  /** What was waited for is there, or cannot be had. */
  #awaited = {
    arrived: () => this.#invalidate('compute'),
    failed: (/** @type {unknown} */ error) =>
      this.#faults.tell(error, { owes: true, kept: this.#shown !== null }),
  };
  #engines = new EngineSource({
    arrived: this.#awaited.arrived,
    failed: (error) => {
      this.#readiness.fail(error);
      this.#awaited.failed(error);
    },
  });
  #source = new InputSource(this, this.#awaited);
  #late = new LateView(this.#awaited);
  /** @type {Shown | null} the last that was good */
  #shown = null;
  #faults = new Faults(this, () => this.#drawing?.frame);
  /** @type {Attributes} those of the last good drawing */
  #attributes = {};
  #takeaway = new Takeaway(this, {
    shown: () => this.#shown,
    drawn: () => this.#drawing?.drawn ?? null,
    stored: () => this.#stored.of(this.#shown?.input ?? null),
    isOpened: () => this.#source.isOpened,
    link: (detail) => emit(this, 'link', detail),
  });
  #room = new ResultRoom();
  #work = new LongWork();
  #stored = new StoredAttributes();
  #strings = withStrings({});
  #stale = /** @type {Stale | null} */ (null);
  /** Whether the host page must be looked at again. */
  #moved = true;
  #turn = new Turn(() => this.#flush());
  /** Whether it is drawn at all: loading="lazy" waits until the reader is near, or prints. */
  #near = false;
  #watches = /** @type {(() => void)[]} */ ([]);
  #stopWaiting = () => {};
  #timeMs = Number.NaN;
  #stopwatch = new Stopwatch((ms) => {
    this.#timeMs = ms;
    emit(this, 'time', { timeMs: ms });
  });
  #readiness = new Readiness();

  /** Fulfilled when the first map is drawn; rejected when the engine cannot run here. */
  get ready() {
    return this.#readiness.promise;
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
    return this.#engines.engine;
  }

  /**
   * Compute on this engine, of a chosen backend say, and no longer on the one that all tags share; null goes back
   * to that. Throws AttentionError of code option for what is no engine.
   */
  set engine(/** @type {Engine | null} */ engine) {
    if (this.#engines.give(engine)) this.#invalidate('compute');
    else if (this.isConnected) this.#engines.load();
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
    this.#stored.renew();
    this.#invalidate('compute');
  }

  /**
   * Show what a File, a Blob, bytes, a text, or several .npy Files hold, as if set as data. Fulfilled when it holds (drawn, unless
   * the tag waits for its engine or its reader), with attention-map:open; rejected with a refusal, told as all, and what held before
   * holds again.
   * @param {import('./open_source.js').Opened} source
   * @param {{ name?: string }} [options] name: its ending says what the source is; without one a File's own name, then its first bytes
   */
  async open(source, { name = '' } = {}) {
    const settle = await this.#source.open(source, name);
    if (!settle) return;
    this.#faults.mend();
    this.#stored.renew();
    if (this.isConnected) this.#arrive();
    this.#flush();
    settle(this.#faults.error);
  }

  /** Every text of the tag but those of concepts that the page has not replaced. */
  get strings() {
    return this.#strings;
  }

  /** Replace some of the texts, by name; what is not named is English again. */
  set strings(/** @type {Partial<import('../views/strings.js').Strings>} */ overrides) {
    this.#strings = withStrings(overrides ?? {});
    if (this.#drawing) this.#rebuild();
  }

  /** What is pointed at or locked, or null. @returns {import('../views/look.js').Focus | null} */
  get selection() {
    return this.#drawing?.focus ?? null;
  }

  /**
   * Point at a cell, as a reader would; null for none. Throws AttentionError of code option for what is no cell of
   * the map that is shown.
   */
  set selection(/** @type {import('./check_focus.js').Cell | null} */ focus) {
    const computed = this.#shown?.computed;
    const shape = computed && 'picture' in computed ? computed.picture.shape : null;
    const cell = checkFocus(focus ?? null, shape);
    if (this.#drawing) this.#drawing.focus = cell;
  }

  /**
   * What is shown, as a file: 'png', 'png-3x', 'svg', 'csv' (every number) or 'json' (a tag that reads it shows the same).
   * Throws AttentionError of code option for another format, and while nothing is shown.
   * @param {import('./saving.js').Format} format
   * @returns {Promise<Blob>}
   */
  exportAs(format) {
    return this.#takeaway.file(format);
  }

  connectedCallback() {
    takeOwnProperties(this, ['strings', 'engine', 'data', 'selection']);
    // Another document has taken the sheets away.
    if (this.#drawing && hasStyles(this.shadowRoot)) this.#watch(this.#drawing);
    else this.#rebuild();
    this.#invalidate('compute');
    if (this.#near || this.getAttribute('loading') !== 'lazy') return this.#arrive();
    // The core is compiled while the page is idle: a printer waits for nothing.
    const [near, idle] = [() => this.#arrive(), () => this.#load()];
    this.#stopWaiting = waitForReader(this, { near, idle });
  }

  #arrive() {
    this.#near = true;
    this.#invalidate('compute');
    this.#load();
  }

  /** The engine, and the code of the view, side by side. */
  #load() {
    this.#engines.load();
    this.#late.isHere(this.getAttribute('view') ?? undefined);
  }

  disconnectedCallback() {
    for (const stop of this.#watches.splice(0)) stop();
    this.#stopWaiting();
    this.#turn.stop();
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
    if (name === 'loading') {
      if (this.isConnected && now !== 'lazy') this.#arrive();
      return;
    }
    if (name === 'view' && this.#near && now !== null) this.#late.isHere(now);
    this.#invalidate(changesNumbers(name, this.getAttribute('view')) ? 'compute' : 'paint');
  }

  /** Build the shadow tree anew, in the present language. */
  #rebuild() {
    const focus = this.selection;
    this.#drawing?.stop();
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    const drawing = new Drawing(this, root, this.#strings, {
      change: (changes) => this.#change(changes),
      select: (detail) => emit(this, 'select', detail),
      saves: this.#takeaway,
      moved: () => this.#invalidate('room'),
    });
    drawing.focus = focus;
    this.#drawing = drawing;
    if (this.#faults.error) this.#faults.show(this.#shown !== null);
    if (this.isConnected) this.#watch(drawing);
    this.#invalidate('room');
  }

  /**
   * A setting that the reader changes becomes the attribute, as if the author had written it.
   * @param {Record<string, string | null>} changes null: the attribute goes
   */
  #change(changes) {
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) this.#stored.drop(name);
      if (this.getAttribute(name) === value) continue;
      if (value === null) this.removeAttribute(name);
      else this.setAttribute(name, value);
      emit(this, 'change', { name, value });
    }
  }

  /** @param {Drawing} drawing */
  #watch(drawing) {
    for (const stop of this.#watches.splice(0)) stop();
    this.#watches.push(
      watchFiles(this, drawing.frame, (source) => this.open(source)),
      watchHost(this, drawing.frame.probe, {
        paint: () => this.#invalidate('room'),
        compute: () => this.#invalidate('compute'),
        print: () => {
          this.#near = true;
          if (!drawing.fits()) this.#invalidate('room');
          this.#flush();
          this.#work.finish();
        },
      }),
    );
  }

  /** @param {Stale} what */
  #invalidate(what) {
    if (what === 'room') this.#moved = true;
    if (this.#stale === null || RANK[what] > RANK[this.#stale]) this.#stale = what;
    if (this.isConnected && this.#engines.engine && this.#near) this.#turn.ask();
  }

  /** Bring the drawing up to date: at most once a frame, whatever changed since the last. */
  #flush() {
    this.#turn.stop();
    const stale = this.#stale;
    const { engine } = this.#engines;
    if (!stale || !engine || !this.#drawing || !this.isConnected || !this.#near) return;
    this.#stale = null;
    if (this.#moved) this.#drawing.forgetHost();
    this.#moved = false;
    const owed = this.#faults.owes;
    // The input is as bad in another room; only what is shown follows it.
    if (owed && stale === 'room') {
      this.#repaint();
      return;
    }
    const before = this.#shown;
    // What a fault kept from being computed is not in the numbers yet, whatever changed since.
    const computes = owed || stale === 'compute';
    try {
      const written = readAttributes(this);
      const input = computes ? this.#source.read(written) : (this.#shown?.input ?? null);
      // A file is on its way.
      if (input === undefined) return;
      const stored = this.#stored.of(input);
      const attributes = stored ? readAttributes(this, stored) : written;
      // The code of its view is on its way.
      if (!this.#late.isHere(attributes.view)) return;
      if (computes) {
        this.#shown = showInput(engine, input, attributes, this.#room);
        if (!this.#shown) {
          this.#showNothing(input !== null);
          return;
        }
      }
      this.#paint(engine, this.#drawing, attributes);
      this.#attributes = attributes;
      if (computes) this.#room.hold(this.#shown?.computed.place ?? null);
      this.#mended();
      if (computes) this.#goOn();
    } catch (error) {
      this.#shown = before;
      if (!this.#engines.renew(error))
        this.#faults.tell(error, { owes: computes, kept: this.#repaint() });
    }
  }

  /** @returns {boolean} whether the last good map is shown, in the room and the theme of now */
  #repaint() {
    const { engine } = this.#engines;
    if (!this.#shown || !engine || !this.#drawing) return false;
    try {
      this.#paint(engine, this.#drawing, this.#attributes);
      return true;
    } catch {
      // Its engine cannot paint any more: the fault that led here is the one to tell.
      return false;
    }
  }

  /** What is shown now is what was asked for. */
  #mended() {
    this.#faults.mend();
    this.#engines.proved();
  }

  /** What follows the first drawing: its time is taken, or a concept's longer work is done. */
  #goOn() {
    this.#work.stop();
    const computed = this.#shown?.computed;
    if (!computed) return;
    if ('picture' in computed && computed.ms > 0) this.#stopwatch.start(computed.call, computed.ms);
    if ('picture' in computed) return;
    this.#stopwatch.stop();
    this.#work.start(computed.models, {
      shown: (model) => {
        computed.model = model;
        this.#repaint();
      },
      done: () => this.#drawing?.frame.setBusy(false),
      failed: (error) => this.#faults.tell(error, { owes: true, kept: true }),
    });
    this.#drawing?.frame.setBusy(true);
  }

  /** @param {boolean} asked the author gave data, and it is empty; without any the tag keeps its fallback, if it has one */
  #showNothing(asked) {
    this.#shown = null;
    this.#stopwatch.stop();
    this.#work.stop();
    if (asked || this.#readiness.isReached) this.#drawing?.frame.showEmpty('empty');
    else if (isBlank(this)) this.#drawing?.frame.showEmpty('noData');
    this.#mended();
  }

  /**
   * @param {Engine} engine
   * @param {Drawing} drawing
   * @param {Attributes} attributes
   */
  #paint(engine, drawing, attributes) {
    if (!this.#shown) return;
    drawing.paint(engine, this.#shown.computed, this.#shown.kind, attributes);
    if (this.#readiness.reach()) emit(this, 'ready', {});
  }
}
