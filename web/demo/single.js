// A page of one figure: the address says which, and the page around its frame is told how tall it is.
import 'attention-map/register';
import { AttentionMapElement } from 'attention-map/element';
import { readSingle } from './single_state.js';

const { attributes, theme, problems } = readSingle(
  window.location.search,
  AttentionMapElement.observedAttributes,
);

if (theme !== null) document.documentElement.dataset.theme = theme;

const told = /** @type {HTMLElement} */ (document.getElementById('problems'));
if (Object.keys(attributes).length === 0)
  problems.push(
    'This address names no figure: after ? it would say tokens=the+cat+sat, or view=masks.',
  );
told.textContent = problems.join(' ');
told.hidden = problems.length === 0;

const tag = /** @type {HTMLElement} */ (document.querySelector('attention-map'));
// It is for browsers without scripts; what else is wrong, the tag and this page say themselves.
tag.replaceChildren();
for (const [name, value] of Object.entries(attributes)) tag.setAttribute(name, value);

if (window.parent !== window) {
  let sent = 0;
  const sizes = new ResizeObserver(() => {
    const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
    if (height === sent) return;
    sent = height;
    // A height is no secret, and the page around may be anybody's.
    window.parent.postMessage({ type: 'attention-map:resize', height }, '*');
  });
  sizes.observe(document.documentElement);
}
