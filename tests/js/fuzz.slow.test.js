// A minute of the fuzz target: whatever it finds is a fault of the core, or of its contract.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('../../scripts/fuzz.mjs', import.meta.url));

test('sixty seconds of made-up problems break no promise', () => {
  const { status, stderr } = spawnSync(process.execPath, [SCRIPT, '--seconds', '60'], {
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr.slice(-4000));
});
