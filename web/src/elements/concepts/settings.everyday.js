// In place of settings.js in the everyday script: what its views know of the attributes of concepts.

export const conceptSettings = Object.freeze({ workbench: () => true });
