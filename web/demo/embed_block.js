// Under a figure: what to paste to have it elsewhere, in the form that the author's book is written in.
import { addCopyButton } from './clipboard.js';
import { forms } from './embed_code.js';

/** Attributes of this page's tags that are of no use to an author elsewhere. */
export const OF_THE_PAGE = new Set(['loading', 'id', 'class']);

/** Told to all blocks of the page when one is given another form: an author writes one kind of book. */
const CHOSEN = 'attention-map:form';

export class EmbedBlock {
  #tag;
  #code;
  #form;

  /**
   * @param {Document} document
   * @param {Element} tag
   */
  constructor(document, tag) {
    this.#tag = tag;
    this.#code = document.createElement('code');
    const block = document.createElement('pre');
    block.className = 'tag';
    block.append(this.#code);
    this.#form = formChoice(document, titleOf(tag));
    this.root = document.createElement('div');
    this.root.className = 'embed';
    this.root.append(this.#form, block);
    addCopyButton(block, 'what shows this figure');
    this.#form.addEventListener('change', () => {
      document.dispatchEvent(new CustomEvent(CHOSEN, { detail: this.#form.value }));
    });
    document.addEventListener(CHOSEN, (event) => {
      this.#form.value = /** @type {CustomEvent} */ (event).detail;
      this.update();
    });
    // Its height is known once it is drawn.
    tag.addEventListener('attention-map:ready', () => this.update());
    this.update();
  }

  /** The tag has changed. */
  update() {
    const form = forms.find(({ name }) => name === this.#form.value) ?? forms[0];
    const { ownerDocument: document } = this.#tag;
    this.#code.textContent = form.text({
      attributes: attributesOf(this.#tag),
      base: new URL('./', document.baseURI).href,
      title: titleOf(this.#tag),
      height: this.#tag.getBoundingClientRect().height,
    });
  }
}

/**
 * @param {Document} document
 * @param {string} title of the figure
 * @returns {HTMLSelectElement}
 */
function formChoice(document, title) {
  const choice = document.createElement('select');
  choice.setAttribute('aria-label', `${title}: form of the code`);
  for (const { name, label } of forms) {
    const option = document.createElement('option');
    option.value = name;
    option.textContent = label;
    choice.append(option);
  }
  return choice;
}

/**
 * @param {Element} tag
 * @returns {Record<string, string>}
 */
function attributesOf(tag) {
  const names = tag.getAttributeNames().filter((name) => !OF_THE_PAGE.has(name));
  return Object.fromEntries(names.map((name) => [name, tag.getAttribute(name) ?? '']));
}

/**
 * @param {Element} tag
 * @returns {string} what the figure is called
 */
function titleOf(tag) {
  const heading = tag.closest('section')?.querySelector('h1, h2');
  return (
    tag.getAttribute('alt') ?? heading?.textContent?.replace(/\s+/g, ' ').trim() ?? 'Attention map'
  );
}
