import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { openSecrets } from './secrets.ts';
import { fakeSecrets } from '../testing/fake-system.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'octavo-secrets-'));
  file = join(folder, 'desktop-secrets.json');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('keeps secrets encrypted, and opens them at the next start', async () => {
  const port = fakeSecrets();
  const first = await openSecrets(port, file);
  expect(first.get('jwt')).toBeNull();
  first.set('jwt', 'tell nobody');
  first.set('jwt', 'tell nobody else');
  first.set('other', 'second');
  expect(first.get('jwt')).toBe('tell nobody else');
  await first.saved();

  expect(readFileSync(file, 'utf8')).not.toContain('tell nobody');
  const second = await openSecrets(port, file);
  expect(second.get('jwt')).toBe('tell nobody else');
  expect(second.get('other')).toBe('second');
});

test('without a keychain, stores secrets in a file that only its owner can read', async () => {
  const port = { ...fakeSecrets(), isSafe: async () => false };
  const first = await openSecrets(port, file);
  first.set('jwt', 'tell nobody');
  await first.saved();

  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  expect((await openSecrets(port, file)).get('jwt')).toBe('tell nobody');
});

test('reads secrets that were stored without a keychain once there is one, and encrypts new ones', async () => {
  const port = fakeSecrets();
  port.safe = false;
  const before = await openSecrets(port, file);
  before.set('old', 'in the open');
  await before.saved();

  port.safe = true;
  const after = await openSecrets(port, file);
  after.set('new', 'in the safe');
  await after.saved();
  expect(after.get('old')).toBe('in the open');
  expect(readFileSync(file, 'utf8')).not.toContain('in the safe');
});

test('a secret whose key is gone counts as absent', async () => {
  const port = fakeSecrets();
  const first = await openSecrets(port, file);
  first.set('jwt', 'tell nobody');
  await first.saved();

  port.keyLost = true;
  expect((await openSecrets(port, file)).get('jwt')).toBeNull();
});

test.each(['', 'not json', '[]', 'null', '{"jwt": 5}', '{"jwt": {"sealed": true}}'])(
  'a damaged file %j counts as empty',
  async (content) => {
    writeFileSync(file, content);
    const secrets = await openSecrets(fakeSecrets(), file);
    expect(secrets.get('jwt')).toBeNull();
    secrets.set('jwt', 'new');
    await secrets.saved();
    expect((await openSecrets(fakeSecrets(), file)).get('jwt')).toBe('new');
  },
);

test('reports a secret that could not be stored', async () => {
  const port = { ...fakeSecrets(), encrypt: () => Promise.reject(new Error('The safe is locked')) };
  const secrets = await openSecrets(port, file);
  secrets.set('jwt', 'tell nobody');
  await expect(secrets.saved()).rejects.toThrow('The safe is locked');
});
