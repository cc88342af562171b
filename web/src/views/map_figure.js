// One attention map as a printed figure: cells, tokens on both axes, row sums, the output of each query
// beside its row and the value of each key under its column, and the bars that explain the colours.
import { AxisLabels } from './axis_labels.js';
import { ColourBar, hatchKey } from './colour_bar.js';
import { signedScale, weightScale } from './colour_scale.js';
import { lineOf } from './look.js';
import { planMap } from './map_plan.js';
import { Matrix } from './matrix.js';
import { node, setAttribute, setHidden, setText } from './nodes.js';
import { fixed, largestMagnitude } from './numbers.js';
import { drawnWeight, printedWeight, sliceOf } from './picture.js';
import { RowSums } from './row_sums.js';
import { fill } from './strings.js';
import { TokenStrip } from './token_strip.js';
import { VectorStrip } from './vector_strip.js';
import { walkable } from './walkable.js';

/** @typedef {import('./look.js').Figure} Figure */
/** @typedef {import('./picture.js').HeadChoice} HeadChoice */

/** @implements {Figure} */
export class MapFigure {
  #matrix;
  #top;
  #left;
  #corner;
  #keysCaption;
  #sums;
  #output;
  #outputTitle;
  #value;
  #valueTitle;
  #bar;
  #vectorBar;
  #hatchKey;
  #strip;
  /** @type {import('./picture.js').Slice | null} */
  #slice = null;
  /** @type {HeadChoice} */
  #head = 0;

  /**
   * @param {Document} document
   * @param {import('./strings.js').Strings} strings
   */
  constructor(document, strings) {
    const caption = (/** @type {string} */ name, text = '') =>
      node(document, 'div', { class: `caption ${name}`, text, hidden: true });
    this.#matrix = new Matrix(document, 'map');
    this.#top = new AxisLabels(document, true);
    this.#left = new AxisLabels(document, false);
    this.#corner = caption('corner', strings.queriesAxisShort);
    this.#keysCaption = caption('keys');
    this.#sums = new RowSums(document);
    this.#output = new VectorStrip(document, 'output', false);
    this.#outputTitle = caption('output-title', strings.output);
    this.#value = new VectorStrip(document, 'value', true);
    this.#valueTitle = caption('value-title', strings.value);
    this.#bar = new ColourBar(document);
    this.#vectorBar = new ColourBar(document);
    this.#hatchKey = hatchKey(document, strings.masked);
    this.#strip = new TokenStrip(document);
    this.widget = walkable(document, 'map-grid', strings, [
      this.#corner,
      this.#keysCaption,
      this.#top.root,
      this.#left.root,
      this.#matrix.plate.root,
      ...this.#sums.parts,
      this.#outputTitle,
      this.#output.plate.root,
      this.#valueTitle,
      this.#value.plate.root,
    ]);
    const legend = node(document, 'div', { class: 'legend', part: 'legend' }, [
      this.#bar.root,
      this.#vectorBar.root,
      this.#hatchKey,
    ]);
    this.root = node(document, 'div', { class: 'map-figure' }, [
      this.widget,
      legend,
      this.#strip.root,
    ]);
  }

  /**
   * @param {import('./picture.js').Picture} picture
   * @param {import('./look.js').Look} look
   * @param {HeadChoice | 'all'} choice
   */
  update(picture, look, choice) {
    this.#head = choice === 'all' ? 'mean' : choice;
    const slice = sliceOf(picture, this.#head);
    this.#slice = slice;
    const plan = planMap(picture, slice, look);
    const scale = weightScale({ ...look, largest: () => largestMagnitude(slice.weights) });
    this.root.style.setProperty('--labels', `${plan.leftWidth}px`);
    setAttribute(this.widget, 'aria-label', mapLabel(picture, this.#head, look.strings));
    this.#matrix.update({
      painted: slice.painted,
      at: (index) => drawnWeight(slice, index),
      hatched: picture.pattern !== null,
      rows: slice.rows,
      columns: slice.columns,
      row: plan.row,
      column: plan.column,
      scale,
      colours: look.colours,
      look,
      print: (index) => printedWeight(slice, index),
      widest: fixed(0.88),
    });
    this.#labels(picture, plan, look);
    // Where not every label fits, the words stand below as running text.
    this.#strip.update(plan.top.step > 1 ? picture.keyTokens : [], scale, look.colours);
    this.#sums.update(plan.sums ? slice : null, plan.row.cell);
    this.#vectors(slice, plan, look);
    const barWidth = Math.min(look.em * 13, look.room * 0.45);
    const title =
      look.transform === 'log'
        ? `${look.strings.weight}, ${look.strings.logScale}`
        : look.strings.weight;
    this.#bar.update({ title, scale, colours: look.colours, width: barWidth, look });
    setHidden(this.#hatchKey, !picture.pattern);
    this.highlight(null);
  }

  /**
   * @param {import('./picture.js').Picture} picture
   * @param {import('./map_plan.js').MapPlan} plan
   * @param {import('./look.js').Look} look
   */
  #labels(picture, plan, look) {
    const line = lineOf(look);
    const { strings, measure } = look;
    this.#top.update({ tokens: picture.keyTokens, plan: plan.top, cell: plan.column.cell, line });
    this.#left.update({ tokens: picture.queryTokens, plan: plan.left, cell: plan.row.cell, line });
    const fits = (/** @type {string} */ text, /** @type {number} */ room) => measure(text) <= room;
    setText(
      this.#keysCaption,
      fits(strings.keysAxis, plan.column.length) ? strings.keysAxis : strings.keysAxisShort,
    );
    setText(
      this.#corner,
      fits(strings.queriesAxis, plan.leftWidth) ? strings.queriesAxis : strings.queriesAxisShort,
    );
  }

  /**
   * @param {import('./picture.js').Slice} slice
   * @param {import('./map_plan.js').MapPlan} plan
   * @param {import('./look.js').Look} look
   */
  #vectors(slice, plan, look) {
    const { value, output, valueWidth } = slice;
    const shown = Boolean(value && output && plan.value && plan.output);
    for (const part of [
      this.#value.plate.root,
      this.#output.plate.root,
      this.#valueTitle,
      this.#outputTitle,
    ]) {
      setHidden(part, !shown);
    }
    setHidden(this.#vectorBar.root, !shown);
    if (!value || !output || !plan.value || !plan.output) return;
    const scale = signedScale(value, output);
    const common = { components: valueWidth, scale, look };
    this.#value.update({
      ...common,
      values: value,
      count: slice.columns,
      along: plan.column,
      plan: plan.value,
    });
    this.#output.update({
      ...common,
      values: output,
      count: slice.rows,
      along: plan.row,
      plan: plan.output,
    });
    const title = `${look.strings.value}, ${look.strings.output}`;
    const width = Math.min(look.em * 9, look.room * 0.4);
    this.#vectorBar.update({ title, scale, colours: look.signed, width, look });
  }

  /** @param {import('./look.js').Focus | null} focus */
  highlight(focus) {
    const shown = focus && focus.head === this.#head ? focus : null;
    const locked = shown?.locked === true;
    this.#matrix.plate.highlight(shown);
    this.#top.highlight(shown?.column);
    this.#left.highlight(shown?.row);
    this.#output.highlight({ index: shown?.row, locked });
    this.#value.highlight({ index: shown?.column, locked });
    this.#strip.highlight(this.#slice, shown);
    this.#sums.highlight(shown?.row);
  }

  /**
   * @param {number} clientX
   * @param {number} clientY
   */
  locate(clientX, clientY) {
    const cell = this.#matrix.plate.locate(clientX, clientY);
    return cell && { head: this.#head, ...cell };
  }
}

/**
 * @param {import('./picture.js').Picture} picture
 * @param {HeadChoice} head
 * @param {import('./strings.js').Strings} strings
 * @returns {string}
 */
function mapLabel(picture, head, strings) {
  const [heads, queries, keys] = picture.shape;
  const name = head === 'mean' ? fill(strings.meanHead, { heads }) : fill(strings.head, { head });
  return fill(strings.mapLabel, { head: name, queries, keys });
}
