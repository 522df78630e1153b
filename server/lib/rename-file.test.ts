import { expect, test, vi } from 'vitest';

import { renameFile, renamePatiently } from './rename-file.ts';

const failing = (code: string, times: number) => {
  const rename = vi.fn((): void => undefined);
  const fail = () => {
    throw Object.assign(new Error(code), { code });
  };
  for (let turn = 0; turn < times; turn += 1) rename.mockImplementationOnce(fail);
  return rename;
};

test.each(['EPERM', 'EACCES', 'EBUSY'])('waits on Windows for a virus scanner: %s', (code) => {
  const rename = failing(code, 3);
  renameFile('a', 'b', { rename, platform: 'win32' });
  expect(rename).toHaveBeenCalledTimes(4);
});

test.each(['EPERM', 'EACCES', 'EBUSY'])('waits without blocking the thread: %s', async (code) => {
  const rename = failing(code, 3);
  const renamed = renamePatiently('a', 'b', { rename: async () => rename(), platform: 'win32' });
  expect(rename).toHaveBeenCalledTimes(1);
  await renamed;
  expect(rename).toHaveBeenCalledTimes(4);
});

test.each([
  ['EPERM', 'linux', 1],
  ['ENOENT', 'win32', 1],
  ['EBUSY', 'win32', 7],
] as const)('fails in the end without blocking: %s on %s', async (code, platform, attempts) => {
  const rename = failing(code, 100);
  const renamed = renamePatiently('a', 'b', { rename: async () => rename(), platform });
  await expect(renamed).rejects.toThrow(code);
  expect(rename).toHaveBeenCalledTimes(attempts);
});

test('gives up after a second', () => {
  const rename = failing('EBUSY', 100);
  const before = performance.now();
  expect(() => renameFile('a', 'b', { rename, platform: 'win32' })).toThrow('EBUSY');
  expect(performance.now() - before).toBeGreaterThan(700);
});

test.each([
  ['EPERM', 'linux'],
  ['ENOENT', 'win32'],
] as const)('does not wait for %s on %s', (code, platform) => {
  const rename = failing(code, 1);
  expect(() => renameFile('a', 'b', { rename, platform })).toThrow(code);
  expect(rename).toHaveBeenCalledTimes(1);
});
