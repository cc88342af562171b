// In place of low_rank.js in the everyday script.
import { AttentionError } from '../errors.js';

/** @type {typeof import('./low_rank.js').lowRank} */
export const lowRank = () => {
  throw new AttentionError('option', '', 'lowRank() is in attention-map-all.js');
};
