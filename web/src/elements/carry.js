// Out of the page: a file to the reader's disk, a link to a tag.

/** After this a download has begun, and its address can be given back. */
const DOWNLOAD_MS = 10_000;

/**
 * @param {Document} document
 * @param {Blob} blob
 * @param {string} name of the file
 */
export function downloadFile(document, blob, name) {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), DOWNLOAD_MS);
}

/**
 * @param {Element} element
 * @returns {string} the page, and the tag on it where it has an id
 */
export function linkTo(element) {
  const url = new URL(element.ownerDocument.URL);
  if (element.id) url.hash = element.id;
  return url.href;
}
