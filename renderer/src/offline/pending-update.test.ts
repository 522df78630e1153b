import { expect, test } from 'vitest';

import { pendingUpdate } from './pending-update.ts';

const worker = { state: 'installed' } as ServiceWorker;
const active = { state: 'activated' } as ServiceWorker;

test('a first version that is about to become active is no update', () => {
  expect(pendingUpdate({ active: null, waiting: worker })).toBeNull();
});

test('a version that waits behind one at work is an update', () => {
  expect(pendingUpdate({ active, waiting: worker })).toBe(worker);
  expect(pendingUpdate({ active, waiting: null })).toBeNull();
});
