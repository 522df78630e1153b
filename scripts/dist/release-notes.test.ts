import { readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { root } from '../run.ts';
import { releaseNotes } from './release-notes.ts';

const changelog = `# Changelog

## Unreleased

- Not yet.

## 1.2.0 (2026-12-01)

Second light.

### Fixed

- ## is no heading here.

## 1.1.0

- First.

## 1.0.0
`;

test.each([
  ['1.2.0', 'Second light.\n\n### Fixed\n\n- ## is no heading here.'],
  ['1.1.0', '- First.'],
  ['1.3.0-beta.1', '- Not yet.'],
  ['1.0.0', null],
  ['1.3.0', null],
  ['1.1', null],
  ['Unreleased', '- Not yet.'],
])('the notes of %s are %j', (version, notes) => {
  expect(releaseNotes(changelog, version)).toBe(notes);
});

test('the changelog of the project can be read so', () => {
  const ours = readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8');
  expect(releaseNotes(ours, '0.0.0-beta.1')).toContain('- ');
});
