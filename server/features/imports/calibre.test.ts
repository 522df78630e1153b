import { appendFileSync, cpSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { listBooks } from '../../../shared/api/books.ts';
import { getBookMetadata } from '../../../shared/api/edits.ts';
import {
  createImport,
  getImport,
  listImportLines,
  runImport,
  undoImport,
  updateImportLine,
} from '../../../shared/api/imports.ts';
import { createLibrary } from '../../../shared/api/libraries.ts';
import { connect } from '../../database/database.ts';
import type { Database } from '../../database/types.ts';
import { serverFixtures } from '../../testing/moved-library.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

const source = join(serverFixtures, 'calibre');

/** A third of the books is renamed or moved. */
const moves = [
  [
    "Lewis Carroll/Alice's Adventures in Wonderland (3)/Alice's Adventures in Wonderland - Lewis Carroll.epub",
    'Elsewhere/Alice.epub',
  ],
  [
    'Arthur Conan Doyle/The Adventures of Sherlock Holmes (1)/The Adventures of Sherlock Holmes - Arthur Conan Doyle.epub',
    'Arthur Conan Doyle/Holmes.epub',
  ],
  [
    'Ralph Burke/The Incomplete Theft (5)/The Incomplete Theft - Ralph Burke.epub',
    'Burke/The Incomplete Theft - Ralph Burke.epub',
  ],
] as const;
/** Other files are in the place of these. */
const replaced = ['Herman Melville/Moby-Dick (2)/Moby-Dick - Herman Melville.pdf'];

let octavo: TestServer;
let database: Database;
let root: string;
let id: string;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'octavo-calibre-'));
  cpSync(source, root, { recursive: true });
  rmSync(join(root, 'metadata.db'));
  for (const [path, moved] of moves) {
    mkdirSync(dirname(join(root, moved)), { recursive: true });
    renameSync(join(root, path), join(root, moved));
  }
  for (const path of replaced) appendFileSync(join(root, path), Buffer.alloc(1000, ' '));
  octavo = await startTestServer();
  const { call } = octavo.api;
  await call(createLibrary, { body: { name: 'Books', path: root, scan_immediately: true } });
  await octavo.idle();
  database = connect(join(octavo.dataDir, 'octavo.db'));
  ({ id } = await call(createImport, { body: { source: 'calibre', path: source } }));
  await octavo.idle();
}, 60_000);
afterAll(async () => {
  database.close();
  await octavo.stop();
  rmSync(root, { recursive: true, force: true });
});

const rows = <Row>(sql: string): Row[] => database.prepare<[], Row>(sql).all();
const bookNamed = async (name: string): Promise<string> => {
  const { data } = await octavo.api.call(listBooks, { query: { pageSize: 100 } });
  return data.find(({ filename }) => filename === name)?.id ?? '';
};

test('every file of the library is found, and its reader can be matched with a person', async () => {
  const { call } = octavo.api;
  expect(await call(getImport, { params: { id } })).toMatchObject({ status: 'ready', error: null });
  const books = (await call(listImportLines, { params: { id }, query: { kind: 'book' } })).data;
  const ids = new Map(
    rows<{ path: string; id: string }>('SELECT path, id FROM books').map(({ path, id: book }) => [
      path,
      book,
    ]),
  );
  expect(books).toHaveLength(9);
  for (const { detail, state, basis, target } of books) {
    const path = (detail ?? '').slice(source.length + 1);
    const moved = moves.find(([from]) => from === path)?.[1];
    expect([path, target?.id]).toEqual([path, ids.get(moved ?? path)]);
    expect([path, state, basis]).toEqual([
      path,
      ...(moved === undefined ? ['matched', 'place'] : ['likely', 'content']),
    ]);
  }
  const people = (await call(listImportLines, { params: { id }, query: { kind: 'person' } })).data;
  expect(people).toMatchObject([{ title: 'calibre', state: 'new' }]);
  const [admin] = database.prepare<[], { id: string }>('SELECT id FROM users').all();
  const params = { id, line: people[0]?.id ?? 0 };
  await call(updateImportLine, { params, body: { target: admin?.id ?? '' } });
  await octavo.idle();
  const chosen = (await call(listImportLines, { params: { id }, query: { kind: 'person' } })).data;
  expect(chosen).toMatchObject([{ state: 'matched', basis: 'choice', target: { name: 'admin' } }]);
});

test('positions, ratings, reviews and metadata are imported, with custom columns', async () => {
  const { call } = octavo.api;
  await call(runImport, { params: { id }, body: {} });
  await octavo.idle();
  expect(await call(getImport, { params: { id } })).toMatchObject({ status: 'imported' });
  expect(rows('SELECT username FROM users')).toEqual([{ username: 'admin' }]);
  const places = `SELECT b.filename, p.is_completed, p.completed_at, round(1.0 * p.current_page / b.page_count, 2) AS share
    FROM progress p JOIN books b ON b.pk = p.book_pk ORDER BY b.filename`;
  const holmes = 'Holmes.epub';
  expect(rows(places)).toMatchObject([
    { filename: holmes, is_completed: 1, completed_at: '2025-12-24T00:00:00.000Z' },
    {
      filename: 'Moby-Dick - Herman Melville.epub',
      is_completed: 0,
      share: expect.closeTo(0.415, 1) as number,
    },
    { filename: 'Moby-Dick - Herman Melville.pdf', is_completed: 0 },
  ]);
  const ratings = `SELECT b.filename, r.rating, r.review FROM ratings r JOIN books b ON b.pk = r.book_pk
    WHERE b.format = 'epub' ORDER BY b.filename`;
  expect(rows(ratings)).toEqual([
    { filename: holmes, rating: 10, review: null },
    { filename: 'Moby-Dick - Herman Melville.epub', rating: 10, review: 'Long, and worth it.' },
  ]);
  const params = { id: await bookNamed(holmes) };
  const { values, locks } = await call(getBookMetadata, { params });
  expect(values).toMatchObject({
    title: 'The Adventures of Sherlock Holmes',
    title_sort: 'Adventures of Sherlock Holmes, The',
    number: 3,
    release_date: '2018-05-08',
    publisher: 'Standard Ebooks',
    authors: [{ name: 'Arthur Conan Doyle', role: 'writer' }],
  });
  expect(values.tags).toEqual(
    expect.arrayContaining(['Mystery', 'Shelf: Favourites', 'Shelf: Winter']),
  );
  expect(locks).toMatchObject({ title: true, number: true, tags: true });
  const moby = { id: await bookNamed('Moby-Dick - Herman Melville.epub') };
  expect((await call(getBookMetadata, { params: moby })).values).toMatchObject({
    isbn: '9780142437247',
    release_date: expect.not.stringMatching(/^0101/) as string,
  });
});

test('all of it is undone', async () => {
  await octavo.api.call(undoImport, { params: { id } });
  await octavo.idle();
  for (const table of ['progress', 'ratings', 'reading_places']) {
    expect(rows(`SELECT * FROM ${table}`)).toEqual([]);
  }
  expect(rows(`SELECT filename FROM books WHERE locked_fields <> '[]'`)).toEqual([]);
});
