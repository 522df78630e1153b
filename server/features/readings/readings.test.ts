import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { filterBooks } from '../../../shared/api/books.ts';
import { markBookRead, getProgress, updateProgress } from '../../../shared/api/progress.ts';
import {
  deleteReadingGoal,
  getReadingGoals,
  setReadingGoal,
} from '../../../shared/api/reading-goals.ts';
import { listReadingPlaces } from '../../../shared/api/reading-places.ts';
import { getReadingStats } from '../../../shared/api/reading-stats.ts';
import {
  clearReadingHistory,
  clearReadings,
  deleteReading,
  listReadings,
} from '../../../shared/api/readings.ts';
import { createClient, type Client } from '../../../shared/client.ts';
import { connect } from '../../database/database.ts';
import { checkedFetch } from '../../testing/checked-fetch.ts';
import { startScannedLibrary } from '../../testing/scanned-library.ts';
import { basic, createSendJson, password } from '../../testing/send-json.ts';

let scanned: Awaited<ReturnType<typeof startScannedLibrary>>;
let lucy: Client;
let book: { id: string };
let other: { id: string };

beforeAll(async () => {
  scanned = await startScannedLibrary();
  scanned.add('A/A 1.cbz', 'B/B 1.cbz');
  await scanned.scan();
  const { data } = await scanned.octavo.api.call(filterBooks, {
    body: {},
    query: { sort: 'title' },
  });
  [book, other] = data.map(({ id }) => ({ id })) as [{ id: string }, { id: string }];
  const send = createSendJson(() => scanned.octavo);
  await send('POST', '/users', { username: 'lucy', password });
  const headers = () => basic('lucy');
  lucy = createClient({ baseUrl: scanned.octavo.url, fetch: checkedFetch, headers });
});
afterAll(() => scanned.stop());
beforeEach(async () => {
  const database = connect(join(scanned.octavo.dataDir, 'octavo.db'));
  database.exec('DELETE FROM progress; DELETE FROM reading_history; DELETE FROM reading_places');
  database.close();
  await scanned.octavo.idle();
});

/** Reads both pages on this day of March 2026, a minute each. */
const read = async (day: number, { id } = book): Promise<void> => {
  for (const current_page of [1, 2]) {
    const updated_at = `2026-03-${String(day).padStart(2, '0')}T20:0${current_page}:00.000Z`;
    await lucy.call(updateProgress, { params: { id }, body: { current_page, updated_at } });
  }
};
const readings = async (client: Client, params = book) =>
  (await client.call(listReadings, { params })).data.map(({ id, started_at, finished_at }) => [
    id,
    started_at.slice(0, 10),
    finished_at?.slice(0, 10) ?? null,
  ]);
const pages = async () => (await lucy.call(getReadingStats, {})).pages_read;

test('a book that was read again counts twice, each with its dates', async () => {
  await read(1);
  await read(5);
  await lucy.call(updateProgress, {
    params: book,
    body: { current_page: 1, updated_at: '2026-03-09T20:00:00.000Z' },
  });
  expect(await readings(lucy)).toEqual([
    [1, '2026-03-05', '2026-03-05'],
    [0, '2026-03-01', '2026-03-01'],
  ]);
  expect(await readings(lucy, other)).toEqual([]);
  expect(await readings(scanned.octavo.api)).toEqual([]);
});

test('one reading can be deleted, and leaves progress and the others', async () => {
  await read(1);
  await read(5);
  const before = await pages();
  await lucy.call(deleteReading, { params: { ...book, reading_id: 0 } });
  expect(await readings(lucy)).toEqual([[0, '2026-03-05', '2026-03-05']]);
  expect(await pages()).toBeLessThan(before);
  expect(await lucy.call(getProgress, { params: book })).toMatchObject({ is_completed: true });
  const gone = lucy.call(deleteReading, { params: { ...book, reading_id: 7 } });
  await expect(gone).rejects.toMatchObject({ code: 'NotFound' });
  const unknown = lucy.call(listReadings, { params: { id: crypto.randomUUID() } });
  await expect(unknown).rejects.toMatchObject({ code: 'NotFound' });
});

test('the history of a book, and that of a person, can be cleared', async () => {
  await read(1);
  await read(2, other);
  await scanned.octavo.api.call(markBookRead, { params: book });
  await lucy.call(clearReadings, { params: book });
  expect(await readings(lucy)).toEqual([]);
  expect((await lucy.call(listReadingPlaces, { params: book })).total).toBe(0);
  expect(await readings(lucy, other)).toHaveLength(1);
  expect(await lucy.call(getProgress, { params: book })).toMatchObject({ is_completed: true });

  await lucy.call(clearReadingHistory);
  expect(await readings(lucy, other)).toEqual([]);
  expect(await pages()).toBe(0);
  expect(await readings(scanned.octavo.api)).toHaveLength(1);
});

test('goals of a year count books with re-reads, pages and hours, for the person alone', async () => {
  await read(1);
  await read(5);
  const set = (kind: 'books' | 'pages' | 'hours', target: number) =>
    lucy.call(setReadingGoal, { params: { year: 2026, kind }, body: { target } });
  const goals = async (client: Client, year = 2026) =>
    (await client.call(getReadingGoals, { params: { year }, query: { tz: 'Europe/Berlin' } }))
      .goals;
  await set('books', 10);
  await set('books', 12);
  await set('pages', 1000);
  expect(await goals(lucy)).toEqual([
    { kind: 'books', target: 12, done: 2, expected: expect.any(Number) as number },
    { kind: 'pages', target: 1000, done: await pages(), expected: expect.any(Number) as number },
  ]);
  await lucy.call(setReadingGoal, {
    params: { year: 2020, kind: 'hours' },
    body: { target: 100 },
  });
  expect(await goals(lucy, 2020)).toEqual([{ kind: 'hours', target: 100, done: 0, expected: 100 }]);
  await lucy.call(setReadingGoal, { params: { year: 2199, kind: 'books' }, body: { target: 5 } });
  expect(await goals(lucy, 2199)).toMatchObject([{ done: 0, expected: 0 }]);
  expect(await goals(scanned.octavo.api)).toEqual([]);
  await lucy.call(deleteReadingGoal, { params: { year: 2026, kind: 'books' } });
  expect((await goals(lucy)).map(({ kind }) => kind)).toEqual(['pages']);
});
