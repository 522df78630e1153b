import { copyFileSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import {
  arrangeCollection,
  createCollection,
  listSeriesOfCollection,
} from '../../../shared/api/collections.ts';
import { chooseSeriesCover, getSeriesCover } from '../../../shared/api/covers.ts';
import { getSeriesMetadata, updateSeries } from '../../../shared/api/edits.ts';
import { createLibrary } from '../../../shared/api/libraries.ts';
import { listPreferences, setPreference } from '../../../shared/api/preferences.ts';
import {
  arrangeReadList,
  createReadList,
  listBooksOfReadList,
} from '../../../shared/api/read-lists.ts';
import { getTracking, updateTracking } from '../../../shared/api/releases.ts';
import {
  listScanReportEntries,
  listScanReports,
  restoreIgnoredFiles,
  undoScanReportEntries,
  type SeriesKind,
} from '../../../shared/api/scan-reports.ts';
import { getScanStatus, startScan } from '../../../shared/api/scans.ts';
import { getSeries, listSeries } from '../../../shared/api/series.ts';
import { addWanted, listWanted } from '../../../shared/api/want-to-read.ts';
import { startScannedLibrary, type ScannedLibraryServer } from '../../testing/scanned-library.ts';

let scanned: ScannedLibraryServer;
let other: { id: string; root: string };
let collection: string;
let readList: string;

const settings = 'client.octavo.reading.comic.series';

const scan = async (id = scanned.library.id) => {
  await scanned.api.call(startScan, { params: { id }, query: {} });
  await vi.waitFor(
    async () => {
      const { status } = await scanned.api.call(getScanStatus, { params: { id } });
      expect(status).toBe('completed');
    },
    { timeout: 50_000, interval: 60 },
  );
};
const allSeries = async () =>
  (await scanned.api.call(listSeries, { query: { pageSize: 500 } })).data;
const named = async (path: string) => {
  const found = (await allSeries()).find((entry) => entry.path === path);
  if (!found) throw new Error(`No series at ${path}`);
  return found;
};
const preference = async () =>
  (await scanned.api.call(listPreferences, { query: { pageSize: 500 } })).data.find(
    ({ key }) => key === settings,
  )?.value as Record<string, unknown> | undefined;

/** Sets all user data of a series. */
const decide = async (id: string, name: string) => {
  const params = { id };
  await scanned.api.call(updateSeries, { params, body: { name, summary: 'Mine' } });
  const [book] = (await scanned.books()).filter(({ series_id }) => series_id === id);
  await scanned.api.call(chooseSeriesCover, { params, body: { book_id: book?.id ?? '', page: 2 } });
  await scanned.api.call(updateTracking, { params, body: { tracked: true, aliases: ['Alias'] } });
  await scanned.api.call(addWanted, { body: { ids: [id] } });
  await scanned.read(book?.id ?? '');
  const value = { ...(await preference()), [id]: { own: { direction: 'rtl' } } };
  await scanned.api.call(setPreference, { params: { key: settings }, body: { value } });
};
const collected = async () =>
  (await scanned.api.call(listSeriesOfCollection, { params: { id: collection } })).data.map(
    ({ id }) => id,
  );
const listed = async () =>
  (await scanned.api.call(listBooksOfReadList, { params: { id: readList } })).data.map(
    ({ id }) => id,
  );
const wanted = async () =>
  (await scanned.api.call(listWanted)).data.map((entry) =>
    entry.kind === 'series' ? entry.series.id : entry.book.id,
  );

/** All user data of a series, through every API. */
const attached = async (id: string) => {
  const params = { id };
  const { name, summary, in_progress_count } = await scanned.api.call(getSeries, { params });
  const { locks } = await scanned.api.call(getSeriesMetadata, { params });
  const headers = { authorization: `Bearer ${scanned.octavo.token}` };
  const komga = await fetch(`${scanned.octavo.url}/komga/api/v1/series/${id}`, { headers });
  const opds = await fetch(`${scanned.octavo.url}/opds/v2/series/${id}`, { headers });
  return {
    name,
    summary,
    in_progress_count,
    locked: Object.entries(locks).flatMap(([field, locked]) => (locked ? [field] : [])),
    cover: await scanned.api.call(getSeriesCover, { params }),
    tracking: await scanned.api.call(getTracking, { params }),
    wanted: (await wanted()).indexOf(id),
    collected: (await collected()).indexOf(id),
    settings: (await preference())?.[id],
    komga: komga.status === 200 ? ((await komga.json()) as { name: string }).name : komga.status,
    opds: opds.status,
  };
};

beforeEach(async () => {
  scanned = await startScannedLibrary();
  other = { id: '', root: join(scanned.root, '../other') };
  mkdirSync(other.root);
  const body = { name: 'Other', path: other.root };
  other.id = (await scanned.api.call(createLibrary, { body })).id;
  for (const [index, path] of ['A/1', 'A/2', 'A/3', 'B/4', 'B/5', 'C/6', 'C/7'].entries()) {
    // Files of distinct sizes.
    const { writeCbz } = await import('../../testing/zip.ts');
    writeCbz(join(scanned.root, `${path}.cbz`), 2 + index);
  }
  await scan();
  const series = await scanned.series();
  const ordered = [...series].reverse().map(({ id }) => id);
  const books = (await scanned.books()).map(({ id }) => id).reverse();
  collection = (
    await scanned.api.call(createCollection, {
      body: { name: 'Best', ordered: true, series_ids: ordered },
    })
  ).id;
  readList = (
    await scanned.api.call(createReadList, {
      body: { name: 'Order', ordered: true, book_ids: books },
    })
  ).id;
});
afterEach(() => scanned.stop());

const lines = async (kind?: SeriesKind) => {
  const [report] = (await scanned.api.call(listScanReports)).data;
  const id = report?.id ?? '';
  const { data } = await scanned.api.call(listScanReportEntries, { params: { id } });
  return {
    id,
    data: data.filter((entry) => (kind ? entry.kind === kind : entry.kind.startsWith('series_'))),
  };
};
const undo = (id: string, entry_ids: string[]) =>
  scanned.api.call(undoScanReportEntries, { params: { id }, body: { entry_ids } });
const redo = (id: string, entry_ids: string[]) =>
  scanned.api.call(restoreIgnoredFiles, { params: { id }, body: { entry_ids } });

test.each([
  ['renamed', 'Z'],
  ['moved', 'deep/Z'],
  ['in another case', 'a'],
])('a series that is %s keeps all that was decided about it', async (_how, target) => {
  const { id } = await named('A');
  await decide(id, 'My own name');
  const before = await attached(id);
  expect(before).toMatchObject({ name: 'My own name', komga: 'My own name', opds: 200 });
  expect(before.collected).toBe(2);
  scanned.rename('A', target);
  await scan();
  expect((await named(target)).id).toBe(id);
  expect(await attached(id)).toEqual(before);
});

test.each([
  ['the old library first', false],
  ['the new library first', true],
])('it does so in another library, %s', async (_order, isReversed) => {
  const { id } = await named('A');
  await decide(id, 'My own name');
  const before = await attached(id);
  mkdirSync(join(other.root, 'Z'));
  // Changes inodes and times, like a copy from another drive.
  for (const file of readdirSync(join(scanned.root, 'A'))) {
    copyFileSync(join(scanned.root, 'A', file), join(other.root, 'Z', file));
  }
  rmSync(join(scanned.root, 'A'), { recursive: true });
  const scans = [scanned.library.id, other.id];
  for (const library of isReversed ? scans.reverse() : scans) await scan(library);
  expect(await named('Z')).toMatchObject({ id, library_id: other.id, book_count: 3 });
  expect(await attached(id)).toEqual(before);
});

test('books and series that go missing and return keep their places, whatever is arranged meanwhile', async () => {
  const [order, series, wantedIds] = [
    await listed(),
    await collected(),
    (await scanned.books())[0],
  ];
  await scanned.api.call(addWanted, { body: { ids: [series[1] ?? '', wantedIds?.id ?? ''] } });
  const wants = await wanted();
  const { id } = await named('B');
  await decide(id, 'My own name');
  const before = await attached(id);
  renameSync(join(scanned.root, 'B'), join(scanned.root, '../away'));
  await scan();
  const present = await listed();
  expect(present).toHaveLength(5);
  expect(await collected()).toHaveLength(2);
  // Swaps the entries before and after the gap, and removes one.
  const params = { id: readList };
  await scanned.api.call(arrangeReadList, { params, body: { book_ids: present.slice(1) } });
  await scanned.api.call(arrangeCollection, {
    params: { id: collection },
    body: { series_ids: await collected() },
  });
  renameSync(join(scanned.root, '../away'), join(scanned.root, 'B'));
  await scan();
  expect(await listed()).toEqual(order.filter((book) => book !== present[0]));
  expect(await collected()).toEqual(series);
  expect((await wanted()).slice(0, wants.length)).toEqual(wants);
  expect(await attached(id)).toEqual(before);
});

test('of merged series the other one hands over what hangs on it, and gets it back', async () => {
  const [a, c] = [await named('A'), await named('C')];
  await scanned.api.call(arrangeCollection, {
    params: { id: collection },
    body: { series_ids: [c.id] },
  });
  await decide(c.id, 'My C');
  const before = await attached(c.id);
  for (const file of ['6.cbz', '7.cbz']) scanned.rename(`C/${file}`, `A/${file}`);
  await scan();
  expect(await scanned.shape()).toEqual({ A: 5, B: 2 });
  expect(await attached(a.id)).toMatchObject({
    name: 'A',
    tracking: { aliases: ['Alias'] },
    wanted: 0,
    collected: 0,
    settings: before.settings,
    in_progress_count: 1,
  });
  const { id, data } = await lines();
  expect(data).toMatchObject([
    { kind: 'series_merged', series: { id: a.id }, other_series: { id: c.id, missing: true } },
  ]);
  const ids = data.map((entry) => entry.id);
  expect(await undo(id, ids)).toEqual({ done: 1, refused: [] });
  const isApart = async () => {
    expect(await scanned.shape()).toEqual({ A: 3, B: 2, 'My C': 2 });
    expect(await attached(c.id)).toEqual(before);
    expect(await attached(a.id)).toMatchObject({ wanted: -1, collected: -1, settings: undefined });
  };
  await isApart();
  await scanned.scan('deep');
  await isApart();
  expect(await redo(id, ids)).toEqual({ done: 1 });
  expect(await scanned.shape()).toEqual({ A: 5, B: 2 });
  await scanned.scan('deep');
  expect(await scanned.shape()).toEqual({ A: 5, B: 2 });
});

test('a wrongly recognised series is separated for good, and can be recognised again', async () => {
  const { id: old } = await named('A');
  await decide(old, 'My own name');
  const before = await attached(old);
  scanned.rename('A', 'Z');
  await scan();
  const { id, data } = await lines('series_renamed');
  expect(data).toMatchObject([
    { path: 'Z', previous_path: 'A', undo: 'separate_series', series: { id: old } },
  ]);
  const ids = data.map((entry) => entry.id);
  expect(await undo(id, ids)).toEqual({ done: 1, refused: [] });
  const isApart = async () => {
    const fresh = await named('Z');
    expect(fresh.id).not.toBe(old);
    expect(fresh).toMatchObject({ name: 'Z', book_count: 3 });
    expect(await attached(fresh.id)).toMatchObject({ locked: [], wanted: -1, collected: -1 });
    return fresh.id;
  };
  await isApart();
  await scanned.scan('deep');
  const fresh = await isApart();
  expect(await redo(id, ids)).toEqual({ done: 1 });
  expect((await named('Z')).id).toBe(old);
  expect(await attached(old)).toEqual(before);
  // Repeats it, with the same new series.
  expect(await undo(id, ids)).toEqual({ done: 1, refused: [] });
  expect(await isApart()).toBe(fresh);
  // The old one returns to its own folder, with other books.
  scanned.add('A/9.cbz');
  await scan();
  expect(await named('A')).toMatchObject({ id: old, name: 'My own name' });
});

test('of a split series the other part can be the series', async () => {
  const { id: old } = await named('A');
  await decide(old, 'My own name');
  scanned.rename('A/2.cbz', 'Z/2.cbz');
  scanned.rename('A/3.cbz', 'Z/3.cbz');
  await scan();
  expect(await named('Z')).toMatchObject({ id: old, book_count: 2 });
  expect(await named('A')).toMatchObject({ name: 'A', book_count: 1 });
  const { id, data } = await lines('series_split');
  expect(data).toMatchObject([{ undo: 'exchange_series', other_series: { path: 'A' } }]);
  const ids = data.map((entry) => entry.id);
  expect(await undo(id, ids)).toEqual({ done: 1, refused: [] });
  expect(await named('A')).toMatchObject({ id: old, name: 'My own name', book_count: 1 });
  await scanned.scan('deep');
  expect(await named('A')).toMatchObject({ id: old, name: 'My own name', book_count: 1 });
  expect(await named('Z')).toMatchObject({ name: 'Z', book_count: 2 });
  expect(await redo(id, ids)).toEqual({ done: 1 });
  expect(await named('Z')).toMatchObject({ id: old, book_count: 2 });
  // Later changes make the undo impossible.
  scanned.rename('Z', 'Y');
  await scan();
  expect(await undo(id, ids)).toMatchObject({ done: 0, refused: [{ refusal: 'moved_since' }] });
});

test('where nobody named them, both parts of a split series are named by their folders', async () => {
  const { id: old } = await named('A');
  scanned.rename('A/3.cbz', 'Z/3.cbz');
  await scan();
  const { id, data } = await lines('series_split');
  const ids = data.map((entry) => entry.id);
  expect(await undo(id, ids)).toEqual({ done: 1, refused: [] });
  expect(await named('Z')).toMatchObject({ id: old, name: 'Z' });
  expect(await named('A')).toMatchObject({ name: 'A' });
  expect(await redo(id, ids)).toEqual({ done: 1 });
  expect(await named('A')).toMatchObject({ id: old, name: 'A' });
});
