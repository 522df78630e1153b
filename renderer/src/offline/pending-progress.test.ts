import { beforeEach, expect, test } from 'vitest';

import {
  dropPendingProgress,
  pendingProgress,
  queueProgress,
  flushPendingProgress,
  type PendingProgress,
  type ProgressStorage,
} from './pending-progress.ts';

const createStorage = (): ProgressStorage => {
  const items = new Map<string, string>();
  return {
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, value) => void items.set(name, value),
  };
};

let storage: ProgressStorage;
beforeEach(() => {
  storage = createStorage();
});

const position = (page: number, time: number, userId = 'ada'): PendingProgress => ({
  userId,
  page,
  at: time,
});

test('the latest place of each book is sent once, with the time at which it was read', async () => {
  queueProgress('one', position(3, 100), storage);
  queueProgress('one', position(4, 200), storage);
  queueProgress('two', position(9, 150), storage);
  const sent: [string, PendingProgress][] = [];
  const send = async (bookId: string, noted: PendingProgress) => sent.push([bookId, noted]) > 0;

  await flushPendingProgress('ada', send, storage);
  await flushPendingProgress('ada', send, storage);
  expect(sent).toEqual([
    ['one', position(4, 200)],
    ['two', position(9, 150)],
  ]);
});

test('a place stays while the server is not reached', async () => {
  queueProgress('one', position(3, 100), storage);
  await flushPendingProgress('ada', async () => false, storage);
  expect(pendingProgress('one', 'ada', storage)).toEqual(position(3, 100));
});

test('an answer to an older place does not forget a newer one', () => {
  queueProgress('one', position(4, 200), storage);
  dropPendingProgress('one', 100, storage);
  expect(pendingProgress('one', 'ada', storage)).toEqual(position(4, 200));
  dropPendingProgress('one', 200, storage);
  expect(pendingProgress('one', 'ada', storage)).toBeNull();
});

test('a place belongs to who read it', async () => {
  queueProgress('one', position(4, 200, 'bob'), storage);
  expect(pendingProgress('one', 'ada', storage)).toBeNull();
  await flushPendingProgress(
    'ada',
    () => Promise.reject(new Error('sent as somebody else')),
    storage,
  );
  expect(pendingProgress('one', 'bob', storage)).not.toBeNull();
});

test('damaged storage counts as empty', () => {
  storage.setItem('octavo.later-progress', '{"one": {"page": "x"}}');
  expect(pendingProgress('one', 'ada', storage)).toBeNull();
  queueProgress('one', position(2, 1), storage);
  expect(pendingProgress('one', 'ada', storage)).toEqual(position(2, 1));
});
