// In place of threads.js in the classic scripts: their tags ask for no threads, and the script of a thread is 13 KB.

/** @type {typeof import('./threads.js').readWorkers} */
export const readWorkers = () => 0;

/** @type {typeof import('./threads.js').startPool} */
export const startPool = async () => null;
