import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';

import type { Condition } from '../shared/condition.ts';
import { connect } from '../server/database/database.ts';
import { newId } from '../server/database/ids.ts';
import type { Database } from '../server/database/types.ts';
import { createBooksStore } from '../server/features/books/store.ts';
import { createCollectionsStore } from '../server/features/collections/store.ts';
import { createCoversStore } from '../server/features/covers/store.ts';
import { createFacetsStore } from '../server/features/facets/store.ts';
import { createFoldersStore } from '../server/features/folders/store.ts';
import { createSeriesStore } from '../server/features/series/store.ts';
import { restrict } from '../server/testing/restrictions.ts';
import { fillCatalogue, fillReaders } from './catalogue.ts';
import { figure, record } from './figures.ts';
import { median } from './statistics.ts';

/** Before each read, so that nothing is remembered longer than it is valid. */
const writes = {
  'anything else': 'UPDATE libraries SET updated_at = ?',
  'a series': 'UPDATE series SET date_updated = ? WHERE pk = 1',
};
const rounds = 5;
/** Repetitions of one round of a query take about this long (ms of processor time). */
const roundMs = 20;

/** The reads of lists, filters, search, facets, letters and Home. */
const readsOf = (database: Database, userPk: number): Record<string, () => unknown> => {
  const series = createSeriesStore(database);
  const books = createBooksStore(database);
  const facets = createFacetsStore(database);
  const collections = createCollectionsStore(database);
  const covers = createCoversStore(database);
  const folders = createFoldersStore(database);
  const view = { user_pk: userPk, separator: sep };
  const sorted = <Field extends string>(
    field: Field,
    direction: 'asc' | 'desc' = 'asc',
    page = 1,
  ) => ({ page, pageSize: 50, sort: { field, direction } });
  const byName = { field: 'name', direction: 'asc' } as const;
  const genre: Condition = { field: 'genre', operator: 'is', value: 'Crime' };
  const title = (value: string): Condition => ({ field: 'title', operator: 'contains', value });
  const collection =
    database.prepare<[], string>('SELECT id FROM main.collections').pluck().get() ?? '';
  const library = database.prepare<[], string>('SELECT id FROM main.libraries').pluck().get() ?? '';
  return {
    'series by name': () => series.list(userPk, sorted('name')),
    'series, page 50': () => series.list(userPk, sorted('name', 'asc', 50)),
    'series recently added': () => series.list(userPk, sorted('date_added', 'desc')),
    'series by last reading': () => series.list(userPk, sorted('date_read', 'desc')),
    'series in progress': () => series.inProgress(userPk, sorted('date_read', 'desc')),
    'series of a genre': () =>
      series.find(userPk, sorted('relevance', 'desc'), { condition: genre }),
    'search for series': () =>
      series.find(userPk, sorted('relevance', 'desc'), { fullTextSearch: 'falcon' }),
    'letters of all series': () => series.letters(userPk, byName, {}),
    'letters of a genre': () => series.letters(userPk, byName, { condition: genre }),
    'books by title': () => books.list(view, sorted('title')),
    'books, page 500': () => books.list(view, sorted('title', 'asc', 500)),
    'books recently added': () => books.list(view, sorted('created_at', 'desc')),
    'books with a word in the title': () =>
      books.find(view, sorted('relevance', 'desc'), { condition: title('falcon') }),
    'books with a rare title': () =>
      books.find(view, sorted('relevance', 'desc'), { condition: title('987') }),
    'search for books': () =>
      books.find(view, sorted('relevance', 'desc'), { fullTextSearch: 'falcon' }),
    'letters of all books': () => books.letters(view, { field: 'title', direction: 'asc' }, {}),
    'books in progress': () => books.read(view, sorted('read_at', 'desc'), 'in_progress'),
    'on deck': () => books.onDeck(view, sorted('read_at', 'desc')),
    'genres of series': () => facets.series('genre', sorted('count', 'desc')),
    'formats of books': () => facets.books('format', sorted('count', 'desc')),
    'palette (series and books by a prefix)': () => [
      series.find(
        userPk,
        { ...sorted('relevance', 'desc'), pageSize: 5 },
        { fullTextSearch: 'lan' },
      ),
      books.find(view, { ...sorted('relevance', 'desc'), pageSize: 5 }, { fullTextSearch: 'lan' }),
    ],
    collections: () => collections.list(sorted('name')),
    'members of a collection of 1,000': () => collections.members(collection, sorted('position')),
    folders: () => folders.list(library, { ...sorted('name'), folder: '' }),
    'cover of the library': () => covers.ofLibrary(library),
  };
};

/** Milliseconds of processor time for one call. */
const cost = (work: () => unknown, write: () => void): number => {
  let calls = 0;
  let spent = 0;
  do {
    write();
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    spent += (user + system) / 1000;
    calls += 1;
  } while (spent < roundMs);
  return spent / calls;
};

/** Adds collections, one of them with a thousand series. */
const fillCollections = (writer: Database): void => {
  const collections = createCollectionsStore(writer);
  const ids = writer.prepare<[], string>('SELECT id FROM series ORDER BY pk').pluck().all();
  for (let index = 0; index < 50; index += 1) {
    const fields = { name: `Collection ${index}`, ordered: true };
    const id = collections.insert(fields, new Date(0).toISOString());
    collections.fill(id, ids.slice(index * 10, index === 0 ? 1000 : index * 10 + 10), '');
  }
};

/** The first query of a request for one id: hidden ids against ids that do not exist. */
const compareIds = (part: Database, writer: Database) => {
  const idsOf = (table: string) =>
    writer
      .prepare<[], string>(
        `SELECT t.id FROM ${table} t JOIN series s ON s.pk = t.${table === 'books' ? 'series_pk' : 'pk'}
         WHERE s.age_rating = 18 LIMIT 2000`,
      )
      .pluck()
      .all();
  const books = createBooksStore(part);
  const series = createSeriesStore(part);
  const queries: Record<string, { ids: string[]; get: (id: string) => unknown }> = {
    'hidden book': { ids: idsOf('books'), get: (id) => books.file(id) },
    'hidden series': { ids: idsOf('series'), get: (id) => series.get(1, id, false) },
  };
  for (const [name, { ids, get }] of Object.entries(queries)) {
    const unknown = ids.map(() => newId());
    const microseconds = (some: readonly string[]) => {
      const before = process.cpuUsage();
      for (const id of some) get(id);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / some.length;
    };
    const pairs = Array.from({ length: rounds * 3 }, () => [
      microseconds(ids),
      microseconds(unknown),
    ]);
    const [mine = NaN, base = NaN] = [0, 1].map((side) =>
      median(pairs.map((pair) => pair[side] ?? NaN)),
    );
    record(figure(`${name} / unknown id`, mine / base, '×'));
    console.log(`${name}: ${mine.toFixed(1)} µs, unknown id: ${base.toFixed(1)} µs`);
  }
};

/** Reads as a person who can see every second series, against the same reads without restrictions. */
export const benchRestricted = async (books = 100_000): Promise<void> => {
  const dir = mkdtempSync(join(tmpdir(), 'octavo-bench-'));
  const path = join(dir, 'octavo.db');
  fillCatalogue(path, books, dir);
  fillReaders(path, books);
  console.log(`${books} books, every second series hidden; processor ms, medians of ${rounds}`);
  compareReads(path);
  rmSync(dir, { recursive: true, force: true });
};

const compareReads = (path: string): void => {
  const writer = connect(path);
  const userPk = writer.prepare<[], number>('SELECT min(pk) FROM users').pluck().get() ?? 0;
  writer.prepare('UPDATE series SET age_rating = iif(pk / 8 % 2, 18, 6)').run();
  restrict(writer, userPk, { maxAge: 12 });
  fillCollections(writer);
  writer.pragma('optimize');
  const all = connect(path);
  const part = connect(path, { viewer: () => userPk });
  const without = readsOf(all, userPk);
  const within = readsOf(part, userPk);
  for (const [after, change] of Object.entries(writes)) {
    const touch = writer.prepare<[string]>(change);
    let count = 0;
    const write = () => void touch.run(new Date((count += 1)).toISOString());
    console.log(
      `\n${`after a change of ${after}`.padEnd(40)}${'with'.padStart(10)}${'without'.padStart(10)}${'ratio'.padStart(9)}`,
    );
    for (const [name, read] of Object.entries(within)) {
      const other = without[name] ?? read;
      cost(read, write);
      cost(other, write);
      const pairs = Array.from({ length: rounds }, () => [cost(read, write), cost(other, write)]);
      const [mine = NaN, base = NaN] = [0, 1].map((side) =>
        median(pairs.map((pair) => pair[side] ?? NaN)),
      );
      const ratio = median(pairs.map(([left = NaN, right = NaN]) => left / right));
      const what = `${name}, restricted / unrestricted, after a change of ${after}`;
      record(figure(what, ratio, '×', '≤ 1.2 ×'));
      console.log(
        `${name.padEnd(40)}${mine.toFixed(3).padStart(10)}${base.toFixed(3).padStart(10)}${ratio.toFixed(2).padStart(9)}`,
      );
    }
  }
  compareIds(part, writer);
  for (const database of [part, all, writer]) database.close();
};
