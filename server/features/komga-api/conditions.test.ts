import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { asAdmin, komgaClient, type KomgaClient } from '../../testing/komga-client.ts';
import { bookPage, seriesPage } from '../../testing/komga-shapes.ts';
import type { BookRecord, ConditionCase, SeriesRecord } from '../../testing/condition-cases.ts';
import { bookCases, seriesCases } from '../../testing/condition-fields.ts';
import { seedConditionLibrary, type ConditionFacts } from '../../testing/condition-library.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

const idsOnly = z.object({ content: z.array(z.object({ id: z.string() })) });

let octavo: TestServer;
let me: KomgaClient;
let facts: ConditionFacts;
let series: Kind<SeriesRecord>;
let books: Kind<BookRecord>;
beforeAll(async () => {
  octavo = await startTestServer();
  facts = seedConditionLibrary(octavo.dataDir);
  me = komgaClient(octavo, { headers: asAdmin });
  const deleted = { deleted: { operator: 'isTrue' } };
  const [seriesPath, bookPath] = ['/api/v1/series/list', '/api/v1/books/list'].map(
    (path) => `${path}?unpaged=true`,
  ) as [string, string];
  const allSeries = [{}, deleted].map((condition) =>
    me.post(seriesPage, seriesPath, { condition }),
  );
  const allBooks = [{}, deleted].map((condition) => me.post(bookPage, bookPath, { condition }));
  const all = {
    series: (await Promise.all(allSeries)).flatMap(({ content }) => content),
    books: (await Promise.all(allBooks)).flatMap(({ content }) => content),
  };
  const find = (path: string) => async (condition: unknown) =>
    (await me.post(idsOnly, path, { condition })).content.map(({ id }) => id);
  series = { find: find(seriesPath), all: all.series, cases: seriesCases(facts) };
  books = {
    find: find(bookPath),
    all: all.books,
    cases: bookCases(
      facts,
      all.series.map(({ id }) => id),
    ),
  };
});
afterAll(() => octavo.stop());

interface Listed {
  id: string;
  name: string;
  deleted: boolean;
}
interface Kind<R> {
  /** Ids of all matches of a condition. */
  find: (condition: unknown) => Promise<string[]>;
  /** All records, including missing ones. */
  all: R[];
  cases: ConditionCase<R>[];
}

interface Group<R> {
  join: 'allOf' | 'anyOf';
  nodes: readonly Node<R>[];
}
type Node<R> = ConditionCase<R> | Group<R>;

/** The condition in client format; typed clients add a class name to every object. */
const written = <R>(node: Node<R>, typed: boolean): Record<string, unknown> => ({
  ...(typed ? { type: 'join' in node ? 'AllOfSeries' : 'snd.komga.Condition.NumberSort' } : {}),
  ...('join' in node
    ? { [node.join]: node.nodes.map((inner) => written(inner, typed)) }
    : { [node.field]: { ...(typed ? { type: 'Is' } : {}), ...node.test } }),
});

/** Whether a record matches a condition; null for one without effect, such as an empty group. */
const holds = <R>(node: Node<R>, record: R): boolean | null => {
  if (!('join' in node)) return node.holds(record);
  const said = node.nodes.map((inner) => holds(inner, record)).filter((entry) => entry !== null);
  if (said.length === 0) return null;
  return node.join === 'allOf' ? said.every(Boolean) : said.some(Boolean);
};

const asksForMissing = <R>(node: Node<R>): boolean =>
  'join' in node
    ? node.nodes.some(asksForMissing)
    : node.field === 'deleted' && node.test.operator === 'isTrue';

const idsOf = (records: readonly { id: string }[]) => records.map(({ id }) => id).sort();

const nameOf = ({ id, name }: { id: string; name: string }) => `${name} ${id}`;

const agrees = async <R extends Listed>({ find, all }: Kind<R>, node: Node<R>, typed: boolean) => {
  const withMissing = asksForMissing(node);
  const expected = all.filter(
    (record) => (withMissing || !record.deleted) && holds(node, record) !== false,
  );
  const condition = written(node, typed);
  const found = new Set(await find(condition));
  const wanted = new Set(idsOf(expected));
  expect({
    condition,
    missing: expected.filter(({ id }) => !found.has(id)).map(nameOf),
    wrong: all.filter(({ id }) => found.has(id) && !wanted.has(id)).map(nameOf),
    count: found.size,
  }).toEqual({ condition, missing: [], wrong: [], count: wanted.size });
};

const agreesAlone = async <R extends Listed>(kind: Kind<R>, field: string) => {
  const cases = kind.cases.filter((entry) => entry.field === field);
  expect(cases).not.toEqual([]);
  for (const entry of cases) {
    await agrees(kind, entry, false);
    await agrees(kind, entry, true);
    await agrees(kind, { join: 'allOf', nodes: [{ join: 'anyOf', nodes: [entry] }] }, true);
  }
};

/** Conditions of up to four levels, including empty groups. */
const nested = <R>(cases: readonly ConditionCase<R>[]): fc.Arbitrary<Node<R>> =>
  fc.letrec<{ node: Node<R>; group: Group<R> }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4, depthIdentifier: 'nesting' },
      fc.constantFrom(...cases),
      tie('group'),
    ),
    group: fc.record({
      join: fc.constantFrom('allOf', 'anyOf'),
      nodes: fc.array(tie('node'), { maxLength: 4, depthIdentifier: 'nesting' }),
    }),
  })).node;

const random = { seed: 20_261_122, numRuns: 150 };

it('every operator of every field selects some records and not others', () => {
  const dull = <R>({ cases, all }: Kind<R>) => {
    const tells = new Map<string, boolean>();
    for (const entry of cases) {
      const key = `${entry.field} ${entry.test.operator}`;
      const results = new Set(all.map((record) => entry.holds(record)));
      tells.set(key, tells.get(key) === true || results.size === 2);
    }
    return [...tells].filter(([, told]) => !told).map(([key]) => key);
  };
  expect(dull(series)).toEqual([]);
  // Every book has a cover and a number.
  expect(dull(books)).toEqual([
    'numberSort isNotNull',
    'numberSort isNull',
    'poster is',
    'poster isNot',
  ]);
});

describe('series', () => {
  it.each([
    'libraryId',
    'collectionId',
    'deleted',
    'complete',
    'oneShot',
    'title',
    'titleSort',
    'releaseDate',
    'tag',
    'sharingLabel',
    'genre',
    'publisher',
    'language',
    'ageRating',
    'readStatus',
    'seriesStatus',
    'author',
  ])('by %s are those that a plain computation finds', (field) => agreesAlone(series, field));

  it('by nested conditions are those that a plain computation finds', async () => {
    await fc.assert(
      fc.asyncProperty(nested(series.cases), fc.boolean(), (node, typed) =>
        agrees(series, node, typed),
      ),
      random,
    );
  });

  it('show which are one-shots', () => {
    expect(idsOf(series.all.filter(({ oneshot }) => oneshot))).toEqual(
      idsOf(series.all.filter(({ id }) => facts.oneShots.has(id))),
    );
  });
});

describe('books', () => {
  it.each([
    'libraryId',
    'seriesId',
    'readListId',
    'deleted',
    'oneShot',
    'title',
    'releaseDate',
    'numberSort',
    'tag',
    'readStatus',
    'mediaStatus',
    'mediaProfile',
    'author',
    'poster',
  ])('by %s are those that a plain computation finds', (field) => agreesAlone(books, field));

  it('by nested conditions are those that a plain computation finds', async () => {
    await fc.assert(
      fc.asyncProperty(nested(books.cases), fc.boolean(), (node, typed) =>
        agrees(books, node, typed),
      ),
      random,
    );
  });

  it('are sorted by the number that they show', async () => {
    const { content } = await me.get(
      bookPage,
      '/api/v1/books?unpaged=true&sort=metadata.numberSort,desc',
    );
    const numbers = content.map(({ metadata }) => metadata.numberSort);
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
  });
});
