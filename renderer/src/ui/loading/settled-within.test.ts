import { expect, test } from 'vitest';

import { settledWithin } from './settled-within.ts';

test('waits for all promises, of which some can fail', async () => {
  const done: string[] = [];
  const later = Promise.resolve().then(() => done.push('later'));
  await settledWithin(10_000, [Promise.reject(new Error('refused')), later]);
  expect(done).toEqual(['later']);
});

test('waits no longer than the given time', async () => {
  await expect(settledWithin(1, [new Promise(() => undefined)])).resolves.toBeUndefined();
});
