// The views that show one concept each, in the order of the chapter.

export const conceptNames = Object.freeze(
  /** @type {const} */ ([
    'scaling',
    'cost',
    'sketch',
    'projections',
    'masks',
    'order',
    'cross',
    'temperature',
    'lines',
    'tiles',
    'cache',
    'sharing',
    'sparse',
    'census',
  ]),
);
