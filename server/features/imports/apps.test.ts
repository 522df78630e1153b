import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { getSeriesMetadata } from '../../../shared/api/edits.ts';
import type { ImportKind, ImportSource } from '../../../shared/api/import-record.ts';
import {
  listImportLines,
  runImport,
  undoImport,
  updateImportLine,
} from '../../../shared/api/imports.ts';
import { startMovedLibrary, type MovedLibrary } from '../../testing/moved-library.ts';

let moved: MovedLibrary;
let folder: string;
let me: string;
beforeAll(async () => {
  moved = await startMovedLibrary();
  folder = mkdtempSync(join(tmpdir(), 'octavo-apps-'));
  me = rows<{ id: string }>('SELECT id FROM users')[0]?.id ?? '';
}, 240_000);
afterAll(async () => {
  await moved.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  // Each test imports something else.
  expect(rows('SELECT * FROM progress')).toEqual([]);
});

const rows = <Row>(sql: string, ...given: unknown[]): Row[] =>
  moved.database.prepare<unknown[], Row>(sql).all(...given);
const lines = async (id: string, kind: ImportKind) =>
  (
    await moved.octavo.api.call(listImportLines, {
      params: { id },
      query: { kind, pageSize: 500 },
    })
  ).data;
const write = (name: string, bytes: string | Uint8Array): string => {
  const file = join(folder, name);
  writeFileSync(file, bytes);
  return file;
};
/** Reads a file, says that its reader is the admin here, and imports it. */
const importAll = async (source: ImportSource, file: string): Promise<string> => {
  const { id, status, error } = await moved.read(source, file);
  expect({ status, error }).toEqual({ status: 'ready', error: null });
  for (const { id: line, title } of await lines(id, 'person')) {
    if (title === 'Nadja') continue;
    await moved.octavo.api.call(updateImportLine, { params: { id, line }, body: { target: me } });
    await moved.octavo.idle();
  }
  await moved.octavo.api.call(runImport, { params: { id }, body: {} });
  await moved.octavo.idle();
  expect(await moved.get(id)).toMatchObject({ status: 'imported', error: null });
  return id;
};
const importedAgain = async (source: ImportSource, file: string) => {
  const id = await importAll(source, file);
  return (await moved.get(id)).counts.filter(({ imported }) => imported > 0);
};
const undo = async (id: string) => {
  await moved.octavo.api.call(undoImport, { params: { id } });
  await moved.octavo.idle();
  expect(await moved.get(id)).toMatchObject({ status: 'undone', error: null });
};
const places = () =>
  rows(
    `SELECT u.username AS person, b.filename, p.current_page AS page, p.is_completed AS done,
       p.updated_at AS read_at, p.started_at FROM progress p
     JOIN users u ON u.pk = p.user_pk JOIN books b ON b.pk = p.book_pk ORDER BY b.filename, u.username`,
  );
const nameOf = (path: string): string => moved.book(path).filename;

/** Writes protocol buffers. */
const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
type Field = string | number | boolean | { float: number } | Uint8Array;
const message = (fields: readonly (readonly [number, Field])[]): Uint8Array => {
  const out: number[] = [];
  for (const [number, value] of fields) {
    if (typeof value === 'number' || typeof value === 'boolean') {
      out.push(...varint(number * 8), ...varint(Number(value)));
    } else if (typeof value === 'string' || value instanceof Uint8Array) {
      const bytes = Buffer.from(value);
      out.push(...varint(number * 8 + 2), ...varint(bytes.length), ...bytes);
    } else {
      const bytes = Buffer.alloc(4);
      bytes.writeFloatLE(value.float);
      out.push(...varint(number * 8 + 5), ...bytes);
    }
  }
  return Uint8Array.from(out);
};
const read = Date.parse('2024-05-06T07:08:09.123Z');
const chapter = (number: number, ...fields: (readonly [number, Field])[]) =>
  message([[1, `/chapter/${number}`], [2, `Episode ${number}`], [9, { float: number }], ...fields]);

test('a backup of Mihon imports chapters, dates, marks, categories and scores', async () => {
  const manga = message([
    [1, 6_247_824_327_199_706],
    [2, '/manga/pepper'],
    [3, 'PEPPER & CARROT'],
    [5, 'David Revoy'],
    [7, 'Fantasy'],
    [8, 1],
    [16, chapter(1, [4, true])],
    [16, chapter(2, [6, 3], [5, true])],
    [16, chapter(6)],
    [16, chapter(99, [4, true])],
    [17, 7],
    [
      18,
      message([
        [1, 2],
        [8, { float: 85 }],
        [11, read],
      ]),
    ],
    [
      104,
      message([
        [1, '/chapter/1'],
        [2, read],
        [3, 600_000],
      ]),
    ],
    [106, read / 1000],
  ]);
  const other = message([
    [1, 1],
    [2, '/manga/other'],
    [3, 'Something else'],
    [17, 7],
  ]);
  const file = write(
    'backup.tachibk',
    gzipSync(
      message([
        [1, manga],
        [1, other],
        [
          2,
          message([
            [1, 'Favourites'],
            [2, 7],
          ]),
        ],
      ]),
    ),
  );
  const id = await importAll('mihon', file);
  const books = await lines(id, 'book');
  expect(books.map(({ title, state, basis }) => [title, state, basis])).toEqual([
    ['Episode 1', 'likely', 'name'],
    ['Episode 2', 'likely', 'name'],
    ['Episode 99', 'missing', null],
  ]);
  const path = 'Comics/Pepper & Carrot/Pepper & Carrot 00';
  const first = moved.book(`${path}1 - Potion of Flight (2014).cbz`);
  expect(places()).toMatchObject([
    {
      filename: first.filename,
      page: first.page_count,
      done: 1,
      read_at: '2024-05-06T07:08:09.123Z',
    },
    {
      filename: nameOf(`${path}2 - Rainbow potions (2014).cbz`),
      page: 4,
      done: 0,
      read_at: '2024-05-06T07:08:09.000Z',
    },
  ]);
  expect(rows('SELECT seconds, completed FROM reading_history')).toEqual([
    { seconds: 600, completed: 1 },
  ]);
  expect(rows('SELECT kind, page FROM annotations')).toEqual([{ kind: 'bookmark', page: 1 }]);
  const series = first.series_id;
  expect(
    rows(`SELECT r.rating, r.rated_at, s.id FROM ratings r JOIN series s ON s.pk = r.series_pk`),
  ).toEqual([{ rating: 9, rated_at: '2024-05-06T07:08:09.123Z', id: series }]);
  expect(
    rows(
      `SELECT c.name, s.id FROM collections c JOIN collection_series e ON e.collection_pk = c.pk
       JOIN series s ON s.pk = e.series_pk`,
    ),
  ).toEqual([{ name: 'Favourites', id: series }]);
  const { values, locks } = await moved.octavo.api.call(getSeriesMetadata, {
    params: { id: series },
  });
  expect(values.status).toBe('ongoing');
  expect(values.name).not.toBe('PEPPER & CARROT');
  expect(Object.values(locks).includes(true)).toBe(false);
  expect(await importedAgain('mihon', file)).toEqual([]);
  await undo(id);
}, 120_000);

test('a CSV table imports people, positions, ratings and Want to read', async () => {
  const path = 'Comics/Pepper & Carrot/Pepper & Carrot 00';
  const file = write(
    'reading.csv',
    `\uFEFFPath,title,series,number,person,page,pages,percent,completed,started_at,read_at,completed_at,rating,review,want_to_read,extra\r
/old/${path}1 - Potion of Flight (2014).cbz,,Pepper & Carrot,1,Nadja,,,,yes,2020-01-02,,2020-02-03T04:05:06Z,9,"Good, ""really"".\r
And short.",,\r
"Pepper & Carrot/Pepper & Carrot 006 - The Potion Contest (2015).cbz",,,,,3,12,,,,2021-03-04 05:06:07,,,,true,\r
,Rainbow potions,pepper & carrot,2,Nadja,,,50,,,2022-01-01,,,'=quoted,,\r
../../etc/passwd,,,,Nadja,,,50,,,,,,,,\r
\r
,No such book,,,Nadja,,,,true,,,,,,,`,
  );
  const id = await importAll('csv', file);
  expect((await lines(id, 'book')).map(({ state, basis }) => [state, basis])).toEqual([
    ['likely', 'name'],
    ['matched', 'place'],
    ['likely', 'name'],
    ['missing', null],
    ['missing', null],
  ]);
  const names = ['1 - Potion of Flight (2014)', '2 - Rainbow potions (2014)'] as const;
  const [flight, rainbow] = names.map((name) => moved.book(`${path}${name}.cbz`));
  expect(places()).toEqual([
    {
      ...{ person: 'Nadja', filename: flight?.filename, page: flight?.page_count, done: 1 },
      ...{ read_at: '2020-02-03T04:05:06.000Z', started_at: '2020-01-02T12:00:00.000Z' },
    },
    {
      ...{ person: 'Nadja', filename: rainbow?.filename, done: 0 },
      page: Math.round((rainbow?.page_count ?? 0) / 2),
      ...{ read_at: '2022-01-01T12:00:00.000Z', started_at: '2022-01-01T12:00:00.000Z' },
    },
    {
      ...{ person: 'admin', filename: 'Pepper & Carrot 006 - The Potion Contest (2015).cbz' },
      ...{ page: 3, done: 0, read_at: '2021-03-04T05:06:07.000Z' },
      started_at: '2021-03-04T05:06:07.000Z',
    },
  ]);
  expect(rows('SELECT rating, review FROM ratings ORDER BY rating')).toEqual([
    { rating: null, review: '=quoted' },
    { rating: 9, review: 'Good, "really".\r\nAnd short.' },
  ]);
  expect(rows('SELECT count(*) AS count FROM wanted')).toEqual([{ count: 1 }]);
  expect(await importedAgain('csv', file)).toEqual([]);
  await undo(id);
  expect(rows('SELECT username FROM users')).toEqual([{ username: 'admin' }]);
}, 120_000);

const deep = (levels: number): Uint8Array => {
  let inner: Uint8Array = message([[1, 1]]);
  for (let level = 0; level < levels; level += 1) inner = message([[18, inner]]);
  return inner;
};

test.each<[string, ImportSource, () => string | Uint8Array, RegExp]>([
  ['bomb', 'mihon', () => gzipSync(Buffer.alloc(300 * 1024 ** 2)), /larger than 256 MiB when/],
  ['half', 'mihon', () => gzipSync(Buffer.alloc(10_000)).subarray(0, 20), /not a backup of Mihon/],
  ['text', 'mihon', () => 'a backup in JSON', /not a backup of Mihon/],
  ['nothing', 'mihon', () => '', /not a backup of Mihon/],
  ['length', 'mihon', () => Uint8Array.of(10, 255, 255, 255, 255, 15, 1), /not a backup of Mihon/],
  ['header', 'csv', () => 'name,read\nx,1', /does not name its columns/],
  ['cell', 'csv', () => `path\n"${'x'.repeat(40_000)}`, /a cell of more than 32768/],
  ['cells', 'csv', () => `path\n${','.repeat(500)}`, /a line of more than 100 cells/],
  ['latin', 'csv', () => Buffer.from('path\nM\xe4rchen.cbz', 'latin1'), /not text in UTF-8/],
  ['large', 'csv', () => Buffer.alloc(257 * 1024 ** 2, 'x,\n'), /larger than 256 MiB/],
])('%s: refused with a sentence', async (name, source, make, sentence) => {
  const { status, error } = await moved.read(source, write(name, make()));
  expect(status).toBe('failed');
  expect(error).toMatch(sentence);
  expect((await moved.read(source, join(folder, 'not-there'))).error).toMatch(/does not exist/);
});

test('nesting is not followed', async () => {
  const file = write(
    'deep',
    message([
      [
        1,
        message([
          [3, 'Deep'],
          [18, deep(1000)],
        ]),
      ],
    ]),
  );
  expect(await moved.read('mihon', file)).toMatchObject({ status: 'ready', error: null });
});
