// In place of workbench_example.js in the everyday script: without data there is nothing to show.

/** @type {typeof import('./workbench_example.js').workbenchExample} */
export const workbenchExample = () => null;
