// In place of file_drop.js in the everyday script, which reads no files but JSON.

/** @type {typeof import('./file_drop.js').offerFiles} */
export const offerFiles = () => {
  throw new Error("attribute 'drop' is in attention-map-all.js, to be loaded in place of this one");
};
