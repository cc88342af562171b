// Where things lie: the folders that more than one script needs.
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** The folder of the project. */
export const ROOT = resolve(import.meta.dirname, '..');

/** The user's cache folder for this project: a toolchain, and what is needed to make it. */
export const CACHE = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'attention-map');
