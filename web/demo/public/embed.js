// Beside an <iframe src="…/single.html?…">: makes each such frame as tall as its figure. Plain script, for any page.
(() => {
  const TALLEST = 20000;
  const key = Symbol.for('attention-map/embed');
  const page = /** @type {Record<symbol, boolean>} */ (/** @type {unknown} */ (window));
  // Pasted with every figure, it listens once.
  if (page[key]) return;
  page[key] = true;
  window.addEventListener('message', (event) => {
    const { data, source } = event;
    if (typeof data !== 'object' || data === null || data.type !== 'attention-map:resize') return;
    const { height } = data;
    if (!Number.isFinite(height) || height < 1 || height > TALLEST) return;
    for (const frame of document.getElementsByTagName('iframe')) {
      if (frame.contentWindow === source) frame.style.height = `${Math.ceil(height)}px`;
    }
  });
})();
