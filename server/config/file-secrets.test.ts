import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { ConfigError } from './config.ts';
import { createFileSecrets } from './file-secrets.ts';

let dir: string;
let file: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'octavo-secrets-'));
  file = join(dir, 'secrets.json');
});
afterEach(() => rmSync(dir, { recursive: true }));

test('a secret is stored', () => {
  createFileSecrets(file).set('jwt_secret', 'quiet');
  expect(createFileSecrets(file).get('jwt_secret')).toBe('quiet');
});

test.each([
  ['cut off', '{"jwt_secret": "qui'],
  ['empty', ''],
  ['of another kind', '["quiet"]'],
])('a file that is %s is one sentence that names it, and stays as it is', (_, text) => {
  writeFileSync(file, text);
  const secrets = createFileSecrets(file);
  for (const use of [() => secrets.get('a'), () => secrets.set('a', 'b')]) {
    expect(use).toThrow(ConfigError);
    expect(use).toThrow(`${file} is damaged.`);
  }
  expect(readFileSync(file, 'utf8')).toBe(text);
});
