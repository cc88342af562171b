// Vectors beside a map: the output of each query next to its row, the value of each key under its column.
// Bars around a zero line where there is room to read them, heat cells where there is not.
import { colourAt, cssColour } from '../palettes.js';
import { CellCanvas } from './cell_canvas.js';
import { Plate } from './plate.js';

/** Bars take the colour that stands this far from zero in the signed table. */
const BAR_LEVEL = 0.72;

/**
 * @typedef {object} StripContent
 * @property {Float32Array} values count × components
 * @property {number} count vectors
 * @property {number} components numbers in each
 * @property {import('./geometry.js').CellSize} along the cells of the map that the vectors belong to
 * @property {import('./geometry.js').VectorPlan} plan
 * @property {import('./colour_scale.js').ColourScale} scale signed
 * @property {import('./look.js').Look} look
 */

export class VectorStrip {
  #upright;
  #canvas;

  /**
   * @param {Document} document
   * @param {string} part
   * @param {boolean} upright each vector stands under a column (true), or lies beside a row
   */
  constructor(document, part, upright) {
    this.#upright = upright;
    this.#canvas = new CellCanvas(document);
    this.plate = new Plate(document, part, [this.#canvas.root]);
    this.plate.root.classList.add('strip');
  }

  /** @param {StripContent} content */
  update(content) {
    const { count, along, plan, look } = content;
    const upright = this.#upright;
    const size = {
      width: upright ? along.length : plan.size,
      height: upright ? plan.size : along.length,
    };
    this.plate.resize({ rows: upright ? 1 : count, columns: upright ? count : 1, ...size });
    this.plate.root.classList.toggle('bars', plan.bars);
    if (plan.bars) {
      this.#canvas.draw(size, look.dpr, (context) => paintBars(context, content, upright));
    } else {
      this.#heat(content, size);
    }
  }

  /**
   * @param {StripContent} content
   * @param {{ width: number, height: number }} size CSS px
   */
  #heat({ values, count, components, along, plan, scale, look }, size) {
    const shown = this.#upright ? transposed(values, count, components) : values;
    const shape = this.#upright ? [1, components, count] : [1, count, components];
    const samples = {
      width: this.#upright ? along.pixels : plan.pixels,
      height: this.#upright ? plan.pixels : along.pixels,
    };
    const weights = { data: shown, shape };
    this.#canvas.blit(samples, size, (rgba) =>
      look.pixels({
        weights,
        head: 0,
        ...samples,
        pool: 'mean',
        transform: 'linear',
        domain: scale.domain,
        palette: look.signed,
        into: rgba,
      }),
    );
  }

  /** @param {{ index: number | undefined, locked: boolean }} focus the vector to frame */
  highlight({ index, locked }) {
    this.plate.highlight(this.#upright ? { column: index, locked } : { row: index, locked });
  }
}

/**
 * @param {CanvasRenderingContext2D} context in CSS px
 * @param {StripContent} content
 * @param {boolean} upright
 */
function paintBars(context, { values, count, components, along, plan, scale, look }, upright) {
  const half = along.cell / 2;
  const reach = (half - 3) / scale.domain[1];
  const thick = plan.size / components;
  const fills = [0.5 - BAR_LEVEL / 2, 0.5 + BAR_LEVEL / 2].map((level) =>
    cssColour(colourAt(look.signed, level)),
  );
  for (let vector = 0; vector < count; vector++) {
    const zero = (vector + 0.5) * along.cell;
    for (let component = 0; component < components; component++) {
      const value = values[vector * components + component];
      const length = Math.abs(value) * reach;
      const start = component * thick + 1;
      context.fillStyle = fills[value < 0 ? 0 : 1];
      // Positive goes up beside a row and to the right under a column.
      if (upright) context.fillRect(value < 0 ? zero - length : zero, start, length, thick - 2);
      else context.fillRect(start, value < 0 ? zero : zero - length, thick - 2, length);
    }
    context.fillStyle = look.ink;
    context.globalAlpha = 0.45;
    const hair = 1 / look.dpr;
    const middle = Math.round((zero - hair / 2) * look.dpr) / look.dpr;
    if (upright) context.fillRect(middle, 0, hair, plan.size);
    else context.fillRect(0, middle, plan.size, hair);
    context.globalAlpha = 1;
  }
}

/**
 * @param {Float32Array} values rows × columns
 * @param {number} rows
 * @param {number} columns
 * @returns {Float32Array} columns × rows
 */
function transposed(values, rows, columns) {
  const turned = new Float32Array(values.length);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      turned[column * rows + row] = values[row * columns + column];
    }
  }
  return turned;
}
