// DOM nodes without markup: every text goes through textContent, so no token can become HTML.

/** Node.TEXT_NODE, which is no global in Node. */
const TEXT_NODE = 3;

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Document} document
 * @param {Tag} tag
 * @param {{ class?: string, part?: string, text?: string, role?: string, label?: string, hidden?: boolean }} [options]
 *   hidden: kept from assistive technology (aria-hidden)
 * @param {(Node | string)[]} [children]
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function node(document, tag, options = {}, children = []) {
  const element = document.createElement(tag);
  if (options.class) element.className = options.class;
  if (options.part) element.setAttribute('part', options.part);
  if (options.role) element.setAttribute('role', options.role);
  if (options.label) element.setAttribute('aria-label', options.label);
  if (options.hidden) element.setAttribute('aria-hidden', 'true');
  if (options.text !== undefined) element.textContent = options.text;
  element.append(...children);
  return element;
}

/**
 * Set text only where it differs: an equal write would still cost a layout.
 * @param {Node} target
 * @param {string} text
 */
export function setText(target, text) {
  const only = target.firstChild;
  // Asking a text node is far cheaper than having the text of everything inside put together.
  if (only?.nodeType === TEXT_NODE && only === target.lastChild) {
    if (only.nodeValue !== text) only.nodeValue = text;
  } else if (target.textContent !== text) target.textContent = text;
}

/**
 * Set an attribute only where it differs.
 * @param {Element} element
 * @param {string} name
 * @param {string} value
 */
export function setAttribute(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/**
 * Show or hide only what is not so already: even an equal write would ask for its style anew.
 * @param {Element} element of HTML, or of SVG, which knows the attribute only
 * @param {boolean} hidden
 */
export function setHidden(element, hidden) {
  if (element.hasAttribute('hidden') !== hidden) element.toggleAttribute('hidden', hidden);
}

/**
 * Make a parent hold exactly `count` children, keeping those it has: nodes are reused between repaints.
 * @template {HTMLElement} Child
 * @param {HTMLElement} parent holds nothing but such children
 * @param {number} count
 * @param {() => Child} create
 * @returns {Child[]}
 */
export function children(parent, count, create) {
  while (parent.childElementCount > count) parent.lastElementChild?.remove();
  while (parent.childElementCount < count) parent.append(create());
  return /** @type {Child[]} */ (Array.from(parent.children));
}

/**
 * @param {HTMLElement} element
 * @param {number} left px
 * @param {number} top px
 * @param {number} width px
 * @param {number} height px
 */
export function place(element, left, top, width, height) {
  const { style } = element;
  style.left = `${left}px`;
  style.top = `${top}px`;
  style.width = `${width}px`;
  style.height = `${height}px`;
}
