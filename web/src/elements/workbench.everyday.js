// In place of workbench.js in the everyday script.
import { AttentionError } from '../errors.js';

/** @type {typeof import('./workbench.js').workbenchOf} */
export const workbenchOf = () => {
  throw new AttentionError('option', 'workbench', 'the workbench is in attention-map-all.js');
};
