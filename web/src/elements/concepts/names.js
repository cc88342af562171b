// The views that show one concept each, in the order of the chapter.

export const conceptNames = Object.freeze(
  /** @type {const} */ ([
    'projections',
    'scaling',
    'temperature',
    'masks',
    'order',
    'lines',
    'cost',
    'tiles',
    'cache',
    'sharing',
    'cross',
    'sparse',
    'census',
    'sketch',
  ]),
);
