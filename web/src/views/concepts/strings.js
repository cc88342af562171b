// The texts of the concepts, one table for each, put together for strings.js.
import { costStrings } from './cost_strings.js';
import { linesStrings } from './lines_strings.js';
import { masksStrings } from './masks_strings.js';
import { projectionsStrings } from './projections_strings.js';
import { sketchStrings } from './sketch_strings.js';
import { temperatureStrings } from './temperature_strings.js';

/** Shared by several. */
const sharedStrings = {
  settings: 'Settings',
  panelHint: 'Point at a cell, or use the arrow keys. Click or Enter locks it.',
};

export const conceptStrings = Object.freeze({
  ...sharedStrings,
  ...costStrings,
  ...sketchStrings,
  ...temperatureStrings,
  ...masksStrings,
  ...linesStrings,
  ...projectionsStrings,
});
