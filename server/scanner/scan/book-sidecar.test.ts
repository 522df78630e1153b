import { mkdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { getBookMetadata, updateBook } from '../../../shared/api/edits.ts';
import { updateLibrary } from '../../../shared/api/libraries.ts';
import { getScanStatus } from '../../../shared/api/scans.ts';
import { startScannedLibrary } from '../../testing/scanned-library.ts';
import { pngPage } from '../../testing/zip.ts';
import { sidecarNames } from './sidecar-files.ts';

let shelf: Awaited<ReturnType<typeof startScannedLibrary>>;
beforeEach(async () => {
  shelf = await startScannedLibrary();
});
afterEach(() => shelf.stop());

const write = (path: string, data: string | Buffer) => {
  const file = join(shelf.root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, data);
};

const opf = (fields: string) => `<?xml version="1.0"?>
<package xmlns="http://www.idpf.org/2007/opf" version="2.0"><metadata
  xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">
  ${fields}</metadata></package>`;

const updated = async () =>
  (await shelf.api.call(getScanStatus, { params: { id: shelf.library.id } })).books_updated;

/** Whole seconds, because a time in milliseconds can be set one millisecond too early. */
const age = (path: string) => utimesSync(join(shelf.root, path), 1e9, 1e9);

/** A file that cannot have been read: its content changes, but not what a scan sees of an aged file. */
const spoil = (path: string) => {
  const file = join(shelf.root, path);
  writeFileSync(file, Buffer.alloc(statSync(file).size));
  age(path);
};

const etag = async (kind: 'books' | 'series', id: string) => {
  const response = await shelf.octavo.request(`/${kind}/${id}/thumbnail`);
  expect(response.status).toBe(200);
  return response.headers.get('etag');
};

test('a file beside a book describes it, and a change is noticed without opening the book', async () => {
  shelf.add('Sun/Sun v01.cbz');
  age('Sun/Sun v01.cbz');
  write(
    'Sun/metadata.opf',
    opf(`<dc:title>The Sun</dc:title><dc:creator opf:role="aut">Ann</dc:creator>
      <meta name="calibre:series" content="Stars"/><meta name="calibre:series_index" content="3"/>`),
  );
  await shelf.scan();
  await shelf.octavo.idle();
  const [book] = await shelf.books();
  expect(book).toMatchObject({ title: 'The Sun', number: 3, series_name: 'Stars' });
  spoil('Sun/Sun v01.cbz');
  write('Sun/metadata.opf', opf('<dc:title>The Sun, again</dc:title>'));
  await shelf.scan();
  expect(await updated()).toBe(1);
  expect(await shelf.books()).toMatchObject([
    { id: book?.id, title: 'The Sun, again', number: 1, error: null, series_name: 'Sun' },
  ]);
  await shelf.scan();
  expect(await updated()).toBe(0);
  rmSync(join(shelf.root, 'Sun/metadata.opf'));
  await shelf.scan();
  expect(await shelf.books()).toMatchObject([{ title: 'Sun v01', number: 1 }]);
});

test('a sidecar that comes later keeps what a person has edited', async () => {
  shelf.add('Sun/Sun v01.cbz');
  await shelf.scan();
  const book = await shelf.bookAt('Sun v01.cbz');
  await shelf.api.call(updateBook, { params: { id: book.id }, body: { title: 'Mine' } });
  write('Sun/ComicInfo.xml', '<ComicInfo><Title>Theirs</Title><Summary>S</Summary></ComicInfo>');
  await shelf.scan();
  expect(await shelf.books()).toMatchObject([{ title: 'Mine' }]);
  expect((await shelf.book(book.id)).metadata.summary).toBe('S');
  await shelf.api.call(updateBook, { params: { id: book.id }, body: { locks: { title: false } } });
  expect(await shelf.books()).toMatchObject([{ title: 'Theirs' }]);
  const { locks } = await shelf.api.call(getBookMetadata, { params: { id: book.id } });
  expect(locks.title).toBe(false);
  rmSync(join(shelf.root, 'Sun/ComicInfo.xml'));
  await shelf.scan();
  expect(await shelf.books()).toMatchObject([{ title: 'Sun v01' }]);
  expect((await shelf.book(book.id)).metadata.summary).toBe(null);
});

test('pictures are the covers of books and series', async () => {
  shelf.add('Sun/Sun 1.cbz', 'Sun/Sun 2.cbz', 'Moon/Moon.cbz');
  await shelf.scan();
  const sun = await shelf.seriesNamed('Sun');
  const moon = await shelf.seriesNamed('Moon');
  const moonBook = await shelf.bookAt('Moon.cbz');
  const second = await shelf.bookAt('Sun 2.cbz');
  const before = await etag('series', sun.id);
  expect(before).toBe(await etag('books', (await shelf.bookAt('Sun 1.cbz')).id));
  write('Sun/folder.jpg', pngPage(40, 60, 1));
  write('Sun/Sun 2.png', pngPage(40, 60, 2));
  write('Moon/cover.png', pngPage(40, 60, 3));
  await shelf.scan();
  const covers = [
    await etag('series', sun.id),
    await etag('books', second.id),
    await etag('books', moonBook.id),
  ];
  expect(new Set([before, ...covers]).size).toBe(4);
  expect(await etag('series', moon.id)).toBeTruthy();
  const change = (series_cover: 'first' | 'folder') =>
    shelf.api.call(updateLibrary, {
      params: { id: shelf.library.id },
      body: { scan_rules: { series_cover } },
    });
  await change('first');
  expect(await etag('series', sun.id)).toBe(before);
  await change('folder');
  // A picture that is none: the first book is shown.
  write('Sun/folder.jpg', 'no picture');
  await shelf.scan();
  expect(await etag('series', sun.id)).toBeTruthy();
  rmSync(join(shelf.root, 'Sun/folder.jpg'));
  await shelf.scan();
  expect(await etag('series', sun.id)).toBe(before);
});

test('damaged and hostile sidecars change nothing, and a library can ignore them', async () => {
  shelf.add('Sun/Sun.cbz', 'Moon/Moon.cbz', 'Star/Star.cbz');
  write('Sun/metadata.opf', '<package><metadata><dc:title>Broken');
  write(
    'Moon/ComicInfo.xml',
    '<!DOCTYPE x [<!ENTITY a "b">]><ComicInfo><Title>&a;</Title></ComicInfo>',
  );
  write('Star/metadata.opf', Buffer.alloc(6 * 1024 * 1024, 'x'));
  await shelf.scan();
  expect((await shelf.books()).map(({ title }) => title).sort()).toContain('Moon');
  expect(await shelf.bookAt('Star.cbz')).toMatchObject({ title: 'Star', error: null });
  expect(await shelf.errors()).toEqual([]);
  write('Star/metadata.opf', opf('<dc:title>Far star</dc:title>'));
  await shelf.scan();
  expect(await shelf.bookAt('Star.cbz')).toMatchObject({ title: 'Far star' });
  await shelf.api.call(updateLibrary, {
    params: { id: shelf.library.id },
    body: { scan_rules: { metadata_sources: { sidecar: false } } },
  });
  await shelf.scan();
  expect(await shelf.bookAt('Star.cbz')).toMatchObject({ title: 'Star' });
});

test('sidecars belong to the book of their name, or to the only one in the folder', () => {
  const names = ['cover.jpg', 'metadata.opf', 'a.opf', 'B.JPG', 'other.jpg'];
  expect([...sidecarNames(['a.epub', 'b.epub'], names)]).toEqual([
    ['a.epub', ['a.opf']],
    ['b.epub', ['B.JPG']],
  ]);
  expect([...sidecarNames(['a.epub', 'a.pdf'], names)]).toEqual([
    ['a.epub', ['a.opf', 'metadata.opf', 'cover.jpg']],
    ['a.pdf', ['a.opf', 'metadata.opf', 'cover.jpg']],
  ]);
});
