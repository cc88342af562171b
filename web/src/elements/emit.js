// The events of a tag: they bubble and cross shadow roots.

/**
 * @param {Element} host
 * @param {string} name after "attention-map:"
 * @param {Record<string, unknown>} detail
 */
export function emit(host, name, detail) {
  const event = new CustomEvent(`attention-map:${name}`, { detail, bubbles: true, composed: true });
  host.dispatchEvent(event);
}
