// The engine and the tag in WebKitGTK.
import { describe } from 'node:test';
import { webkit } from './drivers/webkit.js';
import { engineSuite } from './engine_suite.js';
import { webkitGaps } from './gaps.js';
import { tagSuite } from './tag_suite.js';
import { useBrowser } from './use_browser.js';

const browser = useBrowser(webkit);
describe('engine in WebKitGTK', () => engineSuite(browser, webkitGaps));
describe('tag in WebKitGTK', () => tagSuite(browser, webkitGaps));
