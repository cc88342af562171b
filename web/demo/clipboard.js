// Copy buttons. Without the clipboard (an insecure address, a refusal) the text is selected instead.

const SHOWN_MS = 2000;

/**
 * A button in each block of code.
 * @param {Document} document
 */
export function addCopyButtons(document) {
  for (const block of document.querySelectorAll('.way pre')) {
    const title = block.closest('.way')?.querySelector('h3')?.textContent ?? 'code';
    addCopyButton(/** @type {HTMLPreElement} */ (block), title);
  }
}

/**
 * @param {HTMLPreElement} block
 * @param {string} title of what is copied
 */
export function addCopyButton(block, title) {
  const code = block.querySelector('code');
  if (!code) return;
  const button = block.ownerDocument.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.setAttribute('aria-label', `Copy: ${title}`);
  // A wide line scrolls inside its block, which keyboards must be able to reach.
  block.tabIndex = 0;
  button.addEventListener('click', async () => {
    const done = await copyText(code.textContent ?? '');
    if (!done) block.ownerDocument.getSelection()?.selectAllChildren(code);
    confirm(button, done ? 'Copied' : 'Selected');
  });
  block.before(button);
}

/**
 * @param {string} text
 * @returns {Promise<boolean>} whether the clipboard took it
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Shows for a moment what a button did.
 * @param {HTMLElement} button
 * @param {string} text
 */
export function confirm(button, text) {
  const before = button.dataset.before ?? button.textContent ?? '';
  button.dataset.before = before;
  button.textContent = text;
  setTimeout(() => {
    if (button.textContent === text) button.textContent = before;
  }, SHOWN_MS);
}
