// In place of load_async.js in the everyday script, whose tags make synchronous calls only.
import { AttentionError } from '../errors.js';

/** @type {typeof import('./load_async.js').loadAsyncCalls} */
export const loadAsyncCalls = async () => {
  throw new AttentionError('option', '', 'asynchronous calls are in attention-map-all.js');
};
