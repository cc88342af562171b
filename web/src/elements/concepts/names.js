// The views that show one concept each, in the order of the chapter.

export const conceptNames = Object.freeze(
  /** @type {const} */ (['sketch', 'masks', 'temperature', 'lines']),
);
