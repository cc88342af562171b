// In place of workbench_strings.js in the everyday script.

export const workbenchStrings = Object.freeze({});
