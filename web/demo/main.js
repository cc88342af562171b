// The page: the worked example, the reader's own words, the address that remembers both.
import 'attention-map/register';
import { connectAddress } from './address.js';
import { addCopyButtons, confirm, copyText } from './clipboard.js';
import { showExample } from './example.js';
import { Kernels } from './kernels.js';
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

const address = connectAddress(window, ({ settings, problems }) => {
  tellProblems(problems);
  words.show(settings);
});
tellProblems(address.initial.problems);

const words = new Words(document, address.initial.settings, (settings, tokens) => {
  address.save(settings);
  kernels
    .draw(settings.backend)
    .catch((error) => tell(`${error.message} The maps stay as they are.`));
  kernels.time(settings, tokens);
});

const theme = document.getElementById('theme');
if (theme) connectTheme(theme);
addCopyButtons(document);

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
