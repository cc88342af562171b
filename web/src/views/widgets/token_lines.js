// Tokens in two columns with lines between them, that are pointed at, locked and walked by keys: queries left, keys right.
import { AxisLabels } from '../axis_labels.js';
import { planAxis } from '../geometry.js';
import { lineOf } from '../look.js';
import { node, setAttribute, setHidden, setText } from '../nodes.js';
import { Pointing } from '../pointing.js';
import { tokenWidths } from '../token_text.js';
import { describeKeys, walkable } from '../walkable.js';
import { lineBatches } from './line_batches.js';
import { LineCanvas } from './line_canvas.js';

/** @typedef {import('../look.js').Look} Look */
/** @typedef {import('./line_batches.js').End} End */

/** A row of tokens; few of them stand further apart, so that their lines can be told from each other. */
const ROW_EM = 2.1;
const TALLEST_ROW_EM = 3.6;
const FEW_EM = 20;
const LONGEST_LABEL_EM = 9;
/** Of the room: a label longer than this is cut. */
const LABEL_SHARE = 0.26;
/** Lines that run further are harder to follow. */
const WIDEST_EM = 34;

/**
 * @typedef {object} TokenLinesContent
 * @property {string} label what assistive technology calls it
 * @property {string} left what stands above the left column
 * @property {string} right what stands above the right column
 * @property {string[]} queryTokens
 * @property {string[]} keyTokens
 * @property {readonly import('./line_batches.js').Sheet[]} sheets
 * @property {number} least smallest weight that has a line
 * @property {import('../colour_scale.js').ColourScale} scale from weights to strengths
 */

export class TokenLines {
  #plot;
  #all;
  #own;
  #captions;
  #axes;
  #pointing;
  /** @type {{ content: TokenLinesContent, space: import('./line_canvas.js').LineSpace } | null} */
  #shown = null;

  /**
   * @param {Document} document
   * @param {import('../strings.js').Strings} strings
   * @param {(end: End | null, focus: { locked: boolean, spoken: boolean }) => void} pointed another token is pointed at, or none
   */
  constructor(document, strings, pointed) {
    this.#all = new LineCanvas(document);
    this.#own = new LineCanvas(document);
    this.#captions = ['left', 'right'].map((side) =>
      node(document, 'div', { class: `caption ${side}`, hidden: true }),
    );
    this.#axes = { query: new AxisLabels(document, false), key: new AxisLabels(document, false) };
    this.#axes.key.root.classList.add('right');
    this.#plot = node(document, 'div', { class: 'line-plot' }, [this.#all.root, this.#own.root]);
    this.root = walkable(document, 'token-lines', strings, [
      ...this.#captions,
      this.#axes.query.root,
      this.#plot,
      this.#axes.key.root,
    ]);
    describeKeys(this.root, strings.linesKeysHint);
    this.#pointing = new Pointing(this.root, {
      figure: () => this.#pointable,
      // A side is a column of two: left and right lead from one to the other.
      extent: () => ({ heads: 1, head: 0, rows: this.#count(this.end?.side), columns: 2 }),
      focused: (focus, spoken) => {
        this.#light();
        pointed(this.end, { locked: focus?.locked ?? false, spoken });
      },
      leave: () => false,
    });
  }

  /** What Pointing asks. */
  #pointable = /** @type {import('../look.js').Figure} */ ({
    get root() {
      return this.widget;
    },
    widget: null,
    update: () => {},
    highlight: () => {},
    locate: (x, y) => this.#locate(x, y),
  });

  /** The token that is pointed at or locked, or null. @returns {End | null} */
  get end() {
    const { focus } = this.#pointing;
    if (!focus || !this.#shown) return null;
    const side = focus.column === 0 ? 'query' : 'key';
    return { side, index: Math.min(focus.row, this.#count(side) - 1) };
  }

  /** @param {'query' | 'key'} [side] */
  #count(side = 'query') {
    const { queryTokens = [], keyTokens = [] } = this.#shown?.content ?? {};
    return (side === 'query' ? queryTokens : keyTokens).length;
  }

  /**
   * @param {number} clientX
   * @param {number} clientY
   * @returns {{ head: number, row: number, column: number } | null} the nearer side's token at that height
   */
  #locate(clientX, clientY) {
    const box = this.#plot.getBoundingClientRect();
    const room = this.root.getBoundingClientRect();
    const y = (clientY - box.top) / box.height;
    if (!(y >= 0 && y < 1) || clientX < room.left || clientX > room.right) return null;
    const column = Number(clientX > box.left + box.width / 2);
    return { head: 0, row: Math.floor(y * this.#count(column ? 'key' : 'query')), column };
  }

  /**
   * @param {TokenLinesContent} content
   * @param {Look} look
   */
  update(content, look) {
    this.#pointable.widget = this.root;
    const { queryTokens, keyTokens } = content;
    const line = lineOf(look);
    const most = Math.max(queryTokens.length, keyTokens.length, 1);
    const tall = Math.max(ROW_EM * most, Math.min(TALLEST_ROW_EM * most, FEW_EM));
    const height = Math.min(look.tallest, look.em * tall);
    const longest = Math.min(look.em * LONGEST_LABEL_EM, look.room * LABEL_SHARE);
    const plans = [queryTokens, keyTokens].map((tokens) =>
      planAxis({
        widths: tokenWidths(tokens, look.measure),
        cell: height / tokens.length,
        line,
        longest,
        horizontal: false,
      }),
    );
    const sides = plans.map(({ extent }, side) =>
      Math.ceil(Math.max(extent, look.measure(side ? content.right : content.left))),
    );
    const gaps = look.em * 1.2;
    const width = Math.floor(Math.min(look.em * WIDEST_EM, look.room - sides[0] - sides[1] - gaps));
    this.#shown = {
      content,
      space: {
        width,
        height,
        dpr: look.dpr,
        whole: look.printed,
        em: look.em,
        columns: keyTokens.length,
        left: (row) => ((row + 0.5) * height) / queryTokens.length,
        right: (column) => ((column + 0.5) * height) / keyTokens.length,
      },
    };
    this.#place(sides, { width, height, line, plans });
    this.#all.draw(this.#batches(null), this.#shown.space);
    this.#pointing.renew();
    this.#light();
  }

  /**
   * @param {number[]} sides CSS px of each column of tokens
   * @param {{ width: number, height: number, line: number, plans: import('../geometry.js').AxisPlan[] }} size
   */
  #place(sides, { width, height, line, plans }) {
    if (!this.#shown) return;
    const { label, left, right, queryTokens, keyTokens } = this.#shown.content;
    setAttribute(this.root, 'aria-label', label);
    this.root.style.gridTemplateColumns = `${sides[0]}px ${width}px ${sides[1]}px`;
    this.#plot.style.height = `${height}px`;
    [left, right].forEach((text, side) => {
      setText(this.#captions[side], text);
    });
    [queryTokens, keyTokens].forEach((tokens, side) => {
      const cell = height / tokens.length;
      const axis = side ? this.#axes.key : this.#axes.query;
      setHidden(axis.root, false);
      axis.update({ tokens, plan: { ...plans[side], extent: sides[side] }, cell, line });
    });
  }

  /**
   * @param {End | null} end
   * @returns {import('./line_batches.js').Batch[]}
   */
  #batches(end) {
    if (!this.#shown) return [];
    const { sheets, least, scale, queryTokens, keyTokens } = this.#shown.content;
    const size = { rows: queryTokens.length, columns: keyTokens.length };
    return lineBatches(sheets, { ...size, least, scale, end });
  }

  /** Only the lines of the token that is pointed at; all where there is none. */
  #light() {
    const { end } = this;
    setHidden(this.#all.root, end !== null);
    setHidden(this.#own.root, end === null);
    this.root.classList.toggle('locked', this.#pointing.focus?.locked === true);
    for (const [side, axis] of Object.entries(this.#axes))
      axis.highlight(end?.side === side ? end.index : undefined);
    if (end && this.#shown) this.#own.draw(this.#batches(end), this.#shown.space);
  }
}
