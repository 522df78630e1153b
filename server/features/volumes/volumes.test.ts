import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { listBooksOnDeck } from '../../../shared/api/books.ts';
import { bulkEditBooks, undoEdit } from '../../../shared/api/edits.ts';
import { undoOrganiseChange } from '../../../shared/api/organise.ts';
import { listProgress, markBookRead } from '../../../shared/api/progress.ts';
import { undoMarks } from '../../../shared/api/progress-marks.ts';
import { listBooksOfSeries } from '../../../shared/api/series.ts';
import {
  createVolume,
  dissolveVolume,
  getVolume,
  listBooksOfVolume,
  listVolumes,
  markVolumeRead,
  markVolumeUnread,
  moveToVolume,
  takeOutOfVolumes,
  updateVolume,
} from '../../../shared/api/volumes.ts';
import { newId } from '../../database/ids.ts';
import type { SeriesStrategy } from '../../scanner/series/series-strategy.ts';
import { startScannedLibrary, type ScannedLibraryServer } from '../../testing/scanned-library.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { writeCbz } from '../../testing/zip.ts';
import { addUser } from '../../testing/users.ts';

let octavo: TestServer;
let shelf: ScannedLibraryServer;
beforeAll(async () => {
  octavo = await startTestServer();
});
afterAll(() => octavo.stop());
afterEach(() => shelf.stop());

const scanned = async (paths: readonly string[], strategy: SeriesStrategy = 'folder') => {
  shelf = await startScannedLibrary(strategy, octavo);
  shelf.add(...paths);
  await shelf.scan();
};
const chapters = (folder: string, first: number, last: number) =>
  Array.from(
    { length: last - first + 1 },
    (_, index) => `${folder}/Ch ${String(first + index).padStart(3, '0')}.cbz`,
  );
/** The only series, with its volumes. */
const seriesId = async () => {
  const [series, ...others] = await shelf.series();
  expect(others).toEqual([]);
  return series?.id ?? '';
};
const volumes = async () =>
  (await shelf.api.call(listVolumes, { params: { id: await seriesId() } })).data;
const shape = async () =>
  (await volumes()).map(
    ({ number, first_chapter: first, last_chapter: last, book_count }) =>
      `${number}: ${book_count} (${first}-${last})`,
  );
const volume = async (number: number) => {
  const found = (await volumes()).find((entry) => entry.number === number);
  if (!found) throw new Error(`No volume ${number}`);
  return found;
};
const numberOf = async (number: number) => ({
  id: await seriesId(),
  volume_id: (await volume(number)).id,
});
/** File names in reading order, without their extension. */
const order = async () => {
  const params = { id: await seriesId() };
  const { data } = await shelf.api.call(listBooksOfSeries, { params, query: { pageSize: 500 } });
  return data.map(({ path }) =>
    path
      .replaceAll('\\', '/')
      .replace(/^.*Saga\//, '')
      .replace('.cbz', ''),
  );
};
const undo = (id: string | null) =>
  shelf.api.call(undoOrganiseChange, { params: { id: id ?? '' } });
const idsOf = async (...paths: string[]) =>
  Promise.all(paths.map(async (path) => (await shelf.bookAt(path)).id));

describe('a scan makes volumes of', () => {
  test.each<[string, string[], string[]]>([
    [
      'folders',
      [...chapters('Saga/Vol 01', 1, 3), ...chapters('Saga/Vol 02', 4, 5), 'Saga/Ch 006.cbz'],
      ['1: 3 (1-3)', '2: 2 (4-5)'],
    ],
    [
      'folders that name the series and a title',
      [...chapters('Saga/Saga v01 - Dawn', 1, 2), ...chapters('Saga/Saga v02', 3, 4)],
      ['1: 2 (1-2)', '2: 2 (3-4)'],
    ],
    [
      'names',
      ['v01 c001', 'v01 c002', 'v02 c003', 'v02 c003.5'].map((name) => `Saga/Saga ${name}.cbz`),
      ['1: 2 (1-2)', '2: 2 (3-3.5)'],
    ],
    [
      'Japanese names',
      ['第1巻 第1話', '第1巻 第2話', '第2巻 第3話'].map((name) => `Saga/サーガ ${name}.cbz`),
      ['1: 2 (1-2)', '2: 1 (3-3)'],
    ],
    [
      'whole volumes beside chapters of the newest',
      ['Saga v01', 'Saga v02', 'Saga v03 c11', 'Saga v03 c12'].map((name) => `Saga/${name}.cbz`),
      ['1: 1 (null-null)', '2: 1 (null-null)', '3: 2 (11-12)'],
    ],
  ])('%s', async (_, paths, expected) => {
    await scanned(paths);
    expect(await shape()).toEqual(expected);
  });

  test('metadata, of which a year is none', async () => {
    await scanned([]);
    const info = (volume: number, number: number) =>
      `<Series>Saga</Series><Volume>${volume}</Volume><Number>${number}</Number>`;
    for (const [index, [volume, number]] of [
      [1, 1],
      [1, 2],
      [2, 1],
      [2016, 1],
      [2016, 2],
    ].entries()) {
      writeCbz(
        join(shelf.root, 'Saga', `${'abcde'[index] ?? ''}.cbz`),
        2 + index,
        info(volume ?? 0, number ?? 0),
      );
    }
    await shelf.scan();
    expect((await volumes()).map(({ number, book_count }) => [number, book_count])).toEqual([
      [1, 2],
      [2, 1],
    ]);
  });

  test.each<[string, string[]]>([
    ['whole volumes and loose chapters', ['Saga v01', 'Saga v02', 'Saga Ch. 120']],
    ['issues and trade paperbacks', ['Saga #001', 'Saga #002', 'Saga v01 (TPB)']],
    ['one run of a comic', ['Saga v2 001', 'Saga v2 002', 'Saga v2 003']],
    ['runs by year', ['Saga (2011) #1 (2011)', 'Saga (2011) #2 (2012)', 'Saga (2016) #1 (2016)']],
    ['issues of which some name a volume', ['Saga v1 001', 'Saga 002', 'Saga v1 003']],
  ])('but not of %s', async (_, names) => {
    await scanned(names.map((name) => `Saga/${name}.cbz`));
    expect(await volumes()).toEqual([]);
    expect((await shelf.books()).every(({ volume_id }) => volume_id === null)).toBe(true);
  });

  test.each<SeriesStrategy>(['nested', 'flat', 'publisher'])('folders, grouped %s', async (how) => {
    const root = how === 'publisher' ? 'House/Saga' : 'Saga';
    const names = ['Vol 1/Saga c1', 'Vol 1/Saga c2', 'Vol 2/Saga c3'];
    await scanned(
      names.map((name) => `${root}/${name}.cbz`),
      how,
    );
    expect(await shelf.shape()).toEqual({ Saga: 3 });
    expect(await shape()).toEqual(['1: 2 (1-2)', '2: 1 (3-3)']);
  });
});

describe('the reading order', () => {
  test('follows volumes whose chapters begin again at one, on deck and to every neighbour', async () => {
    await scanned([...chapters('Saga/Vol 01', 1, 3), ...chapters('Saga/Vol 02', 1, 2)]);
    expect(await order()).toEqual([
      'Vol 01/Ch 001',
      'Vol 01/Ch 002',
      'Vol 01/Ch 003',
      'Vol 02/Ch 001',
      'Vol 02/Ch 002',
    ]);
    expect((await volumes()).map(({ restarts }) => restarts)).toEqual([true, true]);
    const [last = '', next = ''] = await idsOf('Vol 01/Ch 003.cbz', 'Vol 02/Ch 001.cbz');
    expect((await shelf.book(last)).next_id).toBe(next);
    expect((await shelf.book(next)).previous_id).toBe(last);
    await shelf.api.call(markVolumeRead, { params: await numberOf(1) });
    expect((await shelf.api.call(listBooksOnDeck)).data.map(({ id }) => id)).toEqual([next]);
    expect((await shelf.book(next)).volume_id).toBe((await volume(2)).id);
  });

  test('is that of the numbers where chapters run through', async () => {
    await scanned([
      ...chapters('Saga/Vol 02', 4, 5),
      ...chapters('Saga/Vol 01', 1, 3),
      'Saga/Ch 003.5.cbz',
      'Saga/Ch 006.cbz',
    ]);
    expect(await order()).toEqual([
      'Vol 01/Ch 001',
      'Vol 01/Ch 002',
      'Vol 01/Ch 003',
      'Ch 003.5',
      'Vol 02/Ch 004',
      'Vol 02/Ch 005',
      'Ch 006',
    ]);
    expect((await volumes()).map(({ restarts }) => restarts)).toEqual([false, false]);
  });

  test('puts whole volumes before the chapters of later ones', async () => {
    const names = ['v01', 'v02', 'v12 c1', 'v12 c2', 'v13'];
    await scanned(names.map((name) => `Saga/${name}.cbz`));
    expect(await order()).toEqual(names);
  });
});

test('volumes keep their ids, titles and books through scans, renamed folders and the trash', async () => {
  await scanned([...chapters('Saga/Vol 01', 1, 3), ...chapters('Saga/Vol 02', 4, 5)]);
  const before = await volumes();
  const params = await numberOf(1);
  const body = { title: 'Dawn' };
  await shelf.api.call(updateVolume, { params, body });
  shelf.rename('Saga/Vol 01', 'Saga/Volume 1');
  await shelf.scan('deep');
  expect((await volumes()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect(await volume(1)).toMatchObject({ title: 'Dawn', book_count: 3 });
  shelf.rename('Saga/Vol 02', '../away');
  await shelf.scan();
  expect((await shape()).length).toBe(0);
  shelf.rename('../away', 'Saga/Vol 02');
  await shelf.scan();
  expect((await volumes()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect(await volume(1)).toMatchObject({ title: 'Dawn' });
});

test('the folder of a volume gives its title, unless a person does', async () => {
  await scanned([...chapters('Saga/Vol 01 - Dawn', 1, 2), ...chapters('Saga/Vol 02', 3, 4)]);
  expect((await volumes()).map(({ title }) => title)).toEqual(['Dawn', null]);
  const params = await numberOf(1);
  await shelf.api.call(updateVolume, { params, body: { title: 'Dusk' } });
  expect((await volume(1)).title).toBe('Dusk');
  await shelf.api.call(updateVolume, { params, body: { title: null } });
  expect((await volume(1)).title).toBe('Dawn');
});

describe('what a person decides', () => {
  const start = async () => {
    await scanned([
      ...chapters('Saga/Vol 01', 1, 2),
      ...chapters('Saga/Vol 02', 3, 4),
      ...chapters('Saga', 5, 7),
    ]);
    return seriesId();
  };
  const plain = ['1: 2 (1-2)', '2: 2 (3-4)'];

  test('about books outlasts scans and can be undone', async () => {
    await start();
    const book_ids = await idsOf('Saga/Ch 005.cbz', 'Saga/Ch 006.cbz');
    const moved = await shelf.api.call(moveToVolume, {
      params: await numberOf(2),
      body: { book_ids },
    });
    expect(moved.volume).toMatchObject({ number: 2, book_count: 4, last_chapter: 6 });
    await shelf.scan('deep');
    expect(await shape()).toEqual(['1: 2 (1-2)', '2: 4 (3-6)']);
    const [first = ''] = book_ids;
    const taken = await shelf.api.call(takeOutOfVolumes, {
      params: { id: await seriesId() },
      body: { book_ids: [first] },
    });
    expect(await shape()).toEqual(['1: 2 (1-2)', '2: 3 (3-6)']);
    await undo(taken.change_id);
    await undo(moved.change_id);
    expect(await shape()).toEqual(plain);
    expect(await order()).toHaveLength(7);
  });

  test('about a new volume', async () => {
    const id = await start();
    const book_ids = await idsOf('Saga/Ch 005.cbz', 'Saga/Ch 006.cbz');
    const body = { title: 'Noon', book_ids };
    const made = await shelf.api.call(createVolume, { params: { id }, body });
    expect(made.volume).toMatchObject({ number: 3, title: 'Noon', book_count: 2 });
    await shelf.scan('deep');
    expect(await shape()).toEqual([...plain, '3: 2 (5-6)']);
    const again = shelf.api.call(createVolume, { params: { id }, body: { ...body, number: 3 } });
    await expect(again).rejects.toMatchObject({ code: 'Conflict' });
    await undo(made.change_id);
    expect(await shape()).toEqual(plain);
  });

  test('makes volumes where names make none', async () => {
    await scanned(chapters('Saga', 1, 4));
    const id = await seriesId();
    const book_ids = (await shelf.books()).map((book) => book.id);
    await shelf.api.call(createVolume, { params: { id }, body: { book_ids } });
    await shelf.scan('deep');
    expect(await shape()).toEqual(['1: 4 (1-4)']);
  });

  test('about its number, title and cover', async () => {
    await start();
    const params = await numberOf(2);
    const [cover_book_id = ''] = await idsOf('Vol 02/Ch 004.cbz');
    const body = { number: 1.5, title: 'Noon', cover_book_id };
    const changed = await shelf.api.call(updateVolume, { params, body });
    expect(changed.volume).toMatchObject({ ...body, id: params.volume_id, book_count: 2 });
    await shelf.scan('deep');
    expect(await shape()).toEqual(['1: 2 (1-2)', '1.5: 2 (3-4)']);
    const taken = shelf.api.call(updateVolume, { params, body: { number: 1 } });
    await expect(taken).rejects.toMatchObject({ code: 'Conflict' });
    const [other = ''] = await idsOf('Vol 01/Ch 001.cbz');
    const foreign = shelf.api.call(updateVolume, { params, body: { cover_book_id: other } });
    await expect(foreign).rejects.toMatchObject({ code: 'NotFound' });
    await undo(changed.change_id);
    expect(await volume(2)).toMatchObject({ id: params.volume_id, title: null });
    expect(await shape()).toEqual(plain);
  });

  test('dissolves a volume, also for books that come later', async () => {
    await start();
    const params = await numberOf(2);
    const { change_id, volume: none } = await shelf.api.call(dissolveVolume, { params });
    expect(none).toBeNull();
    shelf.add('Saga/Vol 02/Ch 004.5.cbz');
    await shelf.scan('deep');
    expect(await shape()).toEqual(['1: 2 (1-2)']);
    await expect(shelf.api.call(getVolume, { params })).rejects.toMatchObject({ code: 'NotFound' });
    await undo(change_id);
    expect(await shape()).toEqual(['1: 2 (1-2)', '2: 3 (3-4.5)']);
  });

  test('by editing the numbers of books', async () => {
    await start();
    const ids = await idsOf('Saga/Ch 005.cbz', 'Saga/Ch 006.cbz');
    const { edit_id } = await shelf.api.call(bulkEditBooks, { body: { ids, set: { volume: 3 } } });
    expect(await shape()).toEqual([...plain, '3: 2 (5-6)']);
    await shelf.api.call(undoEdit, { params: { id: edit_id } });
    expect(await shape()).toEqual(plain);
  });

  test('is refused if a later change depends on it', async () => {
    await start();
    const params = await numberOf(1);
    const first = await shelf.api.call(updateVolume, { params, body: { title: 'A' } });
    await shelf.api.call(updateVolume, { params, body: { title: 'B' } });
    await expect(undo(first.change_id)).rejects.toMatchObject({ code: 'Conflict' });
  });

  test('only about books of the series', async () => {
    const id = await start();
    const body = { book_ids: [newId()] };
    const params = await numberOf(1);
    const { api } = shelf;
    for (const call of [
      () => api.call(createVolume, { params: { id }, body }),
      () => api.call(moveToVolume, { params, body }),
      () => api.call(takeOutOfVolumes, { params: { id }, body }),
      () => api.call(listVolumes, { params: { id: newId() } }),
      () => api.call(getVolume, { params: { id, volume_id: newId() } }),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'NotFound' });
    }
  });
});

test('a volume is marked read and unread, which can be undone', async () => {
  await scanned([...chapters('Saga/Vol 01', 1, 2), ...chapters('Saga/Vol 02', 3, 4)]);
  const [first = ''] = await idsOf('Vol 01/Ch 001.cbz');
  await shelf.api.call(markBookRead, { params: { id: first } });
  expect(await volume(1)).toMatchObject({ unread_count: 1, read_status: 'in_progress' });
  const params = await numberOf(1);
  const { count, undo_id } = await shelf.api.call(markVolumeRead, { params });
  expect(count).toBe(1);
  expect(await volume(1)).toMatchObject({ unread_count: 0, read_status: 'read' });
  await shelf.api.call(undoMarks, { params: { id: undo_id ?? '' } });
  expect(await volume(1)).toMatchObject({ unread_count: 1 });
  await shelf.api.call(markVolumeUnread, { params });
  expect((await shelf.api.call(listProgress)).total).toBe(0);
  expect(await volume(2)).toMatchObject({ read_status: 'unread', in_progress_count: 0 });
});

test('books of a volume come in order, pages and sorts', async () => {
  await scanned([...chapters('Saga/Vol 01', 1, 3), ...chapters('Saga/Vol 02', 1, 2)]);
  const params = await numberOf(2);
  const { data, total } = await shelf.api.call(listBooksOfVolume, { params });
  expect([total, data.map(({ chapter }) => chapter)]).toEqual([2, [1, 2]]);
  const query = { sort: 'book_count,desc', pageSize: 1 };
  const page = await shelf.api.call(listVolumes, { params: { id: params.id }, query });
  expect([page.total, page.data.map(({ number }) => number)]).toEqual([2, [1]]);
});

test('who may not see a series sees no volumes of it, and a reader cannot change them', async () => {
  await scanned([...chapters('Saga/Vol 01', 1, 2), ...chapters('Saga/Vol 02', 3, 4)]);
  const params = await numberOf(1);
  const reader = await addUser(shelf.octavo.dataDir, { username: 'ann', role: 'reader' });
  expect((await shelf.api.call(getVolume, { params, headers: reader })).number).toBe(1);
  const change = shelf.api.call(dissolveVolume, { params, headers: reader });
  await expect(change).rejects.toMatchObject({ code: 'Forbidden' });
});
