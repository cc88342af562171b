// The example books of the generators that Debian has: really built, then opened from disk or from a server of this machine.
import { ensureDebianGenerators } from '../../scripts/books.mjs';
import { DEBIAN_BOOKS } from './harness/catalogue.js';
import { testBooks } from './harness/shelf.js';

testBooks(DEBIAN_BOOKS, ensureDebianGenerators);
