// One head twice: its own map, and the map with shared keys.
import { node } from '../nodes.js';
import { fill } from '../strings.js';
import { mapContent } from '../widgets/map_content.js';
import { MatrixPanel } from '../widgets/matrix_panel.js';

/** @typedef {import('./sharing_figure.js').SharingModel} SharingModel */
/** @typedef {import('../look.js').Look} Look */

/** Two maps stand beside each other from here on. */
const BESIDE_EM = 22;
const LARGEST_CELL_EM = 2.8;

export class HeadPair {
  #strings;
  #own;
  #shared;

  /**
   * @param {Document} document
   * @param {import('../strings.js').Strings} strings
   * @param {import('../widgets/pointed_panels.js').PointedPanels<string>} pointed
   * @param {number} head
   */
  constructor(document, strings, pointed, head) {
    this.#strings = strings;
    this.#own = new MatrixPanel(document, strings, pointed.of(`own ${head}`));
    this.#shared = new MatrixPanel(document, strings, pointed.of(`shared ${head}`));
    this.root = node(document, 'div', { class: 'beside head-pair' }, [
      this.#own.root,
      this.#shared.root,
    ]);
  }

  /**
   * @param {SharingModel} model
   * @param {Look} look
   * @param {{ head: number, room: number }} place
   */
  update(model, look, { head, room }) {
    const strings = this.#strings;
    const { queryTokens, keyTokens, own, ownSum, shared, sharedSum } = model;
    const rows = queryTokens.length;
    const beside = room >= look.em * BESIDE_EM;
    const titles = [
      fill(strings.sharingOwnTitle, { head }),
      fill(strings.sharingSharedTitle, { head }),
    ];
    const contents = [
      {
        panel: this.#own,
        values: own[head],
        sums: ownSum,
        step: fill(strings.sharingOwnStep, { head }),
      },
      {
        panel: this.#shared,
        values: shared[head],
        sums: sharedSum,
        step: stepOf(model, head, strings),
      },
    ];
    contents.forEach(({ panel, values, sums, step }, index) => {
      panel.update(
        {
          title: titles[index],
          step,
          label: fill(strings.sharingLabel, {
            title: titles[index],
            queries: rows,
            keys: keyTokens.length,
          }),
          values,
          ...mapContent(queryTokens, keyTokens, strings),
          room: beside ? room / 2 - look.em * 1.3 : room,
          tallest: look.tallest * 0.5,
          largest: LARGEST_CELL_EM,
          sums: sums.subarray(head * rows, (head + 1) * rows),
        },
        look,
      );
    });
  }

  /** @param {{ row: number, column: number, locked: boolean } | null} cell */
  highlight(cell) {
    this.#own.highlight(cell);
    this.#shared.highlight(cell);
  }
}

/**
 * @param {SharingModel} model
 * @param {number} head
 * @param {import('../strings.js').Strings} strings
 * @returns {string} where the keys of a head come from
 */
function stepOf({ heads, keyValueHeads, share, rank }, head, strings) {
  if (share === 'low-rank') return fill(strings.sharingLowRankStep, { rank });
  const size = heads / keyValueHeads;
  const first = head - (head % size);
  return share === 'first' || size === 1
    ? fill(strings.sharingFirstStep, { first })
    : fill(strings.sharingMeanStep, { first, last: first + size - 1 });
}
