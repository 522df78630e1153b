import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { connect } from '../../database/database.ts';
import { asAdmin, komgaClient, type KomgaClient } from '../../testing/komga-client.ts';
import { bookPage, seriesPage } from '../../testing/komga-shapes.ts';
import type { BookRecord, SeriesRecord } from '../../testing/condition-cases.ts';
import { seedConditionLibrary, type ConditionFacts } from '../../testing/condition-library.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { toSearchKey } from '../../text/search-key.ts';

let octavo: TestServer;
let me: KomgaClient;
let facts: ConditionFacts;
let series: SeriesRecord[];
let books: BookRecord[];
beforeAll(async () => {
  octavo = await startTestServer();
  facts = seedConditionLibrary(octavo.dataDir);
  me = komgaClient(octavo, { headers: asAdmin });
  const missing = 'unpaged=true&deleted=true';
  series = [
    ...(await me.get(seriesPage, '/api/v1/series?unpaged=true')).content,
    ...(await me.get(seriesPage, `/api/v1/series?${missing}`)).content,
  ];
  books = [
    ...(await me.get(bookPage, '/api/v1/books?unpaged=true')).content,
    ...(await me.get(bookPage, `/api/v1/books?${missing}`)).content,
  ];
});
afterAll(() => octavo.stop());

const idsOf = (records: readonly { id: string }[]) => records.map(({ id }) => id).sort();
const same = (a: string, b: string) => toSearchKey(a) === toSearchKey(b);
const readStatus = ({ booksCount, booksReadCount, booksInProgressCount }: SeriesRecord) =>
  booksCount > 0 && booksReadCount >= booksCount
    ? 'READ'
    : booksReadCount + booksInProgressCount > 0
      ? 'IN_PROGRESS'
      : 'UNREAD';
const library = () => facts.libraries[1] ?? '';
const collection = () => [...facts.collections.keys()][0] ?? '';

type Row<R> = [query: string | (() => string), holds: (record: R) => boolean];
const seriesRows: Row<SeriesRecord>[] = [
  [() => `library_id=${library()}`, ({ libraryId }) => libraryId === library()],
  [
    () => `collection_id=${collection()}`,
    ({ id }) => facts.collections.get(collection())?.has(id) === true,
  ],
  ['status=ended&status=HIATUS', ({ metadata }) => ['ENDED', 'HIATUS'].includes(metadata.status)],
  ['read_status=UNREAD,IN_PROGRESS', (record) => readStatus(record) !== 'READ'],
  ['publisher=dargaud', ({ metadata }) => same(metadata.publisher, 'dargaud')],
  ['language=fr,ja', ({ metadata }) => same(metadata.language, 'fr')],
  ['genre=noir', ({ metadata }) => metadata.genres.some((genre) => same(genre, 'noir'))],
  ['tag=animals', ({ metadata }) => metadata.tags.some((tag) => same(tag, 'animals'))],
  ['age_rating=12', ({ metadata }) => metadata.ageRating === 12],
  [
    'age_rating=None&age_rating=18',
    ({ metadata: { ageRating } }) => ageRating === null || ageRating === 18,
  ],
  [
    'release_year=1984',
    ({ booksMetadata }) => booksMetadata.releaseDate?.startsWith('1984') === true,
  ],
  ['release_year=soon', () => true],
  ['sharing_label=kids%20only', ({ metadata }) => metadata.sharingLabels.includes('kids only')],
  ['sharing_label=nobody', () => false],
  ['deleted=false', () => true],
  [
    'complete=true',
    ({ booksCount, metadata: { totalBookCount } }) => totalBookCount === booksCount,
  ],
  [
    'complete=false',
    ({ booksCount, metadata: { totalBookCount } }) =>
      totalBookCount !== null && totalBookCount !== booksCount,
  ],
  ['oneshot=true', ({ id }) => facts.oneShots.has(id)],
  ['oneshot=0', ({ id }) => !facts.oneShots.has(id)],
  [
    'author=Juan Díaz Canales,writer',
    ({ booksMetadata }) =>
      booksMetadata.authors.some(
        ({ name, role }) => same(name, 'Juan Díaz Canales') && role === 'writer',
      ),
  ],
  ['search_regex=^sandman,title_sort', ({ metadata }) => metadata.titleSort.startsWith('Sandman')],
  ['search_regex=^the,title', ({ metadata }) => metadata.title.startsWith('The')],
];
const bookRows: Row<BookRecord>[] = [
  [() => `library_id=${library()}`, ({ libraryId }) => libraryId === library()],
  ['media_status=ready&media_status=ERROR', ({ media }) => media.status !== 'UNKNOWN'],
  ['media_status=OUTDATED', () => false],
  ['read_status=READ', ({ readProgress }) => readProgress?.completed === true],
  [
    'released_after=1984-01-01',
    ({ metadata: { releaseDate } }) => releaseDate !== null && releaseDate > '1984-01-01',
  ],
  ['tag=100%25', ({ metadata }) => metadata.tags.includes('100%')],
  ['deleted=false', () => true],
];

const agrees = async <R extends { id: string; deleted: boolean }>(
  found: readonly { id: string }[],
  all: readonly R[],
  holds: (record: R) => boolean,
) => expect(idsOf(found)).toEqual(idsOf(all.filter((record) => !record.deleted && holds(record))));
const textOf = (query: string | (() => string)) => (typeof query === 'string' ? query : query());

describe('parameters of GET find what a plain computation finds', () => {
  it.each(seriesRows)('series with %s', async (query, holds) => {
    const path = `/api/v1/series?unpaged=true&${textOf(query)}`;
    await agrees((await me.get(seriesPage, path)).content, series, holds);
  });

  it.each(bookRows)('books with %s', async (query, holds) => {
    const path = `/api/v1/books?unpaged=true&${textOf(query)}`;
    await agrees((await me.get(bookPage, path)).content, books, holds);
  });

  it('the books of a series', async () => {
    const id = books[0]?.seriesId ?? '';
    const path = `/api/v1/series/${id}/books?unpaged=true&read_status=UNREAD`;
    await agrees(
      (await me.get(bookPage, path)).content,
      books,
      ({ seriesId, readProgress }) => seriesId === id && readProgress === null,
    );
  });

  it('missing ones where they are asked for', () => {
    expect(series.filter(({ deleted }) => deleted)).toHaveLength(6);
    expect(new Set(books.map(({ deleted }) => deleted))).toEqual(new Set([true, false]));
  });
});

it('finds the copies of a file, side by side', async () => {
  const database = connect(join(octavo.dataDir, 'octavo.db'));
  const present = books.filter(({ deleted }) => !deleted).map(({ id }) => id);
  const missing = books.filter(({ deleted }) => deleted).map(({ id }) => id);
  const set = database.prepare('UPDATE books SET file_hash = ? WHERE id = ?');
  const hashes = ['aa', 'bb', 'cc', 'bb', 'aa', 'bb'];
  for (const [index, hash] of hashes.entries()) set.run(hash, present[index]);
  // Its only copy is missing.
  set.run('cc', missing[0]);
  database.close();

  const page = await me.get(bookPage, '/api/v1/books/duplicates?size=3');
  expect(page.content.map(({ fileHash }) => fileHash)).toEqual(['aa', 'aa', 'bb']);
  expect([page.totalElements, page.totalPages]).toEqual([5, 2]);
  const all = await me.get(bookPage, '/api/v1/books/duplicates?unpaged=true&sort=fileHash,desc');
  expect(all.content.map(({ fileHash }) => fileHash)).toEqual(['bb', 'bb', 'bb', 'aa', 'aa']);
});

it.each([
  'series?status=PAUSED',
  'series?read_status=FINISHED',
  'books?media_status=BROKEN',
  'books?released_after=soon',
  'series?search_regex=.*',
])('refuses what would silently leave nothing: %s', async (path) => {
  const response = await me.ask(`/api/v1/${path}`);
  expect([response.status, await response.json()]).toEqual([
    400,
    {
      violations: [
        { fieldName: expect.any(String) as string, message: expect.any(String) as string },
      ],
    },
  ]);
});
