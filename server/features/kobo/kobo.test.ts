import { cpSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import type { Book } from '../../../shared/api/book-record.ts';
import { createCollection, deleteCollection } from '../../../shared/api/collections.ts';
import { chooseBookCover } from '../../../shared/api/covers.ts';
import { listDevices } from '../../../shared/api/devices.ts';
import { updateBook } from '../../../shared/api/edits.ts';
import {
  createKobo,
  getKobo,
  sendKoboAgain,
  updateKobo,
  type KoboChoice,
} from '../../../shared/api/kobo.ts';
import { deleteProgress, getProgress, updateProgress } from '../../../shared/api/progress.ts';
import { createReadList, updateReadList } from '../../../shared/api/read-lists.ts';
import { listReadingPlaces } from '../../../shared/api/reading-places.ts';
import { addWanted, removeWanted } from '../../../shared/api/want-to-read.ts';
import { readingPermissions } from '../../../shared/permissions.ts';
import { connect } from '../../database/database.ts';
import { createKoboReader, type KoboReader } from '../../testing/kobo-reader.ts';
import { startScannedLibrary } from '../../testing/scanned-library.ts';
import { writeCbz } from '../../testing/zip.ts';

const fixtures = join(import.meta.dirname, '../../../../shared/fixtures/library/Books');
const text = 'Ralph Burke/The Incomplete Theft - Ralph Burke.epub';
const pictures = '倉塚りこ/ハルコさんの彼氏 (fixed layout).epub';
const other = 'Unknown/Hefty Water.epub';
const permissions = [...readingPermissions, 'books-download' as const];
const nothing: KoboChoice = {
  want_to_read: false,
  in_progress: false,
  library_ids: [],
  collection_ids: [],
  read_list_ids: [],
};

let scanned: Awaited<ReturnType<typeof startScannedLibrary>>;
let novel: Book;
let comic: Book;
let water: Book;

beforeAll(async () => {
  scanned = await startScannedLibrary();
  for (const path of [text, pictures, other]) {
    cpSync(join(fixtures, path), join(scanned.root, path));
  }
  writeCbz(join(scanned.root, 'Saga/Saga 1.cbz'), 3);
  await scanned.scan();
  await scanned.octavo.idle();
  novel = await scanned.bookAt(text);
  comic = await scanned.bookAt(pictures);
  water = await scanned.bookAt(other);
});
afterAll(() => scanned.stop());
beforeEach(async () => {
  for (const { id } of [novel, comic, water]) {
    await scanned.api.call(deleteProgress, { params: { id } });
  }
});

/** A new device that is sent this. */
const connected = async (choice: Partial<KoboChoice>, name = 'Libra') => {
  const made = await scanned.api.call(createKobo, { body: { name, permissions } });
  const params = { id: made.device.id };
  await scanned.api.call(updateKobo, { params, body: { ...nothing, ...choice } });
  const reader = createKoboReader(made.urls[0] ?? '');
  await reader.start();
  return { reader, params, device: made.device };
};
const wholeLibrary = () => ({ library_ids: [scanned.library.id] });
const choose = (params: { id: string }, choice: Partial<KoboChoice>) =>
  scanned.api.call(updateKobo, { params, body: choice });
const facts = (params: { id: string }) => scanned.api.call(getKobo, { params });
const minutesAgo = (minutes: number) =>
  new Date(Date.now() - minutes * 60_000).toISOString().replace(/\.\d+Z$/, 'Z');
const bookmark = (percent: number, time: string, more: object = {}) => ({
  LastModified: time,
  StatusInfo: { Status: 'Reading', LastModified: time },
  CurrentBookmark: { ProgressPercent: percent, LastModified: time, ...more },
});

describe('a sync', () => {
  let reader: KoboReader;
  let params: { id: string };
  beforeEach(async () => {
    ({ reader, params } = await connected(wholeLibrary()));
  });

  test('sends the EPUBs of a library with their details, files and covers, and no comics', async () => {
    await reader.sync();
    expect(reader.titles()).toEqual([novel.title, comic.title, water.title].sort());
    const book = reader.book(novel.title);
    expect(book.metadata).toMatchObject({
      EntitlementId: novel.id,
      Contributors: ['Ralph Burke'],
      Series: { Name: novel.series_name },
    });
    expect(book.state.StatusInfo.Status).toBe('ReadyToRead');
    const { bytes, type } = await reader.download(book);
    expect(type).toBe('application/epub+zip');
    expect(bytes.equals(readFileSync(join(fixtures, text)))).toBe(true);
    const cover = await reader.cover(reader.book(comic.title));
    expect([cover.status, cover.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(await facts(params)).toMatchObject({
      book_count: 3,
      synced_at: expect.any(String) as unknown,
    });
  });

  test('names the viewer: for full pages, for the spans of a KEPUB, and for other texts', async () => {
    const kepub = join(scanned.root, 'W3C/Order.kepub.epub');
    cpSync(join(fixtures, 'W3C EPUB tests/pkg-title-order.epub'), kepub);
    await scanned.scan();
    await scanned.octavo.idle();
    const converted = await scanned.bookAt('Order.kepub.epub');
    await reader.sync();
    const formats = (title: string) =>
      reader.book(title).metadata.DownloadUrls.map(({ Format }) => Format);
    expect(formats(comic.title)).toEqual(['EPUB3FL']);
    expect(formats(novel.title)).toEqual(['EPUB3', 'EPUB']);
    expect(formats(converted.title)).toEqual(['KEPUB']);
    scanned.remove('W3C');
    await scanned.scan();
    await scanned.octavo.idle();
  });

  test('reports nothing twice', async () => {
    await reader.sync();
    expect(await reader.sync()).toEqual([[]]);
  });

  test('is repeated if its answer was lost', async () => {
    reader.loseNext();
    await reader.sync();
    expect(reader.titles()).toEqual([]);
    const [entries] = await reader.sync();
    expect(entries).toHaveLength(3);
    expect(reader.titles()).toHaveLength(3);
    // The same for a removal.
    await choose(params, { library_ids: [] });
    reader.loseNext();
    await reader.sync();
    expect(reader.titles()).toHaveLength(3);
    await reader.sync();
    expect(reader.titles()).toEqual([]);
    expect(await reader.sync()).toEqual([[]]);
    expect((await facts(params)).book_count).toBe(0);
  });

  test('that overlaps another one loses nothing', async () => {
    const url = `${reader.endpoint}/v1/library/sync`;
    const both = await Promise.all([reader.call(url), reader.call(url)]);
    for (const response of both) expect(await response.json()).toHaveLength(3);
    await choose(params, { library_ids: [] });
    for (const response of both) {
      const token = response.headers.get('x-kobo-synctoken') ?? '';
      const next = await reader.call(url, { headers: { 'x-kobo-synctoken': token } });
      expect(await next.json()).toHaveLength(3);
    }
  });

  test('sends everything again after a reset of the device, or with the token of another server', async () => {
    await reader.sync();
    reader.reset();
    await reader.sync();
    expect(reader.titles()).toHaveLength(3);
    const response = await reader.call(`${reader.endpoint}/v1/library/sync`, {
      headers: { 'x-kobo-synctoken': 'eyJ2ZXJzaW9uIjoiMS0xLTAifQ==' },
    });
    expect(await response.json()).toHaveLength(3);
  });

  test('reports changed details and a changed cover without another download', async () => {
    await reader.sync();
    const before = reader.book(comic.title).metadata;
    await scanned.api.call(updateBook, { params: { id: comic.id }, body: { title: 'Haruko' } });
    await scanned.api.call(chooseBookCover, { params: { id: comic.id }, body: { page: 2 } });
    const [entries] = await reader.sync();
    expect(entries?.map((entry) => Object.keys(entry))).toEqual([['ChangedProductMetadata']]);
    const after = reader.book('Haruko').metadata;
    expect(after.RevisionId).toBe(before.RevisionId);
    expect(after.CoverImageId).not.toBe(before.CoverImageId);
    await scanned.api.call(updateBook, { params: { id: comic.id }, body: { title: comic.title } });
  });

  test('keeps the revision of a touched file, and replaces the book of a replaced one', async () => {
    await reader.sync();
    const before = reader.book(water.title).metadata;
    const path = join(scanned.root, other);
    utimesSync(path, new Date(), new Date(Date.now() - 5000));
    await scanned.scan();
    await scanned.octavo.idle();
    await reader.sync();
    expect(reader.book(water.title).metadata.RevisionId).toBe(before.RevisionId);

    const replacement = 'W3C EPUB tests/pkg-title-order.epub';
    cpSync(join(fixtures, replacement), path);
    await scanned.scan();
    await scanned.octavo.idle();
    const answers = await reader.sync();
    expect(answers.map((entries) => entries.map((entry) => Object.keys(entry)[0]))).toEqual([
      ['ChangedEntitlement'],
      ['NewEntitlement'],
    ]);
    const after = reader.books.get(water.id);
    expect(after?.metadata.RevisionId).not.toBe(before.RevisionId);
    const { bytes } = await reader.download(after ?? reader.book(water.title));
    expect(bytes.equals(readFileSync(join(fixtures, replacement)))).toBe(true);
    cpSync(join(fixtures, other), path);
    await scanned.scan();
    await scanned.octavo.idle();
  });

  test('removes a book from the device when its file is gone, and sends it when it is back', async () => {
    await reader.sync();
    scanned.remove(text);
    await scanned.scan();
    await scanned.octavo.idle();
    await reader.sync();
    expect(reader.books.has(novel.id)).toBe(false);
    cpSync(join(fixtures, text), join(scanned.root, text));
    await scanned.scan();
    await scanned.octavo.idle();
    await reader.sync();
    expect(reader.books.has(novel.id)).toBe(true);
  });

  test('sends a book that was deleted on the device only on request', async () => {
    await reader.sync();
    await reader.remove(reader.book(novel.title));
    await reader.sync();
    expect(reader.books.has(novel.id)).toBe(false);
    reader.reset();
    await reader.sync();
    expect(reader.books.has(novel.id)).toBe(false);
    expect(await facts(params)).toMatchObject({
      book_count: 2,
      deleted_books: [{ id: novel.id, title: novel.title }],
    });
    // It is still in the library, and on another device.
    expect((await scanned.book(novel.id)).missing_since).toBeNull();
    const second = await connected(wholeLibrary());
    await second.reader.sync();
    expect(second.reader.books.has(novel.id)).toBe(true);

    await scanned.api.call(sendKoboAgain, { params, body: { book_ids: [novel.id] } });
    await reader.sync();
    expect(reader.books.has(novel.id)).toBe(true);
    await scanned.api.call(sendKoboAgain, { params, body: {} });
    expect((await reader.sync())[0]).toHaveLength(3);
  });
});

describe('the choice', () => {
  test('is first what its person wants to read or is reading', async () => {
    const made = await scanned.api.call(createKobo, { body: { name: 'Clara', permissions } });
    const reader = createKoboReader(made.urls[0] ?? '');
    await reader.start();
    await reader.sync();
    expect(reader.titles()).toEqual([]);

    await scanned.api.call(addWanted, { body: { ids: [comic.series_id] } });
    await scanned.api.call(updateProgress, { params: { id: novel.id }, body: { current_page: 2 } });
    await reader.sync();
    expect(reader.titles()).toEqual([novel.title, comic.title].sort());

    // A finished book leaves the device.
    await scanned.api.call(updateProgress, {
      params: { id: novel.id },
      body: { is_completed: true },
    });
    await reader.sync();
    expect(reader.titles()).toEqual([comic.title]);
    await scanned.api.call(removeWanted, { body: { ids: [comic.series_id] } });
    await reader.sync();
    expect(reader.titles()).toEqual([]);
  });

  test('of lists shows them as collections, which follow their changes', async () => {
    const list = await scanned.api.call(createReadList, {
      body: { name: 'Holidays', book_ids: [water.id, novel.id] },
    });
    const collection = await scanned.api.call(createCollection, {
      body: { name: 'Comics', series_ids: [comic.series_id] },
    });
    const { reader, params } = await connected({
      read_list_ids: [list.id],
      collection_ids: [collection.id],
    });
    await reader.sync();
    const revision = (book: Book) => reader.books.get(book.id)?.metadata.RevisionId;
    const items = (id: string) => reader.tags.get(id)?.Items.map(({ RevisionId }) => RevisionId);
    expect(reader.tags.get(list.id)?.Name).toBe('Holidays');
    expect(items(list.id)).toEqual([revision(water), revision(novel)]);
    expect(items(collection.id)).toEqual([revision(comic)]);
    expect(await reader.sync()).toEqual([[]]);

    await scanned.api.call(updateReadList, { params: { id: list.id }, body: { name: 'Beach' } });
    expect((await reader.sync())[0]?.map((entry) => Object.keys(entry))).toEqual([['ChangedTag']]);
    expect(reader.tags.get(list.id)?.Name).toBe('Beach');
    // A list without a book that a Kobo opens is none there.
    const saga = await scanned.bookAt('Saga 1.cbz');
    const comics = await scanned.api.call(createReadList, {
      body: { name: 'Comics', book_ids: [saga.id] },
    });
    await choose(params, { read_list_ids: [list.id, comics.id] });
    expect(await reader.sync()).toEqual([[]]);
    await scanned.api.call(deleteCollection, { params: { id: collection.id } });
    reader.loseNext();
    await reader.sync();
    expect(reader.tags.size).toBe(2);
    await reader.sync();
    expect([...reader.tags.keys()]).toEqual([list.id]);
    expect(reader.titles()).toEqual([novel.title, water.title].sort());
    await choose(params, { read_list_ids: [] });
    await reader.sync();
    expect([reader.tags.size, reader.titles()]).toEqual([0, []]);
  });

  test('of a thousand books comes in batches, and continues after a lost one', async () => {
    const database = connect(join(scanned.octavo.dataDir, 'octavo.db'));
    const columns = database
      .prepare<[], string>(
        "SELECT name FROM pragma_table_xinfo('books') WHERE hidden = 0 AND name NOT IN ('pk', 'id', 'path')",
      )
      .pluck()
      .all()
      .join(', ');
    database.exec(
      `WITH RECURSIVE numbers (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM numbers WHERE n < 1000)
       INSERT INTO books (id, path, ${columns})
       SELECT printf('019a0000-0000-7000-8000-%012d', n), 'copy ' || n, ${columns}
       FROM numbers CROSS JOIN books WHERE id = '${water.id}'`,
    );
    try {
      const { reader, params } = await connected(wholeLibrary());
      const answers = await reader.sync();
      expect(answers.map((entries) => entries.length)).toEqual([
        ...Array.from({ length: 10 }, () => 100),
        3,
      ]);
      expect(reader.books.size).toBe(1003);
      expect((await facts(params)).book_count).toBe(1003);
      await scanned.api.call(sendKoboAgain, { params, body: {} });
      reader.loseNext();
      expect(await reader.sync()).toEqual([]);
      expect((await reader.sync()).flat()).toHaveLength(1003);
    } finally {
      database.exec("DELETE FROM books WHERE path LIKE 'copy %'");
      database.close();
    }
  });
});

describe('a reading position', () => {
  let reader: KoboReader;
  let device: { id: string };
  beforeEach(async () => {
    ({ reader, device } = await connected(wholeLibrary(), 'Sage'));
    await reader.sync();
  });
  const placeIn = ({ id }: Book) => scanned.api.call(getProgress, { params: { id } });

  test('in a chapter goes from the device to Octavo, with the name of the device', async () => {
    const source = scanned.octavo.request(`/books/${novel.id}/positions`);
    const { positions, total } = (await (await source).json()) as {
      positions: { href: string; locations: { position: number; progression: number } }[];
      total: number;
    };
    const target = positions.find(({ locations }) => locations.position === Math.ceil(total / 2));
    if (!target) throw new Error('The novel has no middle');
    const Source = decodeURIComponent(target.href.replace(/^.*?\/resources\//, ''));
    const book = reader.book(novel.title);
    const share = Math.ceil(target.locations.progression * 100);
    const state = bookmark(50, minutesAgo(5), {
      ContentSourceProgressPercent: share,
      Location: { Source, Type: 'KoboSpan', Value: 'kobo.3.1' },
    });
    expect(await reader.report(book, state)).toBe('Success');
    expect(await placeIn(novel)).toMatchObject({
      current_page: target.locations.position,
      is_completed: false,
      device: { id: device.id, name: 'Sage' },
    });
    const { data } = await scanned.api.call(listDevices);
    expect(data.find(({ id }) => id === device.id)).toMatchObject({
      is_kobo: true,
      last_book: { id: novel.id },
    });
    // The device does not get its own position back; another one gets exactly this position.
    expect(await reader.sync()).toEqual([[]]);
    expect((await reader.state(book))?.CurrentBookmark).toMatchObject({
      ContentSourceProgressPercent: share,
      Location: { Source, Type: 'KoboSpan', Value: 'kobo.3.1' },
    });
  });

  test('goes from Octavo to the device, also an end and a beginning', async () => {
    const { id } = novel;
    const state = () => reader.book(novel.title).state;
    await scanned.api.call(updateProgress, { params: { id }, body: { current_page: 3 } });
    const [entries] = await reader.sync();
    expect(entries?.map((entry) => Object.keys(entry))).toEqual([['ChangedReadingState']]);
    const { percentage } = await placeIn(novel);
    expect(state().StatusInfo.Status).toBe('Reading');
    expect(state().CurrentBookmark.ProgressPercent).toBe(Math.round(percentage * 100));
    expect(state().CurrentBookmark.Location?.Source).toMatch(/\.x?html?$/);
    await scanned.api.call(updateProgress, { params: { id }, body: { is_completed: true } });
    await reader.sync();
    expect(state().StatusInfo.Status).toBe('Finished');
    await scanned.api.call(deleteProgress, { params: { id } });
    await reader.sync();
    expect(state().StatusInfo.Status).toBe('ReadyToRead');
  });

  test('of an older time never replaces a later one, which the device then learns', async () => {
    const book = reader.book(novel.title);
    await reader.report(book, bookmark(30, minutesAgo(30)));
    await scanned.api.call(updateProgress, {
      params: { id: novel.id },
      body: { current_page: novel.page_count - 2 },
    });
    expect(await reader.report(book, bookmark(10, minutesAgo(20)))).toBe('Ignored');
    expect((await placeIn(novel)).current_page).toBe(novel.page_count - 2);
    await reader.sync();
    const told = reader.book(novel.title).state.CurrentBookmark.ProgressPercent ?? 0;
    expect(told).toBeGreaterThan(80);
  });

  test('that did not change moves nothing: a book that was only opened and closed', async () => {
    const book = reader.book(novel.title);
    await reader.report(book, bookmark(30, minutesAgo(30)));
    await scanned.api.call(updateProgress, {
      params: { id: novel.id },
      body: { current_page: novel.page_count - 1 },
    });
    expect(await reader.report(book, bookmark(30, minutesAgo(0)))).toBe('Ignored');
    expect((await placeIn(novel)).current_page).toBe(novel.page_count - 1);
  });

  test('of a fixed layout is a page, and an earlier one is kept in the history', async () => {
    const book = reader.book(comic.title);
    const page = async (percent: number, minutes: number) => {
      expect(await reader.report(book, bookmark(percent, minutesAgo(minutes)))).toBe('Success');
      return (await placeIn(comic)).current_page;
    };
    const later = await page(80, 90);
    const earlier = await page(10, 5);
    expect(later).toBeGreaterThan(earlier);
    const { data } = await scanned.api.call(listReadingPlaces, { params: { id: comic.id } });
    expect(data.map(({ current_page }) => current_page)).toEqual([earlier, later]);
  });

  test('is finished only when the device says so', async () => {
    const book = reader.book(novel.title);
    await reader.report(book, bookmark(100, minutesAgo(9)));
    expect((await placeIn(novel)).is_completed).toBe(false);
    const time = minutesAgo(2);
    await reader.report(book, { ...bookmark(0, time), StatusInfo: { Status: 'Finished' } });
    expect(await placeIn(novel)).toMatchObject({
      is_completed: true,
      current_page: novel.page_count,
    });
    // A book that was only downloaded says nothing about it.
    const ready = { StatusInfo: { Status: 'ReadyToRead' }, LastModified: minutesAgo(0) };
    expect(await reader.report(book, ready)).toBe('Ignored');
    expect((await placeIn(novel)).is_completed).toBe(true);
  });
});
