// The asynchronous calls are loaded with the first of them: most pages make none.

/** @returns {Promise<typeof import('./async_calls.js')>} */
export const loadAsyncCalls = () => import('./async_calls.js');
