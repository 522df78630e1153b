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

test('the latest position of each book is sent once, with the time at which it was read', async () => {
  queueProgress('one', position(3, 100), storage);
  queueProgress('one', position(4, 200), storage);
  queueProgress('two', position(9, 150), storage);
  const sent: [string, PendingProgress][] = [];
  const send = async (bookId: string, noted: PendingProgress) => {
    sent.push([bookId, noted]);
    return 'settled' as const;
  };

  await flushPendingProgress('ada', send, storage);
  await flushPendingProgress('ada', send, storage);
  expect(sent).toEqual([
    ['one', position(4, 200)],
    ['two', position(9, 150)],
  ]);
});

test('a position stays while the server is not reached', async () => {
  queueProgress('one', position(3, 100), storage);
  await flushPendingProgress('ada', async () => 'lost', storage);
  expect(pendingProgress('one', 'ada', storage)).toEqual(position(3, 100));
});

test('a position in a hidden book stays for 90 days, and blocks no other', async () => {
  const day = 24 * 60 * 60 * 1000;
  const recent = position(3, Date.now() - 89 * day);
  queueProgress('hidden', recent, storage);
  queueProgress('deleted', position(4, Date.now() - 91 * day), storage);
  queueProgress('seen', position(5, Date.now()), storage);
  const send = async (bookId: string) => (bookId === 'seen' ? 'settled' : 'hidden');
  await flushPendingProgress('ada', send, storage);
  expect(pendingProgress('hidden', 'ada', storage)).toEqual(recent);
  expect(pendingProgress('deleted', 'ada', storage)).toBeNull();
  expect(pendingProgress('seen', 'ada', storage)).toBeNull();
});

test('an answer to an older position does not discard a newer one', () => {
  queueProgress('one', position(4, 200), storage);
  dropPendingProgress('one', 100, storage);
  expect(pendingProgress('one', 'ada', storage)).toEqual(position(4, 200));
  dropPendingProgress('one', 200, storage);
  expect(pendingProgress('one', 'ada', storage)).toBeNull();
});

test('a position belongs to the person who read to it', async () => {
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
