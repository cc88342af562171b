// In place of workbench_tables.js in the everyday script.

/** @type {typeof import('./workbench_tables.js').workbenchTables} */
export const workbenchTables = () => [];
