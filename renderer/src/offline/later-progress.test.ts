import { beforeEach, expect, test } from 'vitest';

import {
  forgetPlace,
  notedPlace,
  notePlace,
  sendNotedPlaces,
  type LaterPlace,
  type PlaceStorage,
} from './later-progress.ts';

const createStorage = (): PlaceStorage => {
  const items = new Map<string, string>();
  return {
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, value) => void items.set(name, value),
  };
};

let storage: PlaceStorage;
beforeEach(() => {
  storage = createStorage();
});

const place = (page: number, at: number, userId = 'ada'): LaterPlace => ({ userId, page, at });

test('the latest place of each book is sent once, with the time at which it was read', async () => {
  notePlace('one', place(3, 100), storage);
  notePlace('one', place(4, 200), storage);
  notePlace('two', place(9, 150), storage);
  const sent: [string, LaterPlace][] = [];
  const send = async (bookId: string, noted: LaterPlace) => sent.push([bookId, noted]) > 0;

  await sendNotedPlaces('ada', send, storage);
  await sendNotedPlaces('ada', send, storage);
  expect(sent).toEqual([
    ['one', place(4, 200)],
    ['two', place(9, 150)],
  ]);
});

test('a place stays while the server is not reached', async () => {
  notePlace('one', place(3, 100), storage);
  await sendNotedPlaces('ada', async () => false, storage);
  expect(notedPlace('one', 'ada', storage)).toEqual(place(3, 100));
});

test('an answer to an older place does not forget a newer one', () => {
  notePlace('one', place(4, 200), storage);
  forgetPlace('one', 100, storage);
  expect(notedPlace('one', 'ada', storage)).toEqual(place(4, 200));
  forgetPlace('one', 200, storage);
  expect(notedPlace('one', 'ada', storage)).toBeNull();
});

test('a place belongs to who read it', async () => {
  notePlace('one', place(4, 200, 'bob'), storage);
  expect(notedPlace('one', 'ada', storage)).toBeNull();
  await sendNotedPlaces('ada', () => Promise.reject(new Error('sent as somebody else')), storage);
  expect(notedPlace('one', 'bob', storage)).not.toBeNull();
});

test('damaged storage counts as empty', () => {
  storage.setItem('octavo.later-progress', '{"one": {"page": "x"}}');
  expect(notedPlace('one', 'ada', storage)).toBeNull();
  notePlace('one', place(2, 1), storage);
  expect(notedPlace('one', 'ada', storage)).toEqual(place(2, 1));
});
