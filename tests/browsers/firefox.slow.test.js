// The engine and the tag in Firefox.
import { describe } from 'node:test';
import { firefox } from './drivers/firefox.js';
import { engineSuite } from './engine_suite.js';
import { firefoxGaps } from './gaps.js';
import { tagSuite } from './tag_suite.js';
import { useBrowser } from './use_browser.js';

const browser = useBrowser(firefox);
describe('engine in Firefox', () => engineSuite(browser, firefoxGaps));
describe('tag in Firefox', () => tagSuite(browser, firefoxGaps));
