// What stands under a figure when a reader asks for more: the opened cell of the stages, the workbench of the heads. Made when
// they are first shown; until then nothing of them is computed and none of their nodes are there.
import { HeadsWorkbench } from '../views/heads_workbench.js';
import { OpenedCell } from '../views/opened_cell.js';
import { LongWork } from './long_work.js';

/** @typedef {import('./attributes.js').Attributes} Attributes */
/** @typedef {import('./compute.js').Computed} Computed */
/** @typedef {import('./frame.js').Frame} Frame */
/** @typedef {import('../views/heads_workbench.js').Workbench} Workbench */
/** @typedef {import('../views/look.js').Focus} Focus */
/** @typedef {import('../views/look.js').Look} Look */
/** @typedef {import('../views/strings.js').Strings} Strings */

export class BelowFigure {
  #frame;
  #strings;
  #acts;
  /** @type {OpenedCell | null} */
  #opened = null;
  #work = new LongWork();
  /** @type {HeadsWorkbench | null} */
  #workbench = null;
  /** What is drawn above. @type {{ computed: Computed, view: string, look: Look } | null} */
  #drawn = null;

  /**
   * @param {Frame} frame
   * @param {Strings} strings
   * @param {{ escape: () => void, change: (changes: Record<string, string | null>) => void }} acts
   */
  constructor(frame, strings, acts) {
    this.#frame = frame;
    this.#strings = strings;
    this.#acts = acts;
  }

  /**
   * The figure was drawn; what is pointed at is told next.
   * @param {Computed} computed
   * @param {Attributes} attributes
   * @param {Look} look
   */
  update(computed, { view = 'map' }, look) {
    this.#drawn = { computed, view, look };
    if (view !== 'stages') this.#close();
    if (computed.workbench) this.#showWorkbench(computed, computed.workbench(), look);
    else this.#dropWorkbench();
  }

  /**
   * @param {Computed} computed
   * @param {Workbench} bench
   * @param {Look} look
   */
  #showWorkbench({ picture }, bench, look) {
    if (!this.#workbench) {
      const { root } = this.#frame;
      this.#workbench = new HeadsWorkbench(root.ownerDocument, this.#strings, this.#acts.change);
    }
    this.#frame.placeBelow(this.#workbench.root);
    this.#workbench.update(bench, picture, look);
    this.#fillIn(bench);
  }

  /** @param {Workbench} bench of a long text: its sums come in the time that frames leave */
  #fillIn({ layer }) {
    if (!layer?.work) {
      this.#work.stop();
      return;
    }
    this.#work.start(layer.work, {
      shown: () => {},
      done: () => {
        layer.work = null;
        this.#workbench?.renew();
      },
      // An engine that was freed meanwhile: the next drawing says so.
      failed: () => {},
    });
  }

  #dropWorkbench() {
    this.#work.stop();
    this.#workbench?.root.remove();
    this.#workbench = null;
  }

  /**
   * @param {Focus | null} focus
   */
  focus(focus) {
    this.#workbench?.highlight(focus);
    if (!focus?.locked || this.#drawn?.view !== 'stages') {
      this.#close();
      return;
    }
    this.#open(focus, this.#drawn);
  }

  /**
   * @param {Focus} focus
   * @param {{ computed: Computed, look: Look }} drawn
   */
  #open({ head, row, column }, { computed, look }) {
    const opened = head === 'mean' ? null : computed.open(head, row, column);
    if (!opened) {
      this.#close();
      return;
    }
    if (!this.#opened) {
      const { root } = this.#frame;
      this.#opened = new OpenedCell(root.ownerDocument, this.#strings, this.#acts.escape);
    }
    this.#frame.placeBelow(this.#opened.root);
    this.#opened.update(opened, computed.picture, look);
  }

  #close() {
    this.#opened?.root.remove();
    this.#opened = null;
  }

  /** Another kind of figure has taken the place. */
  clear() {
    this.#drawn = null;
    this.#close();
    this.#dropWorkbench();
  }
}
