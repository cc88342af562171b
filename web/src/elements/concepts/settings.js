// The attributes that concepts have of their own, with how their text is read. Each is optional: a missing one is the concept's
// default, and what is the default is not written. One name means the same in every concept that has it.
import { between, integer, integers, oneOf, positive } from '../attribute_readers.js';
import { parseEdits } from './cell_edits.js';
import { parsePattern } from './sparse_pattern.js';

/** Wider keys are drawn nowhere: 1,024 is the end of the slider. */
const MOST_WIDTH = 4096;
/** More are not even counted. */
const MOST_TOKENS = 32768;

export const conceptSettings = Object.freeze({
  /** d_k */
  'key-width': integer('key-width', 1, MOST_WIDTH),
  /** d_model */
  'model-width': integer('model-width', 1, MOST_WIDTH),
  /** tokens */
  n: integer('n', 1, MOST_TOKENS),
  /** the how-manieth measurement is going on, which the page starts by writing its number; 0: none is */
  run: integer('run', 0),
  /** of the weight matrices */
  sigma: positive('sigma', 100),
  /** sinusoidal positions are added to X */
  positions: oneOf('positions', /** @type {const} */ (['on', 'off'])),
  /** tokens that a text begins with: several texts in one sequence, none of which sees another */
  documents: integers('documents', 512),
  /** heads that are switched off, counted from 0 */
  off: integers('off', 512),
  /** two heads whose columns of the concat change places */
  swap: integers('swap', 2),
  /** the workbench stands under the heads */
  workbench: () => true,
  /** the smallest weight that is drawn */
  least: between('least', 0, 1),
  /** numbers of x, wq, wk and wv that are replaced */
  edits: parseEdits,
  /** the tokens in another order, counted from 0 */
  order: integers('order', 512),
  /** first tokens that are context only: keys, and no queries */
  split: integer('split', 0),
  /** where a causal map of fewer queries than keys begins */
  align: oneOf('align', /** @type {const} */ (['bottom-right', 'top-left'])),
  /** what is walked through, counted from 1: decode steps, tiles */
  step: integer('step', 1),
  /** h_kv: query heads share them in groups */
  'kv-heads': integer('kv-heads', 1),
  /** what a group of query heads reads */
  share: oneOf('share', /** @type {const} */ (['first', 'mean', 'low-rank'])),
  /** of what stands for W_K and W_V */
  rank: integer('rank', 1),
  /** keys in a tile */
  'block-size': integer('block-size', 1),
  /** which cells sparse attention computes */
  pattern: parsePattern,
  /** keys on either side of a query */
  width: integer('width', 0),
  /** of the keys beside a query, every so manieth */
  dilation: integer('dilation', 1),
  /** first tokens that see all and are seen by all */
  globals: integer('globals', 0),
  /** tokens in a block */
  block: integer('block', 1),
  /** keys that are drawn for each query */
  'per-row': integer('per-row', 0),
  /** of those draws; `seed` is that of the weights */
  'pattern-seed': integer('pattern-seed', 0),
  /** what heads are sorted by, the largest first */
  sort: oneOf(
    'sort',
    /** @type {const} */ (['head', 'entropy', 'distance', 'first', 'previous', 'induction']),
  ),
  /** heads whose sorted measure is smaller are left out */
  filter: between('filter', 0, MOST_TOKENS),
  /** a query, counted from 0 */
  row: integer('row', 0),
  /** a key, counted from 0 */
  column: integer('column', 0),
});
