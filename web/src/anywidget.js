// 'attention-map/anywidget': the tag as a notebook widget (Anywidget Front-End Module, https://anywidget.dev/en/afm).
import { attributeTable } from './elements/attributes.js';
import { defineTag, TAG } from './elements/define.js';
import { dataOfTrait, textOfTrait, traitOfText } from './elements/traits.js';

/** @typedef {import('./elements/attention_map_element.js').AttentionMapElement} AttentionMapElement */

/**
 * What anywidget gives of a Python object; get() of a traitlet that it does not have is undefined.
 * @typedef {object} Model
 * @property {(name: string) => unknown} get
 * @property {(name: string, value: unknown) => void} set
 * @property {() => void} save_changes
 * @property {(event: string, listener: () => void) => void} on
 * @property {(event: string, listener: () => void) => void} off
 */

/**
 * Mounts <attention-map> for a model whose traitlets have the tag's names: `data` (tokens with query/key/value, x and matrices, or
 * weights; nested lists, or `{ data: bytes, shape, dtype }`) and any attribute (`view`, `mask`, `heads`, …; `key_tokens` for key-tokens).
 * What a reader changes is written back; `selection` gets what is pointed at. In Python, `_esm` being this entry bundled into one file:
 *
 *     class AttentionMap(anywidget.AnyWidget):
 *         _esm = pathlib.Path("attention-map-widget.js")
 *         data = traitlets.Dict(allow_none=True, default_value=None).tag(sync=True)
 *         view = traitlets.Unicode("map").tag(sync=True)
 *         mask = traitlets.Unicode("none").tag(sync=True)
 *         selection = traitlets.Dict(allow_none=True, default_value=None).tag(sync=True)
 *     weights = softmax(q @ k.T / np.sqrt(d))  # [n, n]
 *     array = {"data": weights.tobytes(), "shape": weights.shape, "dtype": str(weights.dtype)}
 *     w = AttentionMap(data={"tokens": words, "weights": array})
 *     w.mask = "causal"  # redraws
 *     w                  # w.selection: the cell under the pointer
 *
 * @param {{ model: Model, el: HTMLElement }} place
 * @returns {() => void} takes it away again
 */
function render({ model, el }) {
  defineTag();
  const tag = /** @type {AttentionMapElement} */ (
    /** @type {unknown} */ (el.ownerDocument.createElement(TAG))
  );
  /** @type {[string, () => void][]} */
  const followed = [
    [
      'data',
      () => {
        tag.data = dataOfTrait(model.get('data'));
      },
    ],
  ];
  for (const name of Object.keys(attributeTable))
    followed.push([traitOf(name), () => showAttribute(tag, model, name)]);
  for (const [trait, show] of followed) {
    model.on(`change:${trait}`, show);
    show();
  }
  const stopWriting = writeBack(tag, model);
  el.append(tag);
  return () => {
    for (const [trait, show] of followed) model.off(`change:${trait}`, show);
    stopWriting();
    tag.remove();
  };
}

/** @param {string} attribute */
function traitOf(attribute) {
  return attribute.replaceAll('-', '_');
}

/**
 * @param {AttentionMapElement} tag
 * @param {Model} model
 * @param {string} name
 */
function showAttribute(tag, model, name) {
  const text = textOfTrait(model.get(traitOf(name)));
  if (text === null) tag.removeAttribute(name);
  else if (tag.getAttribute(name) !== text) tag.setAttribute(name, text);
}

/**
 * @param {AttentionMapElement} tag
 * @param {Model} model
 * @returns {() => void}
 */
function writeBack(tag, model) {
  /** @param {Event} event */
  const changed = (event) => {
    const { name, value } = /** @type {CustomEvent} */ (event).detail;
    write(model, traitOf(name), traitOfText(value, model.get(traitOf(name))));
  };
  /** @param {Event} event */
  const selected = (event) => write(model, 'selection', /** @type {CustomEvent} */ (event).detail);
  tag.addEventListener('attention-map:change', changed);
  tag.addEventListener('attention-map:select', selected);
  return () => {
    tag.removeEventListener('attention-map:change', changed);
    tag.removeEventListener('attention-map:select', selected);
  };
}

/**
 * @param {Model} model
 * @param {string} trait left alone where the model has none of that name
 * @param {unknown} value
 */
function write(model, trait, value) {
  if (model.get(trait) === undefined) return;
  model.set(trait, value);
  model.save_changes();
}

export default { render };
