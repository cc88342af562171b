// The events of a tag: they bubble and cross shadow roots.

/**
 * What the `detail` of each event holds, by its name after "attention-map:".
 * @typedef {object} EventDetails
 * @property {Record<string, never>} ready the first map is drawn
 * @property {{ error: unknown }} error something cannot be drawn: an AttentionError, or a fault of ours
 * @property {{ head: number | 'mean' | null, row: number | null, column: number | null, locked: boolean, weight: number | null }} select
 *   what is pointed at or locked; null for nothing
 * @property {{ name: string, value: string | null }} change the attribute that a reader's control has set; null: it is gone
 * @property {{ timeMs: number }} time the kernel, measured
 * @property {{ kind: 'weights' | 'attention' | 'layer' | 'tokens' | 'none', shapes: Record<string, number[]>, tokens: string[] | null,
 *   attributes: Record<string, string> }} open what was found in a file or a text; attributes: those of a figure that was saved
 * @property {{ href: string, attributes: Record<string, string> }} link is about to be copied; a listener may change href
 */

/**
 * @template {keyof EventDetails} Name
 * @param {Element} host
 * @param {Name} name
 * @param {EventDetails[Name]} detail
 */
export function emit(host, name, detail) {
  const event = new CustomEvent(`attention-map:${name}`, { detail, bubbles: true, composed: true });
  host.dispatchEvent(event);
}
