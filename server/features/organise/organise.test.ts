import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { createCollection, listSeriesOfCollection } from '../../../shared/api/collections.ts';
import {
  listOrganiseChanges,
  organise,
  undoOrganiseChange,
  type OrganiseChange,
} from '../../../shared/api/organise.ts';
import { listBooks } from '../../../shared/api/books.ts';
import { followSeries, listFollowedIds } from '../../../shared/api/followed-series.ts';
import { updateSeries } from '../../../shared/api/edits.ts';
import { getSeriesRating, rateSeries } from '../../../shared/api/ratings.ts';
import { listFullSeries } from '../../../shared/api/series.ts';
import { createLibrary } from '../../../shared/api/libraries.ts';
import { addWanted, listWantedIds } from '../../../shared/api/want-to-read.ts';
import { newId } from '../../database/ids.ts';
import { startScannedLibrary, type ScannedLibraryServer } from '../../testing/scanned-library.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { addUser } from '../../testing/users.ts';

let octavo: TestServer;
let scanned: ScannedLibraryServer;
beforeAll(async () => {
  octavo = await startTestServer();
});
afterAll(() => octavo.stop());
beforeEach(async () => {
  scanned = await startScannedLibrary('folder', octavo);
});
afterEach(() => scanned.stop());

const apply = async (...changes: OrganiseChange[]) => {
  const result = await scanned.api.call(organise, { body: { changes } });
  if (result.change_id === null) throw new Error('Nothing was applied');
  return { ...result, change_id: result.change_id };
};
const preview = (...changes: OrganiseChange[]) =>
  scanned.api.call(organise, { body: { changes, dry_run: true } });
const undo = (id: string) => scanned.api.call(undoOrganiseChange, { params: { id } });

describe('a merge', () => {
  const merge = async () => {
    scanned.add('Alpha/Alpha 01.cbz', 'Alpha/Alpha 02.cbz', 'Beta/Beta 03.cbz', 'Beta/Beta 04.cbz');
    await scanned.scan();
    const [alpha, beta] = [await scanned.seriesNamed('Alpha'), await scanned.seriesNamed('Beta')];
    const book = await scanned.bookAt('Beta 03.cbz');
    await scanned.read(book.id);
    const { change_id } = await apply({ action: 'merge', series_ids: [beta.id], into: alpha.id });
    return { alpha, beta, book, change_id };
  };

  test('outlasts scans, renamed files and folders, and takes in what comes later', async () => {
    const { alpha, book } = await merge();
    const isKept = async (count: number) => {
      expect(await scanned.shape()).toEqual({ Alpha: count });
      expect((await scanned.book(book.id)).series_id).toBe(alpha.id);
      expect(await scanned.progressOf(book.id)).toEqual({ current_page: 1, series_id: alpha.id });
    };
    await isKept(4);
    await scanned.scan();
    await isKept(4);
    await scanned.scan('deep');
    await isKept(4);
    scanned.rename('Beta/Beta 03.cbz', 'Beta/B three.cbz');
    scanned.add('Beta/Beta 05.cbz');
    await scanned.scan();
    await isKept(5);
    scanned.rename('Beta', 'Beta renamed');
    scanned.rename('Alpha', 'Alpha renamed');
    await scanned.scan();
    await isKept(5);
    scanned.add('Beta renamed/Beta 06.cbz', 'Alpha renamed/Alpha 07.cbz');
    await scanned.scan();
    await isKept(7);
  });

  test('is undone with the id of the series, though books came since', async () => {
    const { beta, book, change_id } = await merge();
    scanned.add('Beta/Beta 05.cbz');
    await scanned.scan();
    expect((await undo(change_id)).undone_at).not.toBeNull();
    expect(await scanned.shape()).toEqual({ Alpha: 2, Beta: 3 });
    expect((await scanned.seriesNamed('Beta')).id).toBe(beta.id);
    expect(await scanned.progressOf(book.id)).toEqual({ current_page: 1, series_id: beta.id });
    await scanned.scan('deep');
    expect(await scanned.shape()).toEqual({ Alpha: 2, Beta: 3 });
    await expect(undo(change_id)).rejects.toMatchObject({ code: 'Conflict' });
  });

  test('of a series that was merged into brings all that came along', async () => {
    const { alpha, change_id } = await merge();
    scanned.add('Gamma/Gamma 09.cbz');
    await scanned.scan();
    const gamma = await scanned.seriesNamed('Gamma');
    const second = await apply({ action: 'merge', series_ids: [alpha.id], into: gamma.id });
    scanned.add('Beta/Beta 05.cbz');
    await scanned.scan();
    expect(await scanned.shape()).toEqual({ Gamma: 6 });
    await expect(undo(change_id)).rejects.toThrow('organised again');
    await undo(second.change_id);
    await undo(change_id);
    expect(await scanned.shape()).toEqual({ Alpha: 2, Beta: 3, Gamma: 1 });
  });

  test('puts the series into the collections of the one that ends', async () => {
    scanned.add('Alpha/Alpha 01.cbz', 'Beta/Beta 02.cbz');
    await scanned.scan();
    const [alpha, beta] = [await scanned.seriesNamed('Alpha'), await scanned.seriesNamed('Beta')];
    const { id } = await scanned.api.call(createCollection, {
      body: { name: 'Kept', series_ids: [beta.id] },
    });
    const members = async () =>
      (await scanned.api.call(listSeriesOfCollection, { params: { id } })).data.map(
        (series) => series.name,
      );
    const { change_id } = await apply({ action: 'merge', series_ids: [beta.id], into: alpha.id });
    expect(await members()).toEqual(['Alpha']);
    await undo(change_id);
    expect(await members()).toEqual(['Beta']);
  });
});

test('a merged series hands over what people decided about it, and undo takes that back', async () => {
  scanned.add('Alpha/Alpha 01.cbz', 'Beta/Beta 02.cbz', 'Gamma/Gamma 03.cbz');
  await scanned.scan();
  const [alpha, beta] = [await scanned.seriesNamed('Alpha'), await scanned.seriesNamed('Beta')];
  const gamma = await scanned.seriesNamed('Gamma');
  const { call } = scanned.api;
  await call(addWanted, { body: { ids: [beta.id] } });
  for (const { id } of [beta, gamma]) {
    await call(followSeries, { params: { id } });
    await call(rateSeries, { params: { id }, body: { rating: 8, review: 'Good' } });
  }
  const decided = async ({ id }: { id: string }) => ({
    isWanted: (await call(listWantedIds)).ids.includes(id),
    isFollowed: (await call(listFollowedIds)).ids.includes(id),
    rating: (await call(getSeriesRating, { params: { id } })).own?.rating ?? null,
  });
  const none = { isWanted: false, isFollowed: false, rating: null };
  expect(await decided(alpha)).toEqual(none);
  const { change_id } = await apply({
    action: 'merge',
    series_ids: [beta.id, gamma.id],
    into: alpha.id,
  });
  expect(await decided(alpha)).toEqual({ isWanted: true, isFollowed: true, rating: 8 });
  await undo(change_id);
  expect(await decided(alpha)).toEqual(none);
  expect(await decided(beta)).toEqual({ isWanted: true, isFollowed: true, rating: 8 });
});

describe('labels and an age rating set by hand', () => {
  test('go with the books, and undo takes them away again', async () => {
    scanned.add('Alpha/Alpha 01.cbz', 'Beta/Beta 02.cbz', 'Beta/Beta 03.cbz');
    await scanned.scan();
    const [alpha, beta] = [await scanned.seriesNamed('Alpha'), await scanned.seriesNamed('Beta')];
    const edit = (id: string, body: object) =>
      scanned.api.call(updateSeries, { params: { id }, body });
    await edit(alpha.id, { labels: ['family'] });
    await edit(beta.id, { labels: ['secret'], age_rating: 18 });
    const limitsOf = async (name: string) => {
      const query = { library_id: scanned.library.id };
      const { data } = await scanned.api.call(listFullSeries, { query });
      const series = data.find((candidate) => candidate.name === name);
      return { labels: series?.labels?.toSorted(), age_rating: series?.metadata.age_rating };
    };
    const { id } = await scanned.bookAt('Beta 03.cbz');
    const split = await apply({ action: 'move', book_ids: [id], to: { new_series: 'Gamma' } });
    expect(await limitsOf('Gamma')).toEqual({ labels: ['secret'], age_rating: 18 });
    await undo(split.change_id);

    const merged = await apply({ action: 'merge', series_ids: [beta.id], into: alpha.id });
    await scanned.scan();
    expect(await limitsOf('Alpha')).toEqual({ labels: ['family', 'secret'], age_rating: 18 });
    await undo(merged.change_id);
    await scanned.scan();
    expect(await limitsOf('Alpha')).toEqual({ labels: ['family'], age_rating: null });
    expect(await limitsOf('Beta')).toEqual({ labels: ['secret'], age_rating: 18 });
  });
});

describe('books split out', () => {
  test('make a series that outlasts scans, and go back', async () => {
    scanned.add('Alpha/Alpha 01.cbz', 'Alpha/Alpha 02.cbz', 'Alpha/Alpha Special.cbz');
    await scanned.scan();
    const alpha = await scanned.seriesNamed('Alpha');
    const book = await scanned.bookAt('Special.cbz');
    await scanned.read(book.id);
    const { change_id } = await apply({
      action: 'move',
      book_ids: [book.id],
      to: { new_series: 'Alpha Extras' },
    });
    const made = await scanned.seriesNamed('Alpha Extras');
    for (const mode of ['normal', 'deep'] as const) {
      scanned.rename('Alpha/Alpha Special.cbz', 'Alpha/x.cbz');
      await scanned.scan(mode);
      scanned.rename('Alpha/x.cbz', 'Alpha/Alpha Special.cbz');
      await scanned.scan(mode);
      expect(await scanned.shape()).toEqual({ Alpha: 2, 'Alpha Extras': 1 });
      expect((await scanned.seriesNamed('Alpha Extras')).id).toBe(made.id);
    }
    expect(await scanned.progressOf(book.id)).toEqual({ current_page: 1, series_id: made.id });
    scanned.add('Alpha/Alpha 03.cbz');
    await scanned.scan();
    await undo(change_id);
    expect(await scanned.shape()).toEqual({ Alpha: 4 });
    expect((await scanned.book(book.id)).series_id).toBe(alpha.id);
    await scanned.scan();
    expect(await scanned.shape()).toEqual({ Alpha: 4 });
  });

  test('stay where they were put while their file is away', async () => {
    scanned.add('Alpha/Alpha 01.cbz', 'Beta/Beta 01.cbz', 'Beta/Beta 02.cbz');
    await scanned.scan();
    const alpha = await scanned.seriesNamed('Alpha');
    const book = await scanned.bookAt('Beta 02.cbz');
    await apply({ action: 'move', book_ids: [book.id], to: { series_id: alpha.id } });
    scanned.rename('Beta/Beta 02.cbz', '../away.cbz');
    await scanned.scan();
    expect(await scanned.shape()).toEqual({ Alpha: 1, Beta: 1 });
    scanned.rename('../away.cbz', 'Somewhere/else.cbz');
    await scanned.scan();
    expect(await scanned.shape()).toEqual({ Alpha: 2, Beta: 1 });
    expect((await scanned.book(book.id)).series_id).toBe(alpha.id);
  });
});

describe('numbers', () => {
  test('that a person gave stay through scans and new names, and go back', async () => {
    scanned.add('Alpha/a.cbz', 'Alpha/b.cbz', 'Alpha/c 9.cbz');
    await scanned.scan();
    const ids = (await scanned.books()).map(({ id }) => id);
    const before = (await scanned.books()).map(({ number, volume }) => [number, volume]);
    const { change_id } = await apply(
      { action: 'sequence', book_ids: ids, field: 'number', start: 10, step: 0.5 },
      { action: 'renumber', books: [{ book_id: ids[0] ?? '', volume: 3 }] },
    );
    const numbers = () => Promise.all(ids.map(async (id) => (await scanned.book(id)).number));
    expect(await numbers()).toEqual([10, 10.5, 11]);
    scanned.rename('Alpha/c 9.cbz', 'Alpha/c 77.cbz');
    await scanned.scan();
    await scanned.scan('deep');
    expect(await numbers()).toEqual([10, 10.5, 11]);
    expect((await scanned.book(ids[0] ?? '')).volume).toBe(3);
    await undo(change_id);
    // The current value of the file counts, not the former one.
    const after = [...before.slice(0, 2), [77, null]];
    const found = async () => (await scanned.books()).map(({ number, volume }) => [number, volume]);
    expect(await found()).toEqual(after);
    await scanned.scan('deep');
    expect(await found()).toEqual(after);
  });
});

describe('a dry run', () => {
  test('reports where books go and what is doubtful, and changes nothing', async () => {
    scanned.add('Alpha/Alpha 01.cbz', 'Beta/Beta 01.cbz');
    await scanned.scan();
    const [alpha, beta] = [await scanned.seriesNamed('Alpha'), await scanned.seriesNamed('Beta')];
    const result = await preview({ action: 'merge', series_ids: [beta.id], into: alpha.id });
    expect(result).toMatchObject({
      change_id: null,
      library_id: scanned.library.id,
      book_count: 1,
    });
    expect(result.series).toEqual([
      { series_id: beta.id, name: 'Beta', before: 1, after: 0 },
      { series_id: alpha.id, name: 'Alpha', before: 1, after: 2 },
    ]);
    expect(result.books).toMatchObject([
      { before: { series_name: 'Beta', number: 1 }, after: { series_name: 'Alpha', number: 1 } },
    ]);
    expect(result.conflicts.map(({ kind, blocking }) => [kind, blocking])).toEqual([
      ['same_number', false],
    ]);
    expect(await scanned.shape()).toEqual({ Alpha: 1, Beta: 1 });
    const { total } = await scanned.api.call(listOrganiseChanges);
    expect(total).toBe(0);
  });

  test('sees a number that neighbours have, that was locked, and a name that is taken', async () => {
    scanned.add('Alpha/Alpha 01.cbz', 'Alpha/Alpha 02.cbz');
    await scanned.scan();
    const book = await scanned.bookAt('Alpha 01.cbz');
    const number = (value: number): OrganiseChange => ({
      action: 'renumber',
      books: [{ book_id: book.id, number: value }],
    });
    const kinds = async (...changes: OrganiseChange[]) =>
      (await preview(...changes)).conflicts.map(({ kind }) => kind);
    expect(await kinds(number(2))).toEqual(['same_number']);
    await apply(number(5));
    expect(await kinds(number(6))).toEqual(['locked']);
    expect(
      await kinds({ action: 'move', book_ids: [book.id], to: { new_series: 'alpha' } }),
    ).toEqual(['same_name']);
  });
});

test('books of another library are refused, and nothing is done', async () => {
  scanned.add('Alpha/Alpha 01.cbz', '../second/Beta/Beta 01.cbz');
  await scanned.scan();
  const path = join(scanned.root, '../second');
  const second = await scanned.api.call(createLibrary, {
    body: { name: 'Second', path, scan_immediately: true },
  });
  await scanned.octavo.idle();
  const { data: books } = await scanned.api.call(listBooks, { query: { library_id: second.id } });
  expect(books).toHaveLength(1);
  const alpha = await scanned.seriesNamed('Alpha');
  const changes: OrganiseChange[] = [
    { action: 'move', book_ids: books.map(({ id }) => id), to: { series_id: alpha.id } },
  ];
  const { conflicts } = await preview(...changes);
  expect(conflicts[0]).toMatchObject({ kind: 'other_library', blocking: true });
  await expect(apply(...changes)).rejects.toMatchObject({ code: 'Conflict' });
  expect(await scanned.shape()).toEqual({ Alpha: 1 });
  const unknown: OrganiseChange = { action: 'merge', series_ids: [newId()], into: alpha.id };
  await expect(apply(unknown)).rejects.toMatchObject({ code: 'NotFound' });
  await expect(undo(newId())).rejects.toMatchObject({ code: 'NotFound' });
});

test('is closed to readers', async () => {
  const headers = await addUser(scanned.octavo.dataDir, { username: 'ann', role: 'reader' });
  const response = await fetch(`${scanned.octavo.url}/api/v1/organise/changes`, { headers });
  expect(response.status).toBe(403);
});
