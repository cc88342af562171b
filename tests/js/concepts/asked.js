// A concept's numbers without a page: its models from the real engine.

import { readAttributes } from '../../../web/src/elements/attributes.js';
import { exampleOf } from '../../../web/src/elements/concepts/example.js';
import { loadConcept } from '../../../web/src/elements/concepts/loaded_concepts.js';
import { ReusedArrays } from '../../../web/src/elements/reused_arrays.js';
import { loadEngine } from '../../../web/src/index.js';
import { readData } from '../../../web/src/readers/json.js';

/**
 * @param {Record<string, string>} written attributes as an author writes them, `view` among them
 * @param {unknown} [data] as `.data` takes it; none: the tokens of the attributes, or the chapter's example
 * @returns {Promise<any[]>} every model, first to last; a concept that goes on changing one gives it each time
 */
export async function modelsOf(written, data) {
  const engine = await loadEngine();
  try {
    const attributes = readAttributes(
      /** @type {Element} */ (
        /** @type {unknown} */ ({
          getAttribute: (/** @type {string} */ name) => written[name] ?? null,
        })
      ),
    );
    const input = data ? readData(data) : wordsOf(attributes);
    const example = exampleOf(engine, input, attributes);
    const { concept } = await loadConcept(
      /** @type {import('../../../web/src/elements/concepts/index.js').ConceptName} */ (
        attributes.view
      ),
    );
    const models = [
      ...concept.compute({ engine, example, attributes, arrays: new ReusedArrays() }),
    ];
    models.forEach(readResults);
    return models;
  } finally {
    engine.free();
  }
}

/**
 * Results are computed when they are read: while the engine is there.
 * @param {Record<string, any>} model
 */
function readResults({ result, ...parts }) {
  Object.values(result ?? {});
  for (const part of Object.values(parts)) if (part?.result) readResults(part);
}

/**
 * @param {Record<string, string>} written
 * @param {unknown} [data]
 * @returns {Promise<any>} the last model
 */
export async function modelOf(written, data) {
  return (await modelsOf(written, data)).at(-1);
}

/** @param {import('../../../web/src/elements/attributes.js').Attributes} attributes */
function wordsOf({ tokens, 'key-tokens': keyTokens }) {
  if (!tokens) return null;
  return /** @type {const} */ ({
    kind: 'tokens',
    tokens,
    keyTokens: keyTokens ?? null,
    tensors: {},
    settings: {},
  });
}
