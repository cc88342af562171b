// A text onto the reader's clipboard.

/**
 * @param {Document} document
 * @param {string} text
 * @returns {Promise<boolean>} false where the browser refuses: no permission, no secure page, no window
 */
export async function copyText(document, text) {
  try {
    const view = /** @type {Window} */ (document.defaultView);
    // Without a secure address there is no clipboard, which throws too.
    await view.navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
