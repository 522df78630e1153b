import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { createTestLibrary, type TestLibrary } from '../../testing/library.ts';
import { writeCbz } from '../../testing/zip.ts';
import { createKnownBooks } from './known-books.ts';

let library: TestLibrary;
beforeEach(() => {
  library = createTestLibrary();
});
afterEach(() => library.close());

test('a scan holds of each book only what an unchanged file needs, and reads the rest of single ones', async () => {
  for (const name of ['A 1.cbz', 'A 2.cbz', 'A 3.cbz']) writeCbz(join(library.root, 'A', name), 1);
  await library.scan();
  library.database.exec(
    `UPDATE books SET reader_version = 0 WHERE path = 'A/A 2.cbz';
     UPDATE books SET fingerprint = NULL WHERE path = 'A/A 3.cbz'`,
  );
  const store = createKnownBooks(library.database);
  const listed = store.listedBooks(1);
  expect(listed.map(({ path, is_read }) => [path, is_read])).toEqual([
    ['A/A 1.cbz', 1],
    ['A/A 2.cbz', 0],
    ['A/A 3.cbz', 0],
  ]);
  const columns = 'pk series_pk path file_size file_modified_ms error missing_since is_read';
  for (const book of listed) expect(Object.keys(book)).toEqual(columns.split(' '));
  const [, ...others] = store.books(1);
  expect(store.knownBooks(listed.slice(1))).toEqual(others);
  expect(store.knownBook(others[0]?.pk ?? 0)).toEqual(others[0]);
  expect(others[0]).toMatchObject({ format: 'cbz', reader_version: 0 });
});
