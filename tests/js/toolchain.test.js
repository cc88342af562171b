// Which Emscripten is taken on which machine: the choice, and the answers of other programs that it rests on.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseArchive, parseCandidate } from '../../scripts/apt.mjs';
import {
  chooseToolchain,
  explainNone,
  isNewEnough,
  parseEmccVersion,
  upstreamVersion,
} from '../../scripts/toolchain/choose.mjs';

// `apt-cache policy emscripten` as it was recorded; only the mirrors' names are changed.
const POLICY_DEBIAN_12 = `emscripten:
  Installed: (none)
  Candidate: 3.1.6~dfsg-5
  Version table:
     3.1.6~dfsg-5 500
        500 http://mirror.example/debian bookworm/main amd64 Packages
`;
const POLICY_DEBIAN_13 = `emscripten:
  Installed: (none)
  Candidate: 3.1.69+dfsg-3
  Version table:
     3.1.69+dfsg-3 500
        500 http://mirror.example/debian trixie/main amd64 Packages
`;
const POLICY_UNKNOWN = `emscripten:
  Installed: (none)
  Candidate: (none)
  Version table:
`;

const EMCC_DEBIAN_12 = `emcc (Emscripten gcc/clang-like replacement + linker emulating GNU ld) 3.1.6 ()
clang version 14.0.6
`;
const EMCC_EMSDK = `emcc (Emscripten gcc/clang-like replacement + linker emulating GNU ld) 4.0.10 (2b1e2b2b5e5a)
Copyright (C) 2025 the Emscripten authors (see AUTHORS.txt)
`;

const DEBIAN_12 = {
  installed: [],
  system: { id: 'debian', version: '12' },
  apt: true,
  candidate: parseCandidate(POLICY_DEBIAN_12),
};
const DEBIAN_13 = {
  installed: [],
  system: { id: 'debian', version: '13' },
  apt: true,
  candidate: parseCandidate(POLICY_DEBIAN_13),
};
const NO_APT = {
  installed: [],
  system: { id: 'fedora', version: '42' },
  apt: false,
  candidate: null,
};
const OLD_ON_PATH = { emcc: '/usr/bin/emcc', version: '3.1.6' };
const NEW_IN_EMSDK = { emcc: '/opt/emsdk/upstream/emscripten/emcc', version: '4.0.10' };

test('Debian 12: its own package is too old, so a private prefix', () => {
  assert.deepEqual(chooseToolchain(DEBIAN_12), { kind: 'prefix' });
});

test("Debian 13: the distribution's own package", () => {
  assert.deepEqual(chooseToolchain(DEBIAN_13), { kind: 'apt', version: '3.1.69+dfsg-3' });
});

test('a new enough emcc comes before every package', () => {
  for (const system of [DEBIAN_12, DEBIAN_13, NO_APT]) {
    const choice = chooseToolchain({ ...system, installed: [OLD_ON_PATH, NEW_IN_EMSDK] });
    assert.deepEqual(choice, { kind: 'installed', ...NEW_IN_EMSDK });
  }
});

test('an emcc that is too old is passed over', () => {
  const installed = [OLD_ON_PATH];
  assert.equal(chooseToolchain({ ...DEBIAN_12, installed }).kind, 'prefix');
  assert.equal(chooseToolchain({ ...DEBIAN_13, installed }).kind, 'apt');
  assert.equal(chooseToolchain({ ...NO_APT, installed }).kind, 'none');
});

test('other systems with an old package or none: one message with the commands', () => {
  const ubuntu = { ...DEBIAN_12, system: { id: 'ubuntu', version: '24.04' } };
  assert.equal(chooseToolchain(ubuntu).kind, 'none');
  assert.match(explainNone(ubuntu), /apt offers 3\.1\.6~dfsg-5/);

  const facts = { ...NO_APT, installed: [OLD_ON_PATH] };
  assert.equal(chooseToolchain(facts).kind, 'none');
  const message = explainNone(facts);
  assert.match(message, /\/usr\/bin\/emcc is 3\.1\.6/);
  assert.match(message, /git clone \S+emsdk\.git\n.*emsdk install 3\.1\.69.*\n.*emsdk_env\.sh/);
});

test('Debian 12 without package lists still gets the prefix', () => {
  const candidate = parseCandidate(POLICY_UNKNOWN);
  assert.equal(candidate, null);
  assert.equal(chooseToolchain({ ...DEBIAN_12, candidate }).kind, 'prefix');
  assert.equal(chooseToolchain({ ...DEBIAN_13, candidate }).kind, 'none');
});

test('versions compare by number, not by letter', () => {
  for (const version of ['3.1.69', '3.1.70', '3.1.100', '3.2.0', '4.0.0', '10.0.0']) {
    assert.ok(isNewEnough(version), version);
  }
  for (const version of ['3.1.68', '3.1.7', '3.0.99', '2.9.100', '0']) {
    assert.ok(!isNewEnough(version), version);
  }
});

test('the upstream part of a Debian version', () => {
  assert.equal(upstreamVersion('3.1.69+dfsg-3'), '3.1.69');
  assert.equal(upstreamVersion('3.1.6~dfsg-5'), '3.1.6');
  assert.equal(upstreamVersion('1:4.0.1-1~deb14u1'), '4.0.1');
});

test('the version that emcc prints', () => {
  assert.equal(parseEmccVersion(EMCC_DEBIAN_12), '3.1.6');
  assert.equal(parseEmccVersion(EMCC_EMSDK), '4.0.10');
  assert.equal(parseEmccVersion('emcc: command not found'), null);
});

test('the archive of the machine: the main one, not that of security or of another vendor', () => {
  const targets = [
    'Other main bookworm http://vendor.example/apt/',
    'Debian main bookworm-security http://mirror.example/debian-security/',
    'Debian non-free bookworm http://mirror.example/nonfree/',
    'Debian main bookworm http://mirror.example/debian/',
  ].join('\n');
  assert.equal(parseArchive(targets), 'http://mirror.example/debian/');
  assert.equal(parseArchive(''), null);
});
