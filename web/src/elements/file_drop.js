// Files and texts that a reader gives: dropped onto the tag, pasted while it has the focus, or chosen with the button under the figure.
import { FilePanel } from '../views/file_panel.js';
import { filePanelStrings } from '../views/file_panel_strings.js';
import { filePanelStyles } from '../views/file_panel_styles.js';
import { fill } from '../views/strings.js';
import { addStyles } from './host_styles.js';

/** @typedef {import('./open_source.js').Opened} Opened */

/**
 * @param {HTMLElement} host
 * @param {import('./frame.js').Frame} frame
 * @param {(source: Opened) => Promise<void>} open refusals are told by the tag itself
 * @returns {() => void} stop, and take the button away
 */
export function offerFiles(host, frame, open) {
  const strings = { ...filePanelStrings, ...frame.strings };
  const document = host.ownerDocument;
  addStyles(/** @type {ShadowRoot} */ (frame.root.getRootNode()), filePanelStyles);
  let turn = 0;
  const take = async (/** @type {Opened} */ source) => {
    turn += 1;
    const mine = turn;
    panel.say(strings.fileReading);
    const said = await open(source).then(
      () => shownText(source, strings),
      () => '',
    );
    // Of two that were given, the later holds, whichever was read first.
    if (mine === turn) panel.say(said);
  };
  const panel = new FilePanel(document, strings, take);
  frame.root.append(panel.root);
  const stopDrops = watchDrops(host, { over: (is) => panel.setOver(frame.root, is), take });
  const paste = (/** @type {ClipboardEvent} */ event) => {
    // Sent to the body where nothing is selected, so that the document is where it is heard.
    if (!hasFocus(host)) return;
    const source = contentOf(event.clipboardData);
    if (!source) return;
    event.preventDefault();
    take(source);
  };
  document.addEventListener('paste', paste);
  // What the page opens takes the place of what was said to be shown.
  const opened = () => panel.say('');
  host.addEventListener('attention-map:open', opened);
  return () => {
    host.removeEventListener('attention-map:open', opened);
    document.removeEventListener('paste', paste);
    stopDrops();
    panel.setOver(frame.root, false);
    panel.root.remove();
  };
}

/**
 * @param {HTMLElement} host
 * @param {{ over: (is: boolean) => void, take: (source: Opened) => void }} on
 * @returns {() => void} stop
 */
function watchDrops(host, { over, take }) {
  const stop = new AbortController();
  /**
   * @param {'dragstart' | 'dragend' | 'dragenter' | 'dragover' | 'dragleave' | 'drop'} name
   * @param {(event: DragEvent) => void} heard
   */
  const listen = (name, heard) => host.addEventListener(name, heard, { signal: stop.signal });
  // What a reader drags out of the figure itself, a selection of its words, is nothing to open.
  let isOwn = false;
  const enter = (/** @type {DragEvent} */ event) => {
    if (isOwn || !carries(event.dataTransfer)) return;
    // Without this the browser would leave the page for the file.
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
    over(true);
  };
  listen('dragstart', () => {
    isOwn = true;
  });
  listen('dragend', () => {
    isOwn = false;
  });
  listen('dragenter', enter);
  listen('dragover', enter);
  listen('dragleave', ({ relatedTarget }) => {
    const isInside = relatedTarget instanceof Node && host.contains(relatedTarget);
    if (!isInside) over(false);
  });
  listen('drop', (event) => {
    over(false);
    // The page's own place for files, or a text field, has had it already.
    if (isOwn || event.defaultPrevented || isTextField(event.composedPath()[0])) return;
    const source = contentOf(event.dataTransfer);
    if (!source) return;
    event.preventDefault();
    take(source);
  });
  return () => stop.abort();
}

/**
 * @param {EventTarget} target
 * @returns {boolean}
 */
function isTextField(target) {
  return target instanceof Element && target.matches('input, textarea, [contenteditable]');
}

/**
 * @param {DataTransfer | null} transfer
 * @returns {boolean} whether it is something to read: while it hovers, a browser tells no more than its kind
 */
function carries(transfer) {
  return ['Files', 'text/plain'].some((type) => transfer?.types.includes(type));
}

/**
 * @param {DataTransfer | null} transfer
 * @returns {Opened | null} the files; of a spreadsheet, which brings a picture as well, the text
 */
function contentOf(transfer) {
  const text = transfer?.getData('text/plain') ?? '';
  if (text.trim() !== '') return text;
  return transfer?.files.length ? Array.from(transfer.files) : null;
}

/**
 * @param {HTMLElement} host
 * @returns {boolean} whether it has the focus, and not in a field that takes text itself
 */
function hasFocus(host) {
  const root = host.getRootNode();
  const active = 'activeElement' in root ? root.activeElement : null;
  if (active !== host) return false;
  const inside = host.shadowRoot?.activeElement;
  return !inside?.matches('input:not([type="range"], [type="checkbox"], [type="radio"]), textarea');
}

/**
 * @param {Opened} source
 * @param {typeof filePanelStrings} strings
 * @returns {string} what is shown now
 */
function shownText(source, strings) {
  const names = Array.isArray(source) ? source.map(({ name }) => name) : [strings.filePasted];
  return names.length === 1
    ? fill(strings.fileShown, { name: names[0] })
    : fill(strings.filesShown, { names: names.join(', ') });
}
