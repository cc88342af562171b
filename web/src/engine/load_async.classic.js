// In place of load_async.js in the classic script that has everything.
import * as asyncCalls from './async_calls.js';

/** @type {typeof import('./load_async.js').loadAsyncCalls} */
export const loadAsyncCalls = async () => asyncCalls;
