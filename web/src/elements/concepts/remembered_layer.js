// The layer that a tag's words were last made into: most settings of a concept leave words and weights as they are, and the same
// layer has the same projections.

/** @typedef {import('../layer_input.js').Layer} Layer */
/** @typedef {import('../attributes.js').Attributes} Attributes */
/** @typedef {import('../../readers/json.js').Input} Input */

export class RememberedLayer {
  /** @type {{ key: readonly unknown[], layer: Layer } | null} */
  #last = null;

  /**
   * @param {Input | null} input null: the chapter's
   * @param {Attributes} attributes
   * @param {() => Layer} make from these
   * @returns {Layer} shared: to be read only
   */
  of(input, attributes, make) {
    const key = keyOf(input, attributes);
    if (this.#last && isSame(this.#last.key, key)) return this.#last.layer;
    const layer = make();
    this.#last = { key, layer };
    return layer;
  }
}

/**
 * Everything that a layer is made from.
 * @param {Input | null} input
 * @param {Attributes} attributes
 * @returns {readonly unknown[]}
 */
function keyOf(input, { seed, heads }) {
  if (!input) return ['chapter', seed, heads];
  const { kind, tensors, settings, tokens, keyTokens } = input;
  // Tensors that are set again are others, even in the same arrays.
  if (kind === 'layer') return [kind, tensors, settings, heads];
  return [kind, tokens, keyTokens, seed ?? settings.seed, heads ?? settings.heads];
}

/**
 * @param {readonly unknown[]} one
 * @param {readonly unknown[]} other
 * @returns {boolean} tokens are read anew from their attribute each time, so lists are compared by what they hold
 */
function isSame(one, other) {
  return (
    one.length === other.length &&
    one.every((value, place) => {
      const twin = other[place];
      if (value === twin) return true;
      return Array.isArray(value) && Array.isArray(twin) && isSame(value, twin);
    })
  );
}
