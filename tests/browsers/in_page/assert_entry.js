// node:assert/strict for pages: its default export is the strict form of the npm package.
// The package has no types of its own; Node's are those of tests.
// @ts-expect-error
import assert from 'assert/build/assert.js';

// biome-ignore lint/style/noDefaultExport: that is how node:assert/strict is imported
export default assert.strict;
