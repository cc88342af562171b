// Before the first paint and before any other listener: a classic script, not a module.
(() => {
  const root = document.documentElement;
  // A reader who chose dark never sees a white flash.
  let stored = null;
  try {
    stored = localStorage.getItem('attention-map:theme');
  } catch {
    // Storage can be forbidden; the page then follows the system.
  }
  if (stored === 'light' || stored === 'dark') root.dataset.theme = stored;
  // Paper is narrow and white. The figures are drawn for a width and on a ground: they look when the printer
  // is announced, and find this class already there.
  addEventListener('beforeprint', () => root.classList.add('printing'));
  addEventListener('afterprint', () => root.classList.remove('printing'));
})();
