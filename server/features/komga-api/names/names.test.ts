import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { asAdmin, komgaClient, type KomgaClient } from '../../../testing/komga-client.ts';
import { bookPage, pageOf, seriesPage } from '../../../testing/komga-shapes.ts';
import type { BookRecord, SeriesRecord } from '../../../testing/condition-cases.ts';
import { seedConditionLibrary, type ConditionFacts } from '../../../testing/condition-library.ts';
import { toSearchKey } from '../../../text/search-key.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';

let octavo: TestServer;
let me: KomgaClient;
let facts: ConditionFacts;
let series: SeriesRecord[];
let books: BookRecord[];
beforeAll(async () => {
  octavo = await startTestServer();
  facts = seedConditionLibrary(octavo.dataDir);
  me = komgaClient(octavo, { headers: asAdmin });
  series = (await me.get(seriesPage, '/api/v1/series?unpaged=true')).content;
  books = (await me.get(bookPage, '/api/v1/books?unpaged=true')).content;
});
afterAll(() => octavo.stop());

type Scope = 'library_id' | 'collection_id' | 'series_id' | 'readlist_id';
const idsOf = (scope: Scope): string[] =>
  ({
    library_id: facts.libraries.slice(0, 1),
    collection_id: [...facts.collections.keys()].slice(0, 1),
    series_id: series.slice(4, 6).map(({ id }) => id),
    readlist_id: [...facts.readLists.keys()].slice(0, 1),
  })[scope];
const inList = (id: string) => [...facts.readLists.values()][0]?.has(id) === true;
const inCollection = (id: string) => [...facts.collections.values()][0]?.has(id) === true;

const seriesIn = (scope: Scope | null): SeriesRecord[] =>
  series.filter(({ id, libraryId }) => {
    if (scope === null) return true;
    if (scope === 'library_id') return idsOf(scope).includes(libraryId);
    if (scope === 'collection_id') return inCollection(id);
    if (scope === 'series_id') return idsOf(scope).includes(id);
    return books.some((book) => book.seriesId === id && inList(book.id));
  });
const booksIn = (scope: Scope | null): BookRecord[] =>
  books.filter(({ id, seriesId, libraryId }) => {
    if (scope === null) return true;
    if (scope === 'library_id') return idsOf(scope).includes(libraryId);
    if (scope === 'collection_id') return inCollection(seriesId);
    return scope === 'series_id' ? idsOf(scope).includes(seriesId) : inList(id);
  });

const authorsIn = (scope: Scope | null) =>
  [
    ...(scope === 'readlist_id'
      ? []
      : seriesIn(scope).flatMap(({ booksMetadata }) => booksMetadata.authors)),
    ...booksIn(scope).flatMap(({ metadata }) => metadata.authors),
  ].map(({ name, role }) => ({ name, role }));
const seriesTags = (scope: Scope | null) =>
  seriesIn(scope).flatMap(({ metadata }) => metadata.tags);
const bookTags = (scope: Scope | null) => booksIn(scope).flatMap(({ metadata }) => metadata.tags);
const allTags = (scope: Scope | null) => [...seriesTags(scope), ...bookTags(scope)];
const years = (scope: Scope | null) =>
  seriesIn(scope).flatMap(({ booksMetadata }) => booksMetadata.releaseDate?.slice(0, 4) ?? []);
const ages = (scope: Scope | null) => seriesIn(scope).map(({ metadata }) => metadata.ageRating);

const ofSeries: Scope[] = ['library_id', 'collection_id'];
const ofAll: Scope[] = [...ofSeries, 'series_id', 'readlist_id'];
const named = (values: (scope: Scope | null) => unknown[]) => values;
const lists: [path: string, scopes: Scope[], expected: (scope: Scope | null) => unknown[]][] = [
  ...['v1', 'v2'].flatMap((version): typeof lists => [
    [
      `${version}/genres`,
      ofSeries,
      (scope) => seriesIn(scope).flatMap(({ metadata }) => metadata.genres),
    ],
    [`${version}/tags`, version === 'v1' ? ofSeries : ofAll, named(allTags)],
    [
      `${version}/publishers`,
      ofSeries,
      (scope) => seriesIn(scope).flatMap(({ metadata }) => metadata.publisher || []),
    ],
    [
      `${version}/languages`,
      ofSeries,
      (scope) => seriesIn(scope).flatMap(({ metadata }) => metadata.language || []),
    ],
    [
      `${version}/sharing-labels`,
      ofSeries,
      (scope) => seriesIn(scope).flatMap(({ metadata }) => metadata.sharingLabels),
    ],
    [`${version}/authors`, ofAll, named(authorsIn)],
    [`${version}/authors/names`, ofAll, (scope) => authorsIn(scope).map(({ name }) => name)],
    [`${version}/authors/roles`, ofAll, (scope) => authorsIn(scope).map(({ role }) => role)],
  ]),
  ['v1/tags/series', ofSeries, named(seriesTags)],
  ['v1/tags/book', ['series_id', 'readlist_id', 'library_id'], named(bookTags)],
  ['v2/tags?include=SERIES', ofAll, named(seriesTags)],
  ['v2/tags?include=BOOK', ofAll, named(bookTags)],
  ['v1/age-ratings', ofSeries, (scope) => ages(scope).map((age) => String(age ?? 'None'))],
  ['v2/age-ratings', ofSeries, (scope) => ages(scope).filter((age) => age !== null)],
  ['v1/series/release-dates', ofSeries, named(years)],
  ['v2/series/release-years', ofSeries, named(years)],
];

const distinct = (values: unknown[]) =>
  [...new Set(values.map((value) => JSON.stringify(value)))].sort();
/** Of all authors, the spellings of one creator count once. */
const distinctOfAll = (path: string, values: unknown[]) =>
  distinct(
    path.includes('authors') ? values.map((value) => toSearchKey(JSON.stringify(value))) : values,
  );

const get = async (path: string, query: string) => {
  const join = path.includes('?') ? '&' : '?';
  const url = `/api/${path}${join}unpaged=true&${query}`;
  return path.startsWith('v1')
    ? me.get(z.array(z.unknown()), url)
    : (await me.get(pageOf(z.unknown()), url)).content;
};
const queryOf = (scope: Scope) =>
  idsOf(scope)
    .map((id) => `${scope}=${id}`)
    .join('&');

describe.each(lists)('%s', (path, scopes, expected) => {
  it('has every name once', async () => {
    const found = await get(path, '');
    expect(distinctOfAll(path, found)).toEqual(distinctOfAll(path, expected(null)));
    expect(found).toHaveLength(distinct(found).length);
  });

  it('has those of what is asked for, the first kind of which counts', async () => {
    for (const scope of scopes) {
      expect([scope, distinct(await get(path, queryOf(scope)))]).toEqual([
        scope,
        distinct(expected(scope)),
      ]);
    }
    const [first = 'library_id'] = scopes;
    expect(distinct(await get(path, scopes.map(queryOf).join('&')))).toEqual(
      distinct(expected(first)),
    );
    const others = ofAll.filter((scope) => !scopes.includes(scope) && !path.startsWith('v1/tags'));
    const found = await get(path, others.map(queryOf).join('&'));
    expect(distinctOfAll(path, found)).toEqual(distinctOfAll(path, expected(null)));
  });

  it('has nothing of what is not there', async () => {
    for (const scope of scopes) expect(await get(path, `${scope}=nothing`)).toEqual([]);
  });
});

it('age ratings are texts in version 1 and numbers in version 2, ascending', async () => {
  expect(await get('v1/age-ratings', '')).toEqual(['None', '0', '12', '18']);
  expect(await get('v2/age-ratings', '')).toEqual([0, 12, 18]);
});

it('pages are sorted, and those of everything are one', async () => {
  const page = await me.get(pageOf(z.string()), '/api/v2/genres?size=2');
  expect(page).toMatchObject({ size: 2, numberOfElements: 2, sort: { sorted: true } });
  expect(await me.get(pageOf(z.string()), '/api/v2/genres?unpaged=true')).toMatchObject({
    size: 20,
    totalPages: 1,
    pageable: { paged: true, unpaged: false, pageSize: 20 },
  });
  expect((await me.ask('/api/v2/tags?include=COVER')).status).toBe(400);
});
