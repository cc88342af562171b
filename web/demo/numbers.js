// The reader's own numbers: a box to paste into, examples of what it takes, and a tag that opens files. The tag reads and refuses; the
// page chooses the view and says what was found.

/** @typedef {import('attention-map/element').AttentionMapElement} AttentionMapElement */

/** What the buttons beside the box put into it. @type {Readonly<Record<string, string>>} */
const EXAMPLES = Object.freeze({
  numpy: `[[1.         0.         0.         0.        ]
 [0.97956127 0.02043873 0.         0.        ]
 [0.31716508 0.33722496 0.34560996 0.        ]
 [0.2276487  0.26997823 0.22129053 0.28108254]]`,
  dict: `{'tokens': ['the', 'cat', 'sat'],
 'q': array([[[2., 0.], [0., 1.], [1., 1.]],
             [[0., 3.], [1., 0.], [0., 0.]]]),
 'k': array([[[2., 0.], [0., 2.], [1., 0.]],
             [[0., 1.], [0., 2.], [3., 0.]]]),
 'v': [[[1, 0], [0, 1], [1, 1]],
       [[0, 1], [1, 0], [1, 1]]]}`,
  table: `,The,cat,"sat, down"
The,1,0,0
cat,0.98,0.02,0
"sat, down",0.32,0.34,0.34`,
  refused: `[[0.5, 0.5],
 [0.7, ..., 0.3]]`,
});

/** Names as people write them. @type {Readonly<Record<string, string>>} */
const SYMBOLS = Object.freeze({
  query: 'Q',
  key: 'K',
  value: 'V',
  x: 'X',
  wq: 'W_Q',
  wk: 'W_K',
  wv: 'W_V',
});

/**
 * @typedef {object} Found
 * @property {string} kind
 * @property {Record<string, number[]>} shapes by name
 * @property {string[] | null} tokens
 * @property {Record<string, string>} [attributes] of a figure that was saved
 */

/**
 * What was found, in a sentence.
 * @param {Found} found
 * @returns {string}
 */
export function describeFound({ kind, shapes, tokens, attributes = {} }) {
  if (kind === 'none')
    return `A figure that was saved, shown as it was: view ${attributes.view ?? 'map'}, with numbers of its own.`;
  if (kind === 'tokens')
    return `${countTokens(tokens ?? [])} and no numbers: untrained weights, whose pattern means nothing.`;
  const sizes = Object.entries(shapes)
    .map(
      ([name, shape]) =>
        `${Object.hasOwn(SYMBOLS, name) ? SYMBOLS[name] : name} ${shape.join(' × ')}`,
    )
    .join(', ');
  const labels = tokens ? countTokens(tokens) : 'no tokens: rows and columns are numbered';
  const done =
    kind === 'weights'
      ? 'Drawn as they are, nothing computed.'
      : 'The weights are computed here, from these.';
  return `Found ${sizes}; ${labels}. ${done}`;
}

/**
 * @param {string[]} tokens
 * @returns {string}
 */
function countTokens({ length }) {
  return length === 1 ? '1 token' : `${length} tokens`;
}

/**
 * @param {{ kind: string, shapes: Record<string, number[]> }} found
 * @returns {number} heads, as far as the shapes tell
 */
export function countHeads({ shapes }) {
  const shape = shapes.weights ?? shapes.query ?? [];
  return shape.length === 3 ? shape[0] : 1;
}

/** Keys from which the colours go up to the largest weight: 1 / 64 is next to the palest of them. */
const PALE = 64;

/**
 * @param {Found} found
 * @returns {number} as far as the shapes tell
 */
function countKeys({ shapes }) {
  return shapes.weights?.at(-1) ?? shapes.key?.at(-2) ?? shapes.x?.at(-2) ?? 0;
}

/** @param {Document} document with the section of index.html */
export function connectNumbers(document) {
  const tag = /** @type {AttentionMapElement} */ (document.getElementById('opened'));
  const form = /** @type {HTMLFormElement} */ (document.getElementById('paste'));
  const box = /** @type {HTMLTextAreaElement} */ (document.getElementById('pasted'));
  const settings = /** @type {HTMLElement} */ (document.getElementById('opened-settings'));
  const caption = /** @type {HTMLElement} */ (document.getElementById('opened-caption'));
  const list = /** @type {HTMLDetailsElement} */ (document.querySelector('#numbers .understood'));
  // In two columns it takes no room; in one it would stand between the box and its figure.
  list.open = document.defaultView?.matchMedia('(min-width: 56rem)').matches ?? true;
  const show = async (/** @type {string | File[]} */ source) => {
    // Refusals are shown by the tag itself, above its figure.
    await tag.open(source).catch(() => {});
    tag.scrollIntoView({ block: 'nearest' });
  };
  const draw = () => show(box.value);
  takeDrops(document, show);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    draw();
  });
  form.addEventListener('click', ({ target }) => {
    const name = target instanceof HTMLElement ? target.dataset.example : undefined;
    if (name === undefined) return;
    box.value = EXAMPLES[name];
    draw();
  });
  box.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) draw();
  });
  settings.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    tag.setAttribute(target.name.replace('opened-', ''), target.value);
  });
  tag.addEventListener('attention-map:open', ({ detail }) => {
    settings.hidden = false;
    caption.hidden = false;
    caption.textContent = describeFound(detail);
    if (Object.keys(detail.attributes).length > 0) {
      showSaved(tag, settings, detail.attributes);
      return;
    }
    choose(settings, 'opened-mask', tag.getAttribute('mask') ?? 'none');
    // Shares of so many keys are all pale on a scale up to 1.
    const domain = countKeys(detail) > PALE ? 'map' : 'fixed';
    choose(settings, 'opened-domain', domain);
    tag.setAttribute('domain', domain);
    const view = countHeads(detail) > 1 ? 'heads' : 'map';
    // What came before may have had no other heads; lines are shown of any.
    if (tag.getAttribute('view') === 'lines') return;
    choose(settings, 'opened-view', view);
    tag.setAttribute('view', view);
    tag.removeAttribute('head');
  });
}

/**
 * A figure that was saved says itself how it is shown, until a setting is touched.
 * @param {Element} tag
 * @param {Element} settings
 * @param {Record<string, string>} saved
 */
function showSaved(tag, settings, saved) {
  for (const name of ['view', 'mask', 'head', 'domain', 'transform']) tag.removeAttribute(name);
  choose(settings, 'opened-view', saved.view ?? 'map');
  choose(settings, 'opened-mask', saved.mask ?? 'none');
  choose(settings, 'opened-domain', saved.domain ?? 'fixed');
  choose(settings, 'opened-transform', saved.transform ?? 'linear');
}

/**
 * Files that are dropped anywhere on the page are opened: a browser would leave it for them.
 * @param {Document} document
 * @param {(files: File[]) => void} open
 */
function takeDrops(document, open) {
  const hasFiles = (/** @type {DragEvent} */ { dataTransfer }) =>
    dataTransfer?.types.includes('Files') ?? false;
  document.addEventListener('dragover', (event) => {
    if (hasFiles(event)) event.preventDefault();
  });
  document.addEventListener('drop', (event) => {
    // The tag has had it already.
    if (event.defaultPrevented || !hasFiles(event)) return;
    event.preventDefault();
    open(Array.from(event.dataTransfer?.files ?? []));
  });
}

/**
 * @param {Element} settings
 * @param {string} name
 * @param {string} value
 */
function choose(settings, name, value) {
  for (const input of settings.querySelectorAll('input'))
    if (input.name === name) input.checked = input.value === value;
}
