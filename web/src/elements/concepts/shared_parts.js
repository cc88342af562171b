// What every concept needs and no everyday view: their texts and their look.

export { conceptStrings } from '../../views/concepts/strings.js';
export { conceptStyles } from '../../views/concepts/styles.js';
