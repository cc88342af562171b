// Light, dark, or as the system has it; the choice is remembered on this machine only.

const KEY = 'attention-map:theme';

/**
 * Connects the three radio buttons to the root element's data-theme, which the style sheet reads.
 * @param {HTMLElement} group holding input[name=theme] with values system, light and dark
 */
export function connectTheme(group) {
  const root = group.ownerDocument.documentElement;
  const chosen = root.dataset.theme ?? 'system';
  for (const input of group.querySelectorAll('input')) input.checked = input.value === chosen;
  group.addEventListener('change', (event) => {
    if (!(event.target instanceof HTMLInputElement)) return;
    const { value } = event.target;
    if (value === 'system') delete root.dataset.theme;
    else root.dataset.theme = value;
    remember(value);
  });
}

/**
 * @param {string} value
 */
function remember(value) {
  try {
    if (value === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, value);
  } catch {
    // Storage can be forbidden: the choice then lasts as long as the page.
  }
}
