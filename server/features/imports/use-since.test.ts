import { expect, test } from 'vitest';

import {
  createTestStore,
  seedBook,
  seedLibrary,
  seedSeries,
  seedUser,
} from '../../testing/seed.ts';
import { createUseSince } from './use-since.ts';

const time = "'2026-01-01T00:00:00.000Z'";
const ofLibrary = [
  `INSERT INTO progress (user_pk, book_pk, series_pk, current_page, is_completed, started_at, updated_at)
   SELECT 1, pk, series_pk, 1, 0, ${time}, ${time} FROM books`,
  `INSERT INTO ratings (user_pk, series_pk, rating, rated_at) SELECT 1, pk, 5, ${time} FROM series`,
  `INSERT INTO wanted (user_pk, book_pk, position, added_at) SELECT 1, pk, 1, ${time} FROM books`,
  `INSERT INTO followed_series (user_pk, series_pk, followed_at) SELECT 1, pk, ${time} FROM series`,
  `INSERT INTO read_lists (id, name, name_key, sort_key, ordered, created_at, updated_at)
     VALUES ('1', 'A', 'a', 'a', 1, ${time}, ${time});
   INSERT INTO read_list_books (read_list_pk, book_pk, position) SELECT 1, pk, 1 FROM books`,
  `UPDATE books SET locked_fields = '["title"]'`,
  `UPDATE series SET labels = '["calm"]'`,
  `UPDATE series SET cover_choice = '{"page":2}'`,
  `INSERT INTO volumes (id, series_pk, number, is_manual) SELECT '1', pk, 1, 1 FROM series`,
  `UPDATE libraries SET updated_at = '2999-01-01T00:00:00.000Z'`,
];
const ofPerson = [
  ofLibrary[0] ?? '',
  `INSERT INTO preferences (user_pk, key, value, updated_at) VALUES (1, 'theme', '"dark"', ${time})`,
  `INSERT INTO sign_ins (id, user_pk, source, address, created_at)
     VALUES ('1', 1, 'proxy', '::1', ${time})`,
];

test('a library or person counts as used by anything that people do, and by nothing else', () => {
  const store = createTestStore();
  const { database } = store;
  const library = seedLibrary(database);
  seedBook(database, seedSeries(database, library));
  const ada = seedUser(database);
  database.exec(
    `INSERT INTO sign_ins (id, user_pk, source, failure, address, created_at)
       VALUES ('0', 1, 'password', 'password', '::1', ${time});
     INSERT INTO content_restrictions (user_pk, updated_at) VALUES (1, ${time})`,
  );
  const use = createUseSince(database);
  const names = () => [use.ofLibrary(library.id), use.ofPerson(ada.id)];
  expect(names()).toEqual([null, null]);
  const afterEach = (statements: readonly string[]) =>
    statements.map((statement) => {
      database.exec(`SAVEPOINT used; ${statement}`);
      const found = names();
      database.exec('ROLLBACK TO used; RELEASE used');
      return found;
    });
  expect(afterEach(ofLibrary).map(([name]) => name)).toEqual(ofLibrary.map(() => 'Comics'));
  expect(afterEach(ofPerson).map(([, name]) => name)).toEqual(ofPerson.map(() => 'ada'));
  store.close();
});
