// The attribute `drop`: readers may give a tag files of their own. What that needs is loaded when a tag first has it.

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
      frame.setError(`files cannot be opened here: ${reason}`, false);
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
