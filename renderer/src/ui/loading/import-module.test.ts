import { expect, test } from 'vitest';

import { PartNotLoaded, importWithRetry, importUntilLoaded } from './import-module.ts';

const failing = (times: number) => {
  let calls = 0;
  return async () => {
    calls += 1;
    if (calls <= times) throw new TypeError('Failed to fetch dynamically imported module');
    return { calls };
  };
};

test('a file that fails once is loaded all the same', async () => {
  expect(await importWithRetry(failing(1), 0)).toEqual({ calls: 2 });
});

test('a file that fails twice is reported as such, in the words of the browser', async () => {
  const error: unknown = await importWithRetry(failing(2), 0).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(PartNotLoaded);
  expect((error as Error).message).toBe('Failed to fetch dynamically imported module');
});

test('a file that nobody waits for is requested until it loads', async () => {
  expect(await importUntilLoaded(failing(3), 0)).toEqual({ calls: 4 });
});
