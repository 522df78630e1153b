import { expect, test } from 'vitest';

import { readQuota, requestPersistence } from './browser-storage.ts';

test('a browser that asks the person about storage holds nothing up', () => {
  let asked = 0;
  const persist = () => {
    asked += 1;
    return new Promise<boolean>(() => undefined);
  };
  void requestPersistence({ persist });
  expect(asked).toBe(1);
});

test('a browser without a storage manager keeps books all the same', async () => {
  await requestPersistence({});
  expect(await readQuota({})).toBeNull();
});

test('a refused question does not count as a failure', async () => {
  await requestPersistence({ persist: () => Promise.reject(new TypeError('denied')) });
  expect(await readQuota({ estimate: () => Promise.reject(new TypeError('denied')) })).toBeNull();
  expect(await readQuota({ estimate: async () => ({ quota: 1000 }) })).toBe(1000);
});
