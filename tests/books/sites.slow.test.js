// The example books of Docusaurus and Starlight: really built, then opened from a server of this machine.
import { installSiteGenerators } from '../../scripts/books.mjs';
import { SITE_BOOKS } from './harness/catalogue.js';
import { testBooks } from './harness/shelf.js';

testBooks(SITE_BOOKS, installSiteGenerators);
