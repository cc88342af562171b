// The tag in a browser, whoever drives it: one classic script and the tag, as a textbook page has them.
import { before, describe } from 'node:test';
import { drawingTests } from './tag_drawing.js';
import { hostPages, hostTests } from './tag_host.js';
import { pointingTests } from './tag_pointing.js';

/**
 * @param {import('./use_browser.js').Browser} browser
 * @param {import('./gaps.js').Gaps} gaps
 */
export function tagSuite(browser, gaps) {
  before(() => {
    for (const [path, page] of Object.entries(hostPages())) browser.serve(path, page);
  });
  describe('drawing', () => drawingTests(browser));
  describe('pointing', () => pointingTests(browser, gaps));
  describe('page', () => hostTests(browser));
}
