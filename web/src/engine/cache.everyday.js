// In place of cache.js in the everyday script, whose views decode nothing.
import { AttentionError } from '../errors.js';

export class KeyValueCache {
  constructor() {
    throw new AttentionError('option', '', 'createCache() is in attention-map-all.js');
  }
}
