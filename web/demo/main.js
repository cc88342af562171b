// The page: the worked example, the reader's own words, a section for each concept, the address that remembers them.
import 'attention-map/register';
import { connectAddress } from './address.js';
import { addCopyButtons, confirm, copyText } from './clipboard.js';
import { showExample } from './example.js';
import { holdInPlace } from './hold_in_place.js';
import { Kernels } from './kernels.js';
import { connectNumbers } from './numbers.js';
import { PAGE_DEFAULTS, writePage } from './page_state.js';
import { Sections } from './sections.js';
import { writeState } from './state.js';
import { connectTheme } from './theme.js';
import { Words } from './words.js';

const notice = document.getElementById('notice');
const kernels = new Kernels(document, window);

/**
 * One line above everything else; empty text hides it.
 * @param {string} text
 */
function tell(text) {
  if (!notice) return;
  notice.textContent = text;
  notice.hidden = text === '';
}

/**
 * @param {string[]} problems of a link
 */
function tellProblems(problems) {
  tell(problems.length === 0 ? '' : `Part of this link could not be read. ${problems.join(' ')}`);
}

let page = { ...PAGE_DEFAULTS };

const address = connectAddress(window, {
  navigated(read) {
    follow(read);
    words.show(page.settings);
    goTo(page.at);
  },
  followed(place) {
    if (isSection(place)) page = { ...page, at: place };
    return page;
  },
});

const sections = new Sections(document, (attributes) => {
  page = { ...page, sections: attributes };
  address.save(page);
});

follow(address.initial);

const words = new Words(document, page.settings, (settings, tokens) => {
  const isChanged = writeState(settings) !== writeState(page.settings);
  // Who changes them is here, whichever section was asked for before.
  page = { ...page, settings, at: isChanged ? null : page.at };
  address.save(page);
  kernels
    .draw(settings.backend)
    .catch((error) => tell(`${error.message} The maps stay as they are.`));
  kernels.time(settings, tokens);
});
goTo(page.at);

/**
 * Take over what a link says, but for the reader's words.
 * @param {ReturnType<typeof import('./page_state.js').readPage>} read
 */
function follow({ state, problems }) {
  const { at } = state;
  const isPlace = at === null || isSection(at);
  page = isPlace ? state : { ...state, at: null };
  const astray = isPlace ? [] : [`at=${at.slice(0, 40)} is no section of this page.`];
  tellProblems([...problems, ...sections.show(state.sections), ...astray]);
}

/** @param {string} id */
function isSection(id) {
  return document.getElementById(id)?.matches('section') ?? false;
}

/**
 * Where a link leads; what it says there is drawn by then or on its way.
 * @param {string | null} at
 */
function goTo(at) {
  const section = at === null ? null : document.getElementById(at);
  if (section) holdInPlace(window, section);
}

// The browser goes there itself, to where the section is now; figures above it are drawn on the way, and push it down.
document.addEventListener('click', ({ target }) => {
  const anchor = target instanceof Element ? target.closest('a[href^="#"]') : null;
  const place = anchor?.getAttribute('href')?.slice(1) ?? null;
  if (place === null || !isSection(place)) return;
  // Back leads to what is there now.
  address.flush();
  requestAnimationFrame(() => goTo(place));
});

const theme = document.getElementById('theme');
if (theme) connectTheme(theme);
addCopyButtons(document);
connectNumbers(document);

// The figures above the sections' own; the link of opened numbers leads to where others can be opened.
for (const [id, at] of [
  ['example', 'stages'],
  ['map', 'words'],
  ['opened', 'numbers'],
]) {
  document.getElementById(id)?.addEventListener('attention-map:link', ({ detail }) => {
    const settings = id === 'map' ? page.settings : PAGE_DEFAULTS.settings;
    const url = new URL(document.URL);
    url.hash = writePage({ settings, sections: {}, at });
    detail.href = url.href;
  });
}

const link = document.getElementById('link');
link?.addEventListener('click', async () => {
  address.flush();
  const done = await copyText(window.location.href);
  confirm(link, done ? 'Copied' : 'Copy it from the address bar');
});

kernels.engine('auto').then(
  (engine) => showExample(document, engine),
  (error) => tell(`The attention core cannot run in this browser: ${error.message}`),
);
