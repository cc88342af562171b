// The attribute `drop`: readers may give a tag files of their own. What that needs is loaded when a tag first has it.
import { node } from '../views/nodes.js';

/** @typedef {import('./frame.js').Frame} Frame */
/** @typedef {import('./open_source.js').Opened} Opened */

/**
 * @param {HTMLElement} host
 * @param {Frame} frame
 * @param {(source: Opened) => Promise<void>} open refusals are told by the tag itself
 * @returns {() => void} stop
 */
export function watchFiles(host, frame, open) {
  let stop = () => {};
  let turn = 0;
  const update = async () => {
    turn += 1;
    const mine = turn;
    stop();
    stop = () => {};
    if (!host.hasAttribute('drop')) return;
    try {
      const { offerFiles } = await import('./file_drop.js');
      if (mine === turn) stop = offerFiles(host, frame, open);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      // Of its own: the message above the figure goes with the next good drawing.
      const text = `Files cannot be opened here: ${reason}`;
      const problem = node(host.ownerDocument, 'p', { class: 'empty', role: 'status', text });
      frame.root.append(problem);
      stop = () => problem.remove();
    }
  };
  const attribute = new MutationObserver(update);
  attribute.observe(host, { attributes: true, attributeFilter: ['drop'] });
  update();
  return () => {
    turn += 1;
    attribute.disconnect();
    stop();
  };
}
