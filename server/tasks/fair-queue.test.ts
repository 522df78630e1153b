import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { createFairQueue } from './fair-queue.ts';

test('queued work runs with the rights of its caller', async () => {
  const queue = createFairQueue({ concurrency: 1, limit: 9, share: 9, refuse: () => new Error() });
  const person = new AsyncLocalStorage<string>();
  const runAs = (name: string) =>
    person.run(name, () => queue.run(() => sleep(1, person.getStore()), name));
  const names = ['ada', 'eve', 'kim'];
  expect(await Promise.all(names.map(runAs))).toEqual(names);
});
