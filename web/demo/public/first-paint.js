// Runs before the first paint, so that a reader who chose dark never sees a white flash: classic, not a module.
(() => {
  let stored = null;
  try {
    stored = localStorage.getItem('attention-map:theme');
  } catch {
    // Storage can be forbidden; the page then follows the system.
  }
  if (stored === 'light' || stored === 'dark') document.documentElement.dataset.theme = stored;
})();
