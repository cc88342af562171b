// In place of workbench_example.js in the everyday script.
import { AttentionError } from '../errors.js';

/** @type {typeof import('./workbench_example.js').workbenchExample} */
export const workbenchExample = (_engine, { view, workbench }) => {
  if (view !== 'heads' || !workbench) return null;
  throw new AttentionError('option', 'workbench', 'the workbench is in attention-map-all.js');
};
