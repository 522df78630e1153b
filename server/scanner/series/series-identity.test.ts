import { copyFileSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { createTestLibrary, type TestLibrary } from '../../testing/library.ts';
import { writeCbz } from '../../testing/zip.ts';
import { moveTo } from '../../testing/rename.ts';

let library: TestLibrary;
beforeEach(() => {
  library = createTestLibrary();
});
afterEach(() => library.close());

const pathOf = (path: string) => join(library.root, path);
let made = 0;
/** Books of distinct sizes, so that none is mistaken for another. */
const add = (folder: string, ...numbers: number[]) => {
  for (const number of numbers) writeCbz(pathOf(`${folder}/${number}.cbz`), 1 + (made++ % 60));
};
const move = (oldPath: string, newPath: string) => moveTo(pathOf(oldPath), pathOf(newPath));
/** Changes inodes and times, like a copy from another drive. */
const copyAway = (oldPath: string, newPath: string) => {
  mkdirSync(pathOf(newPath), { recursive: true });
  for (const name of readdirSync(pathOf(oldPath)))
    copyFileSync(pathOf(`${oldPath}/${name}`), pathOf(`${newPath}/${name}`));
  rmSync(pathOf(oldPath), { recursive: true });
};
interface Shown {
  id: string;
  path: string;
  library: string;
  name: string;
  books: number;
}
const shown = (): Shown[] =>
  library.database
    .prepare<[], Shown>(
      `SELECT s.id, s.path, l.name AS library, s.name, s.book_count AS books
       FROM series s JOIN libraries l ON l.pk = s.library_pk WHERE s.missing_since IS NULL
       ORDER BY s.path`,
    )
    .all();
const seriesAt = (path: string): Shown => {
  const found = shown().find((entry) => entry.path === path);
  if (!found) throw new Error(`No series at ${path}: ${JSON.stringify(shown())}`);
  return found;
};
const shape = () => Object.fromEntries(shown().map(({ path, books }) => [path, books]));
const allIds = () =>
  library.database.prepare<[], string>('SELECT id FROM series ORDER BY pk').pluck().all();
/** Series entries of the last report. */
const told = () =>
  library.database
    .prepare<[], string>(
      `SELECT e.kind || ' ' || coalesce(e.previous_path, '') || ' > ' || e.path
       FROM scan_report_entries e
       WHERE e.kind GLOB 'series_*' AND e.report_pk = (SELECT max(pk) FROM scan_reports)
       ORDER BY e.pk`,
    )
    .pluck()
    .all();
/** Counters maintained by triggers must equal the actual counts. */
const expectCountersRight = () => {
  const wrong = library.database
    .prepare(
      `SELECT l.name, l.series_count, l.book_count FROM libraries l WHERE
         l.series_count <> (SELECT count(*) FROM series s WHERE s.library_pk = l.pk AND s.missing_since IS NULL)
         OR l.book_count <> (SELECT count(*) FROM books b WHERE b.library_pk = l.pk AND b.missing_since IS NULL)`,
    )
    .all();
  expect(wrong).toEqual([]);
  const strays = library.database
    .prepare(
      `SELECT b.path FROM books b JOIN series s ON s.pk = b.series_pk
       WHERE b.missing_since IS NULL AND b.library_pk <> s.library_pk`,
    )
    .all();
  expect(strays).toEqual([]);
};
afterEach(expectCountersRight);

describe('a series keeps its id when its folder', () => {
  test.each([
    ['is renamed', 'A', 'B', 'series_renamed'],
    ['is moved into another folder', 'A', 'deep/down/A', 'series_moved'],
    ['changes its case', 'Batman', 'BATMAN', 'series_renamed'],
  ])('%s', async (_what, oldPath, newPath, kind) => {
    add(oldPath, 1, 2, 3);
    add('Other', 1);
    await library.scan();
    const { id } = seriesAt(oldPath);
    move(oldPath, newPath);
    const { events } = await library.scan();
    expect(seriesAt(newPath)).toMatchObject({ id, books: 3 });
    expect(shape()).toEqual({ [newPath]: 3, Other: 1 });
    expect(allIds()).toHaveLength(2);
    expect(told()).toEqual([`${kind} ${oldPath} > ${newPath}`]);
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'series_updated', series_id: id }),
    );
    await library.scan('deep');
    expect(seriesAt(newPath).id).toBe(id);
    expect(told()).toEqual([]);
  });

  test('is copied to another name, and the old one deleted', async () => {
    add('A', 1, 2, 3);
    await library.scan();
    const { id } = seriesAt('A');
    copyAway('A', 'B');
    await library.scan();
    expect(seriesAt('B').id).toBe(id);
  });

  test('is renamed while new books come in that are more than the old ones', async () => {
    add('A', 1, 2);
    await library.scan();
    const { id } = seriesAt('A');
    move('A', 'B');
    add('B', 3, 4, 5, 6);
    await library.scan();
    expect(shape()).toEqual({ B: 6 });
    expect(seriesAt('B').id).toBe(id);
  });

  test('is renamed, and back again', async () => {
    add('A', 1, 2);
    await library.scan();
    const { id } = seriesAt('A');
    for (const [oldPath, newPath] of [
      ['A', 'B'],
      ['B', 'A'],
    ] as const) {
      move(oldPath, newPath);
      await library.scan();
      expect(shown()).toMatchObject([{ id, path: newPath }]);
    }
  });

  test('swaps its name with another one', async () => {
    add('A', 1, 2);
    add('B', 3, 4, 5);
    await library.scan();
    const [a, b] = [seriesAt('A').id, seriesAt('B').id];
    move('A', 'tmp');
    move('B', 'A');
    move('tmp', 'B');
    await library.scan();
    expect(seriesAt('B')).toMatchObject({ id: a, books: 2 });
    expect(seriesAt('A')).toMatchObject({ id: b, books: 3 });
  });

  test('hands its name on in a row', async () => {
    add('A', 1);
    add('B', 2, 3);
    add('C', 4, 5, 6);
    await library.scan();
    const [a, b, c] = [seriesAt('A').id, seriesAt('B').id, seriesAt('C').id];
    move('C', 'D');
    move('B', 'C');
    move('A', 'B');
    await library.scan();
    expect(shown().map(({ path, id }) => [path, id])).toEqual([
      ['B', a],
      ['C', b],
      ['D', c],
    ]);
  });

  test('is a single file in the root that is renamed or put into a folder', async () => {
    writeCbz(pathOf('Foo.cbz'), 3);
    add('Other', 1);
    await library.scan();
    const { id } = seriesAt('Foo.cbz');
    move('Foo.cbz', 'Bar.cbz');
    await library.scan();
    expect(seriesAt('Bar.cbz').id).toBe(id);
    move('Bar.cbz', 'Bar/Bar.cbz');
    await library.scan();
    expect(seriesAt('Bar')).toMatchObject({ id, books: 1 });
  });

  test('was missing and comes back under another name', async () => {
    add('A', 1, 2, 3);
    add('Other', 1);
    await library.scan();
    const { id } = seriesAt('A');
    move('A', '../away');
    await library.scan();
    expect(shape()).toEqual({ Other: 1 });
    move('../away', 'B');
    const { events } = await library.scan();
    expect(seriesAt('B')).toMatchObject({ id, books: 3 });
    const ofSeries = events.filter((event) => 'series_id' in event && event.series_id === id);
    expect(ofSeries.map(({ type }) => type)).toContain('series_created');
  });

  test.each([
    ['renamed', () => move('A', 'B'), ['series_updated']],
    ['copied to another drive and back', () => copyAway('A', 'B'), ['series_updated']],
    [
      'split',
      () => move('A/3.cbz', 'C/3.cbz'),
      ['series_created', 'series_updated', 'series_updated'],
    ],
  ])('that is %s is published as such', async (_, change, published) => {
    add('A', 1, 2, 3);
    await library.scan();
    change();
    const { events } = await library.scan();
    const types = events.map(({ type }) => type).filter((type) => type.startsWith('series_'));
    expect(types).toEqual(published);
  });

  test('is moved one file at a time, with a scan after each', async () => {
    add('A', 1, 2, 3, 4, 5);
    await library.scan();
    const { id } = seriesAt('A');
    for (const number of [1, 2, 3, 4, 5]) {
      move(`A/${number}.cbz`, `B/${number}.cbz`);
      await library.scan();
      expect(shown().map((entry) => entry.id)).toContain(id);
    }
    expect(shown()).toMatchObject([{ id, path: 'B', books: 5 }]);
  });

  test('is renamed, and the scan is cancelled on the way', async () => {
    add('A', 1, 2, 3);
    await library.scan();
    const { id } = seriesAt('A');
    move('A', 'B');
    // State after a scan that was killed before its end.
    library.database.exec(
      `INSERT INTO series (id, library_pk, path, filename, filename_key, name, name_sort, name_key,
         metadata_updated_at, date_added, date_updated)
       SELECT 'half', library_pk, 'B', 'B', 'b', 'B', 'B', 'b', '', '9999', '9999' FROM series;
       INSERT INTO series_departures (book_pk, series_pk, departed_at)
       SELECT pk, series_pk, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM books WHERE path = 'A/1.cbz';
       UPDATE books SET path = 'B/1.cbz', series_pk = (SELECT pk FROM series WHERE id = 'half')
       WHERE path = 'A/1.cbz'`,
    );
    await library.scan();
    expect(shown()).toMatchObject([{ id, path: 'B', books: 3, name: 'B' }]);
    expect(allIds()).toEqual([id]);
  });
});

describe('between libraries', () => {
  const orders = ['old first', 'new first'] as const;
  const means = ['moved', 'copied'] as const;
  const cases = orders.flatMap((order) => means.map((how) => [order, how] as const));

  test.each(cases)('a series keeps its id, %s, %s', async (order, how) => {
    const other = library.addLibrary('other');
    add('A', 1, 2, 3);
    add('Stays', 1);
    await library.scan();
    await library.scan('normal', { id: other.id });
    const { id } = seriesAt('A');
    if (how === 'moved') move('A', '../other/B');
    else copyAway('A', '../other/B');
    const scans = [library.id, other.id];
    if (order === 'new first') scans.reverse();
    for (const owner of scans) await library.scan('normal', { id: owner });
    expect(seriesAt('B')).toMatchObject({ id, books: 3, library: 'other', name: 'B' });
    expect(shape()).toEqual({ B: 3, Stays: 1 });
    expectCountersRight();
    for (const owner of scans) await library.scan('deep', { id: owner });
    expect(seriesAt('B').id).toBe(id);
  });

  test('the larger part keeps the id, the rest gets one in its own library', async () => {
    const other = library.addLibrary('other');
    add('A', 1, 2, 3, 4, 5);
    await library.scan();
    await library.scan('normal', { id: other.id });
    const { id } = seriesAt('A');
    for (const number of [1, 2, 3]) move(`A/${number}.cbz`, `../other/B/${number}.cbz`);
    await library.scan('normal', { id: other.id });
    expect(seriesAt('B')).toMatchObject({ id, books: 3, library: 'other' });
    expect(seriesAt('A')).toMatchObject({ books: 2, library: 'main', name: 'A' });
    expect(told()).toEqual(['series_split A > B']);
    await library.scan();
    expect(shape()).toEqual({ A: 2, B: 3 });
  });

  test('a copy of a library whose drive is away takes nothing from it', async () => {
    const other = library.addLibrary('other');
    add('A', 1, 2, 3);
    await library.scan();
    const { id } = seriesAt('A');
    mkdirSync(join(other.path, 'A'));
    for (const name of readdirSync(pathOf('A'))) {
      copyFileSync(pathOf(`A/${name}`), join(other.path, 'A', name));
    }
    renameSync(library.root, `${library.root}-unplugged`);
    await library.scan('normal', { id: other.id });
    renameSync(`${library.root}-unplugged`, library.root);
    await library.scan();
    expect(shown().map(({ library: name, books }) => [name, books])).toEqual([
      ['main', 3],
      ['other', 3],
    ]);
    expect(shown().find(({ library: name }) => name === 'main')?.id).toBe(id);
  });
});

describe('the larger part keeps the id when a series is split', () => {
  test.each([
    { away: [1], kept: 'A' },
    { away: [1, 2], kept: 'A' },
    { away: [1, 2, 3], kept: 'B' },
  ])('$away.length of 4', async ({ away, kept }) => {
    add('A', 1, 2, 3, 4);
    await library.scan();
    const { id } = seriesAt('A');
    for (const number of away) move(`A/${number}.cbz`, `B/${number}.cbz`);
    await library.scan();
    expect(shape()).toEqual({ A: 4 - away.length, B: away.length });
    expect(seriesAt(kept).id).toBe(id);
    expect(shown().map(({ name }) => name)).toEqual(['A', 'B']);
    expect(told()).toEqual([`series_split A > ${kept}`]);
    await library.scan();
    expect(told()).toEqual([]);
  });

  test('into two new folders', async () => {
    add('A', 1, 2, 3, 4, 5);
    await library.scan();
    const { id } = seriesAt('A');
    for (const number of [1, 2, 3]) move(`A/${number}.cbz`, `C/${number}.cbz`);
    for (const number of [4, 5]) move(`A/${number}.cbz`, `B/${number}.cbz`);
    await library.scan();
    expect(shape()).toEqual({ B: 2, C: 3 });
    expect(seriesAt('C').id).toBe(id);
    expect(told()).toEqual(['series_renamed A > C', 'series_split A > C']);
  });
});

describe('of series that are merged', () => {
  test('the one with most of the books stays, and the other comes back with its books', async () => {
    add('A', 1, 2);
    add('B', 3, 4, 5);
    await library.scan();
    const [a, b] = [seriesAt('A').id, seriesAt('B').id];
    for (const number of [1, 2]) move(`A/${number}.cbz`, `B/${number}.cbz`);
    await library.scan();
    expect(shown()).toMatchObject([{ id: b, path: 'B', books: 5 }]);
    expect(told()).toEqual(['series_merged A > B']);
    for (const number of [1, 2]) move(`B/${number}.cbz`, `A/${number}.cbz`);
    await library.scan();
    expect(seriesAt('A')).toMatchObject({ id: a, books: 2 });
    expect(seriesAt('B')).toMatchObject({ id: b, books: 3 });
  });

  test('it takes over the folder of a smaller one, and both come back when they part', async () => {
    add('A', 1, 2, 3);
    add('B', 4, 5);
    await library.scan();
    const [a, b] = [seriesAt('A').id, seriesAt('B').id];
    for (const number of [1, 2, 3]) move(`A/${number}.cbz`, `B/${number}.cbz`);
    await library.scan();
    expect(shown()).toMatchObject([{ id: a, path: 'B', books: 5, name: 'B' }]);
    expect(told()).toEqual(['series_renamed A > B', 'series_merged B > B']);
    for (const number of [1, 2, 3]) move(`B/${number}.cbz`, `A/${number}.cbz`);
    await library.scan();
    expect(seriesAt('A')).toMatchObject({ id: a, books: 3 });
    expect(seriesAt('B')).toMatchObject({ id: b, books: 2 });
  });

  test('the elder stays where they are equal', async () => {
    add('A', 1, 2);
    await library.scan();
    add('B', 3, 4);
    await library.scan();
    const { id } = seriesAt('A');
    move('A', 'C');
    for (const number of [3, 4]) move(`B/${number}.cbz`, `C/${number}.cbz`);
    await library.scan();
    expect(shown()).toMatchObject([{ id, path: 'C', books: 4 }]);
  });

  test('most of a series that goes into a smaller one leaves a rest of its own', async () => {
    add('A', 1, 2, 3, 4, 5);
    add('B', 6, 7);
    await library.scan();
    const [a, b] = [seriesAt('A').id, seriesAt('B').id];
    for (const number of [1, 2, 3]) move(`A/${number}.cbz`, `B/${number}.cbz`);
    await library.scan();
    expect(shape()).toEqual({ A: 2, B: 5 });
    expect(seriesAt('B').id).toBe(a);
    expect([a, b]).not.toContain(seriesAt('A').id);
  });
});
