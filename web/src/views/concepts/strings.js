// The texts of the concepts, one table for each, put together.
import { cacheStrings } from './cache_strings.js';
import { censusStrings } from './census_strings.js';
import { costStrings } from './cost_strings.js';
import { crossStrings } from './cross_strings.js';
import { linesStrings } from './lines_strings.js';
import { masksStrings } from './masks_strings.js';
import { orderStrings } from './order_strings.js';
import { projectionsStrings } from './projections_strings.js';
import { scalingStrings } from './scaling_strings.js';
import { sharingStrings } from './sharing_strings.js';
import { sketchStrings } from './sketch_strings.js';
import { sparseStrings } from './sparse_strings.js';
import { temperatureStrings } from './temperature_strings.js';
import { tilesStrings } from './tiles_strings.js';

/** Shared by several. */
const sharedStrings = {
  panelHint: 'Point at a cell, or use the arrow keys. Click or Enter locks it.',
  numberWhole: 'whole number, {min} to {max}',
  numberAny: 'number, {min} to {max}',
};

export const conceptStrings = Object.freeze({
  ...sharedStrings,
  ...scalingStrings,
  ...costStrings,
  ...sketchStrings,
  ...temperatureStrings,
  ...masksStrings,
  ...linesStrings,
  ...projectionsStrings,
  ...cacheStrings,
  ...tilesStrings,
  ...sharingStrings,
  ...sparseStrings,
  ...orderStrings,
  ...censusStrings,
  ...crossStrings,
});
