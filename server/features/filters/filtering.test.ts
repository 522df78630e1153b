import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';

import type { Book } from '../../../shared/api/book-record.ts';
import { filterBooksBody, filterSeriesBody } from '../../../shared/api/filter-bodies.ts';
import { bookFilterFields, seriesFilterFields } from '../../../shared/api/filter-fields.ts';
import { type BookSearchSort } from '../../../shared/api/books.ts';
import type { Series, SeriesSearchSort } from '../../../shared/api/series-record.ts';

import {
  type FieldKind,
  type Operator,
  operatorsOf as allowed,
} from '../../../shared/condition.ts';
import type { PageRequest } from '../../../shared/schemas.ts';
import { itemsOf } from '../../database/json.ts';
import {
  callerOf,
  createTestStore,
  queryPlans,
  seedBook,
  seedLibrary,
  seedProgress,
  seedSeries,
  seedUser,
  type TestStore,
} from '../../testing/seed.ts';
import { toSearchKey } from '../../text/search-key.ts';
import { createReadGate } from '../../media/read-gate.ts';
import { createBooksService } from '../books/service.ts';
import { createBooksStore } from '../books/store.ts';
import { createSeriesService } from '../series/service.ts';
import { createSeriesStore } from '../series/store.ts';

let home: TestStore;
beforeEach(() => {
  home = createTestStore();
});
afterEach(() => home.close());

const startAnalysis = () => ({ task_id: '' });

const request = <Field extends string>(
  field: Field,
  page: Partial<PageRequest<Field>> = {},
): PageRequest<Field> => ({ page: 1, pageSize: 500, sort: { field, direction: 'asc' }, ...page });

/** Filterable values of a record: texts, or one exact value, by field. */
type Facts = Record<string, string[]>;

interface ScannedLibraryServer {
  /** Names of the results in order, as one list or in pages of two. */
  find(
    condition: unknown,
    page?: Partial<PageRequest<'plain'>>,
  ): Promise<{ found: string[]; total: number }>;
  facts: Map<string, Facts>;
  /** Interesting filter values by field. */
  values: Record<string, string[]>;
}

/** Numeric fields. */
const numbers = new Set(['ageRating', 'year', 'bookCount', 'pageCount', 'addedDays']);
const exact = new Set([
  ...['libraryId', 'seriesId', 'readStatus', 'hasError', 'format', 'complete'],
  ...numbers,
]);

/** A straightforward reference implementation of the filter. */
const holds = (facts: Facts, condition: unknown): boolean => {
  const [key, inner] = Object.entries(condition as object)[0] as [string, unknown];
  if (key === 'allOf') return (inner as unknown[]).every((entry) => holds(facts, entry));
  if (key === 'anyOf') return (inner as unknown[]).some((entry) => holds(facts, entry));
  if (key === 'not') return !holds(facts, inner);
  const { operator, value } = inner as { operator: Operator; value: string };
  const same = exact.has(key) ? String : toSearchKey;
  const wanted = same(value);
  const own = (facts[key] ?? []).map(same);
  switch (operator) {
    case 'is':
      return own.includes(wanted);
    case 'isNot':
      return !own.includes(wanted);
    case 'isNull':
      return own.length === 0;
    case 'isNotNull':
      return own.length > 0;
    case 'contains':
      return own.some((text) => text.includes(wanted));
    case 'beginsWith':
      return own.some((text) => text.startsWith(wanted));
    case 'atLeast':
      return own.some((text) => Number(text) >= Number(wanted));
    case 'atMost':
      return own.some((text) => Number(text) <= Number(wanted));
  }
};

const rows = [
  { name: 'Élan', publisher: 'Dargaud', genres: ['Sci-Fi', 'Drama'], tags: [], status: 'ended' },
  { name: 'élan vital', publisher: null, genres: ['DRAMA'], tags: ['new'], status: null },
  { name: 'Straße', publisher: '100%_sure', genres: [], tags: ['a"b', "it's"], status: 'ongoing' },
  {
    name: '進撃の巨人',
    publisher: 'Kodansha',
    genres: ['Action'],
    tags: ['アニメ'],
    status: 'ended',
  },
  { name: '50% Off', publisher: '', genres: ['sci_fi'], tags: ['NEW', 'new'], status: 'hiatus' },
  { name: 'SELECT 🦇', publisher: 'dargaud', genres: ['()', 'AND'], tags: ['-- x'], status: null },
];
const authorsOf = (names: string[]): string =>
  JSON.stringify(names.map((name) => ({ name, role: 'writer' })));
const statuses = ['unread', 'in_progress', 'read'] as const;

const seed = () => {
  const { database } = home;
  const user = seedUser(database);
  const libraries = [seedLibrary(database), seedLibrary(database, { name: 'M', path: '/m' })];
  const facts = { series: new Map<string, Facts>(), books: new Map<string, Facts>() };
  rows.forEach(({ name, publisher, genres, tags, status }, index) => {
    const library = libraries[index % 2] ?? seedLibrary(database);
    const read = statuses[index % 3] ?? 'unread';
    const authors = index % 3 === 0 ? [] : ['Ann Author', name].slice(0, index % 3);
    const [genreText, tagText] = [JSON.stringify(genres), JSON.stringify(tags)];
    const series = seedSeries(database, library, {
      name,
      publisher,
      status,
      genres: genreText,
      tags: tagText,
      language: index % 2 ? 'en' : null,
      authors: authorsOf(authors),
      age_rating: index % 3 === 0 ? null : index * 3,
      year: index % 2 ? 1990 + index : null,
    });
    const path = `Über ${index % 3}/${name}.cbz`;
    const created_at = new Date(Date.now() - (index + 0.5) * 86_400_000).toISOString();
    database.prepare('UPDATE series SET date_added = ? WHERE pk = ?').run(created_at, series.pk);
    const error = index % 4 === 0 ? 'Cannot be read' : null;
    const book = seedBook(database, series, {
      title: name,
      error,
      format: index % 2 ? 'cbz' : 'epub',
      language: index % 2 ? null : 'de',
      release_date: index % 2 ? `${1990 + index}-02-03` : null,
      page_count: 10,
      path,
      created_at,
      metadata: JSON.stringify({
        genres,
        tags,
        publisher,
        authors: JSON.parse(authorsOf(authors)) as unknown,
        ...(index % 3 === 0 ? {} : { age_rating: index * 3 }),
      }),
    });
    if (read === 'read') seedProgress(database, user, book);
    if (read === 'in_progress') seedProgress(database, user, book, { page: 3 });
    const shared = {
      genre: genres,
      tag: tags,
      readStatus: [read],
      libraryId: [library.id],
      author: authors,
      ageRating: index % 3 === 0 ? [] : [String(index * 3)],
      year: index % 2 ? [String(1990 + index)] : [],
      publisher: publisher === null ? [] : [publisher],
      format: [index % 2 ? 'cbz' : 'epub'],
      hasError: [String(error !== null)],
      addedDays: [String(index)],
      path: [path],
    };
    facts.series.set(name, {
      ...shared,
      name: [name],
      bookCount: ['1'],
      complete: [String(status === 'ended')],
      status: status === null ? [] : [status],
      language: index % 2 ? ['en'] : [],
    });
    facts.books.set(name, {
      ...shared,
      title: [name],
      seriesId: [series.id],
      language: index % 2 ? [] : ['de'],
      pageCount: ['10'],
    });
  });
  const gone = '2020-01-01T00:00:00.000Z';
  const [library] = libraries;
  if (library) {
    const missing = seedSeries(database, library, { name: 'Gone', missing_since: gone });
    seedBook(database, missing, { title: 'Gone', missing_since: gone });
  }
  return { user, facts };
};

/** All existing values, in other case and as substrings, and some that do not exist. */
const valuesOf = (facts: Map<string, Facts>): Record<string, string[]> => {
  const values: Record<string, string[]> = {};
  for (const entry of facts.values()) {
    for (const [field, own] of Object.entries(entry)) {
      (values[field] ??= []).push(
        ...(exact.has(field)
          ? own
          : own.flatMap((text) => [text, text.toUpperCase(), text.slice(0, 2)])),
      );
    }
  }
  for (const field of Object.keys(values)) {
    if (numbers.has(field)) values[field]?.push('0', '7.5', '-3', '999999999');
    if (!exact.has(field)) values[field]?.push('', '%', '_', "'", '"', '\\', '*', 'nowhere');
    if (field.endsWith('Id')) values[field]?.push('0190a6f0-0000-7000-8000-000000000000');
  }
  return values;
};

const shelves: Record<'series' | 'books', () => ScannedLibraryServer> = {
  series: () => {
    const { user, facts } = seed();
    const store = createSeriesStore(home.database);
    const service = createSeriesService({ ...store, store, startAnalysis });
    return {
      facts: facts.series,
      values: valuesOf(facts.series),
      async find(condition, { page = 1, pageSize = 500 } = {}) {
        const body = filterSeriesBody.parse({ condition });
        const query = request<SeriesSearchSort>('name', { page, pageSize });
        const listing = await service.find(callerOf(user), query, body);
        return { found: itemsOf<Series>(listing).map(({ name }) => name), total: listing.total };
      },
    };
  },
  books: () => {
    const { user, facts } = seed();
    const store = createBooksStore(home.database);
    const service = createBooksService({
      ...{ gate: createReadGate(), ...store, store, startAnalysis },
      epubOf: () => Promise.reject(new Error('No file is read here')),
    });
    return {
      facts: facts.books,
      values: valuesOf(facts.books),
      async find(condition, { page = 1, pageSize = 500 } = {}) {
        const body = filterBooksBody.parse({ condition });
        const query = request<BookSearchSort>('title', { page, pageSize });
        const listing = await service.find(callerOf(user), query, body);
        return { found: itemsOf<Book>(listing).map(({ title }) => title), total: listing.total };
      },
    };
  },
};

describe.each(['series', 'books'] as const)('%s', (kind) => {
  const fields: Readonly<Record<string, FieldKind>> =
    kind === 'series' ? seriesFilterFields : bookFilterFields;
  const operatorsOf = (field: string): readonly Operator[] => allowed[fields[field] ?? 'text'];

  const expected = (shelf: ScannedLibraryServer, condition: unknown) =>
    [...shelf.facts].filter(([, facts]) => holds(facts, condition)).map(([name]) => name);

  it('are found by every operator on every field and value, as in memory', async () => {
    const shelf = shelves[kind]();
    for (const [field, values] of Object.entries(shelf.values)) {
      for (const operator of operatorsOf(field)) {
        for (const value of new Set(values)) {
          const condition = { [field]: { operator, value } };
          const { found, total } = await shelf.find(condition);
          expect(found.toSorted(), JSON.stringify(condition)).toEqual(
            expected(shelf, condition).toSorted(),
          );
          expect(total).toBe(found.length);
        }
      }
    }
  });

  it('are found by any tree as in memory, on pages that never overlap', async () => {
    const shelf = shelves[kind]();
    const leaf = fc
      .constantFrom(...Object.keys(shelf.values))
      .chain((field) =>
        fc.record({
          field: fc.constant(field),
          operator: fc.constantFrom(...operatorsOf(field)),
          value: exact.has(field)
            ? fc.constantFrom(...(shelf.values[field] ?? []))
            : fc.oneof(
                fc.constantFrom(...(shelf.values[field] ?? [])),
                fc.string({ unit: 'grapheme' }),
              ),
        }),
      )
      .map(({ field, ...test }) => ({ [field]: test }));
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof({ depthSize: 'small', maxDepth: 8 }, leaf, tie('node'), tie('not')),
      not: tie('tree').map((inner) => ({ not: inner })),
      node: fc
        .tuple(fc.constantFrom('allOf', 'anyOf'), fc.array(tie('tree'), { maxLength: 5 }))
        .map(([key, inner]) => ({ [key]: inner })),
    }));
    await fc.assert(
      fc.asyncProperty(tree, async (condition) => {
        const { found, total } = await shelf.find(condition);
        expect(found.toSorted()).toEqual(expected(shelf, condition).toSorted());
        expect(total).toBe(found.length);
        const pages = await Promise.all(
          [1, 2, 3].map((page) => shelf.find(condition, { page, pageSize: 2 })),
        );
        expect(pages.flatMap((page) => page.found)).toEqual(found);
      }),
      { numRuns: 150 },
    );
  });

  it('are found by every part of their names', async () => {
    const shelf = shelves[kind]();
    const field = kind === 'series' ? 'name' : 'title';
    for (const { name } of rows) {
      const letters = Array.from(name);
      for (const start of letters.keys()) {
        for (let end = start + 1; end <= letters.length; end++) {
          const value = letters.slice(start, end).join('');
          const condition = { [field]: { operator: 'contains', value } };
          expect((await shelf.find(condition)).found.toSorted(), value).toEqual(
            expected(shelf, condition).toSorted(),
          );
        }
      }
    }
  });

  it('are found by the largest filters that are allowed', async () => {
    const shelf = shelves[kind]();
    const first = (index: number) => ({ genre: { operator: 'contains', value: `drama${index}` } });
    const wide = { anyOf: Array.from({ length: 500 }, (_, index) => first(index)) };
    expect((await shelf.find(wide)).total).toBe(0);
    const comb = Array.from({ length: 16 }).reduce<object>(
      (inner, _, level) => ({
        [level % 2 ? 'allOf' : 'anyOf']: [
          ...Array.from({ length: 31 }, (__, index) => first(index)),
          inner,
        ],
      }),
      { genre: { operator: 'isNull' } },
    );
    expect((await shelf.find(comb)).total).toBe(expected(shelf, comb).length);
    const many = { anyOf: Array.from({ length: 1000 }, () => ({ anyOf: [] })) };
    expect((await shelf.find(many)).total).toBe(0);
  });

  test('empty allOf finds all, empty anyOf nothing, none at all everything present', async () => {
    const shelf = shelves[kind]();
    expect((await shelf.find({ allOf: [] })).total).toBe(rows.length);
    expect((await shelf.find({ anyOf: [] })).total).toBe(0);
    expect((await shelf.find(undefined)).total).toBe(rows.length);
    expect((await shelf.find({ genre: { operator: 'is', value: 'x'.repeat(1000) } })).total).toBe(
      0,
    );
  });
});

test('a filter can be given up before each comparison, also where nothing matches', () => {
  seedSeries(home.database, seedLibrary(home.database), { name: 'Falcon' });
  let asked = 0;
  home.database.function('abort_if_cancelled', { directOnly: true }, () => {
    asked += 1;
    if (asked === 30) throw new Error('given up');
    return 1;
  });
  const store = createSeriesStore(home.database);
  const leaf = { field: 'genre', operator: 'contains', value: 'x' } as const;
  const condition = { anyOf: Array.from({ length: 500 }, () => leaf) };
  expect(() => store.find(null, request('name'), { condition })).toThrow('given up');
});

test('parts that many names have find as exactly as rare ones', () => {
  const library = seedLibrary(home.database);
  const names = Array.from({ length: 1200 }, (_, index) => `Falcon-${index}`);
  home.database.transaction(() => {
    for (const name of names) seedSeries(home.database, library, { name });
  })();
  const store = createSeriesStore(home.database);
  for (const value of ['falcon', 'lcon-1', 'on-77', 'n-119', 'falcon-1200', '7']) {
    const condition = { field: 'name', operator: 'contains', value } as const;
    const { total } = store.find(null, request('name'), { condition });
    expect([value, total]).toEqual([
      value,
      names.filter((name) => toSearchKey(name).includes(value)).length,
    ]);
  }
});

describe('the same records as in the plain lists', () => {
  test.each(['name', 'date_added', 'date_read', 'release_date', 'book_count'] as const)(
    'series by %s in both directions',
    (field) => {
      const { user } = seed();
      const store = createSeriesStore(home.database);
      for (const direction of ['asc', 'desc'] as const) {
        const query = { page: 1, pageSize: 4, sort: { field, direction } };
        const plain = store.list(user.pk, query);
        const found = store.find(user.pk, query, {});
        expect(itemsOf(found)).toEqual(itemsOf(plain));
        expect(found.total).toBe(plain.total);
      }
    },
  );

  test.each(['title', 'number', 'file_size', 'created_at'] as const)(
    'books by %s in both directions',
    (field) => {
      const { user } = seed();
      const store = createBooksStore(home.database);
      const view = { user_pk: user.pk, separator: null };
      for (const direction of ['asc', 'desc'] as const) {
        const query = { page: 1, pageSize: 4, sort: { field, direction } };
        expect(itemsOf(store.find(view, query, {}))).toEqual(itemsOf(store.list(view, query)));
      }
    },
  );
});

test('filtering by read status needs progress-read, at any depth of the tree', async () => {
  const { user } = seed();
  const store = createSeriesStore(home.database);
  const service = createSeriesService({ ...store, store, startAnalysis });
  const caller = callerOf(user, { without: ['progress-read'] });
  const body = filterSeriesBody.parse({
    condition: { anyOf: [{ allOf: [{ readStatus: { operator: 'isNot', value: 'read' } }] }] },
  });
  expect(() => service.find(caller, request('name'), body)).toThrow(/progress-read/);
  const other = filterSeriesBody.parse({ condition: { name: { operator: 'isNotNull' } } });
  expect(itemsOf(await service.find(caller, request('name'), other))[0]?.read_status).toBeNull();
});

describe('plans', () => {
  test.each([
    [{ genre: { operator: 'is', value: 'x' } }, 'PRIMARY KEY (field=? AND value=?)'],
    [
      { name: { operator: 'beginsWith', value: 'x' } },
      'PRIMARY KEY (field=? AND value>? AND value<?)',
    ],
    [{ name: { operator: 'contains', value: 'x' } }, 'PRIMARY KEY (field=?)'],
  ])('%j looks in the values of its field alone', (condition, index) => {
    const { user } = seed();
    const store = createSeriesStore(home.database);
    const plans = queryPlans(home.database, () =>
      store.find(user.pk, request('name'), filterSeriesBody.parse({ condition })),
    );
    expect(plans).toContain(`SEARCH series_values USING ${index}`);
  });

  test('a part of a name of three letters and more looks in the trigrams alone', () => {
    const { user } = seed();
    const store = createSeriesStore(home.database);
    const condition = { name: { operator: 'contains', value: 'nowhere' } };
    const plans = queryPlans(home.database, () =>
      store.find(user.pk, request('name'), filterSeriesBody.parse({ condition })),
    );
    expect(plans.some((step) => step.startsWith('SCAN f VIRTUAL TABLE INDEX'))).toBe(true);
    expect(plans.filter((step) => /(SEARCH|SCAN) series_values/.test(step))).toEqual([]);
  });

  test('a library walks its own index', () => {
    const { user } = seed();
    const store = createBooksStore(home.database);
    const value = '0190a6f0-0000-7000-8000-000000000000';
    const condition = { libraryId: { operator: 'is', value } };
    const plans = queryPlans(home.database, () =>
      store.find(
        { user_pk: user.pk, separator: null },
        request('title'),
        filterBooksBody.parse({ condition }),
      ),
    );
    expect(plans).toContain('SEARCH b USING INDEX books_by_library_title (library_pk=?)');
    expect(plans).not.toContain('USE TEMP B-TREE FOR ORDER BY');
  });
});
