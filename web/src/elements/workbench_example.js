// The chapter's sketch as two heads (ch. 16.2.3), for a workbench in a tag that has no data.
import { CHAPTER, drawSketch, sketchTokens } from './concepts/sketch_layer.js';

/** @typedef {import('./shared_engine.js').Engine} Engine */
/** @typedef {import('./attributes.js').Attributes} Attributes */
/** @typedef {import('../readers/json.js').Input} Input */

/**
 * @param {Engine} engine
 * @param {Attributes} attributes
 * @returns {Input | null} null where no workbench is asked for: the tag keeps what its author put inside
 */
export function workbenchExample(engine, { view, workbench, seed = CHAPTER.seed }) {
  if (view !== 'heads' || !workbench) return null;
  return {
    kind: 'layer',
    tokens: sketchTokens(CHAPTER.n),
    keyTokens: null,
    tensors: drawSketch(engine, { ...CHAPTER, seed }),
    settings: { heads: 2 },
  };
}
