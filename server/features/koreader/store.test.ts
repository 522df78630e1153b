import { afterEach, beforeEach, expect, test } from 'vitest';

import {
  createTestStore,
  seedBook,
  seedLibrary,
  seedSeries,
  seedUser,
  type TestStore,
} from '../../testing/seed.ts';
import { createKoreaderStore, type KoreaderStore } from './store.ts';

let testStore: TestStore;
let store: KoreaderStore;
beforeEach(() => {
  testStore = createTestStore();
  store = createKoreaderStore(testStore.database);
});
afterEach(() => testStore.close());

const place = { progress: '1', percentage: 0.1, device: 'Kobo', device_id: 'k' };
const time = (second: number) => new Date(second * 1000).toISOString();

test('forgets the places that are oldest when somebody has too many', () => {
  const { pk } = seedUser(testStore.database);
  const another = seedUser(testStore.database, { username: 'eve' });
  store.put(another.pk, { ...place, document: 'book 0', updated_at: time(0) });
  const insert = testStore.database.prepare(
    `INSERT INTO koreader_places VALUES (?, ?, '1', 0.1, 'Kobo', 'k', ?)`,
  );
  testStore.database.transaction(() => {
    for (let book = 0; book < 5000; book++) insert.run(pk, `book ${book}`, time(book));
  })();
  store.put(pk, { ...place, document: 'one more', updated_at: time(6000) });
  expect(store.position(pk, 'book 0')).toBeNull();
  expect(store.position(pk, 'book 1')).not.toBeNull();
  expect(store.position(pk, 'one more')).not.toBeNull();
  expect(store.position(another.pk, 'book 0')).not.toBeNull();
});

test('distinguishes books of one name only by their content', () => {
  const { database } = testStore;
  const library = seedLibrary(database);
  const saga = seedSeries(database, library, { name: 'Saga' });
  const bone = seedSeries(database, library, { name: 'Bone' });
  const first = seedBook(database, saga, { document_hash: 'a', filename_hash: 'name' });
  const second = seedBook(database, bone, { document_hash: 'b', filename_hash: 'name' });
  expect(store.document('b')?.id).toBe(second.id);
  expect(store.document('name')).toBeNull();
  database.prepare('UPDATE books SET missing_since = created_at WHERE pk = ?').run(second.pk);
  expect(store.document('name')?.id).toBe(first.id);
});
