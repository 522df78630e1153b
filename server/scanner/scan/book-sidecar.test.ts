import { mkdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { getBookMetadata, updateBook } from '../../../shared/api/edits.ts';
import { updateLibrary } from '../../../shared/api/libraries.ts';
import { getScanStatus } from '../../../shared/api/scans.ts';
import { startScannedLibrary } from '../../testing/scanned-library.ts';
import { pngPage } from '../../testing/zip.ts';
import { sidecarNames } from './sidecar-files.ts';

let scanned: Awaited<ReturnType<typeof startScannedLibrary>>;
beforeEach(async () => {
  scanned = await startScannedLibrary();
});
afterEach(() => scanned.stop());

const write = (path: string, data: string | Buffer) => {
  const file = join(scanned.root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, data);
};

const opf = (fields: string) => `<?xml version="1.0"?>
<package xmlns="http://www.idpf.org/2007/opf" version="2.0"><metadata
  xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">
  ${fields}</metadata></package>`;

const updated = async () =>
  (await scanned.api.call(getScanStatus, { params: { id: scanned.library.id } })).books_updated;

/** Whole seconds, because a time in milliseconds can be set one millisecond too early. */
const age = (path: string) => utimesSync(join(scanned.root, path), 1e9, 1e9);

/** A file that cannot have been read: its content changes, but not what a scan sees of an aged file. */
const spoil = (path: string) => {
  const file = join(scanned.root, path);
  writeFileSync(file, Buffer.alloc(statSync(file).size));
  age(path);
};

const etag = async (kind: 'books' | 'series', id: string) => {
  const response = await scanned.octavo.request(`/${kind}/${id}/thumbnail`);
  expect(response.status).toBe(200);
  return response.headers.get('etag');
};

test('a file beside a book describes it, and a change is noticed without opening the book', async () => {
  scanned.add('Sun/Sun v01.cbz');
  age('Sun/Sun v01.cbz');
  write(
    'Sun/metadata.opf',
    opf(`<dc:title>The Sun</dc:title><dc:creator opf:role="aut">Ann</dc:creator>
      <meta name="calibre:series" content="Stars"/><meta name="calibre:series_index" content="3"/>`),
  );
  await scanned.scan();
  await scanned.octavo.idle();
  const [book] = await scanned.books();
  expect(book).toMatchObject({ title: 'The Sun', number: 3, series_name: 'Stars' });
  spoil('Sun/Sun v01.cbz');
  write('Sun/metadata.opf', opf('<dc:title>The Sun, again</dc:title>'));
  await scanned.scan();
  expect(await updated()).toBe(1);
  expect(await scanned.books()).toMatchObject([
    { id: book?.id, title: 'The Sun, again', number: 1, error: null, series_name: 'Sun' },
  ]);
  await scanned.scan();
  expect(await updated()).toBe(0);
  rmSync(join(scanned.root, 'Sun/metadata.opf'));
  await scanned.scan();
  expect(await scanned.books()).toMatchObject([{ title: 'Sun v01', number: 1 }]);
});

test('a sidecar that comes later keeps what a person has edited', async () => {
  scanned.add('Sun/Sun v01.cbz');
  await scanned.scan();
  const book = await scanned.bookAt('Sun v01.cbz');
  await scanned.api.call(updateBook, { params: { id: book.id }, body: { title: 'Mine' } });
  write('Sun/ComicInfo.xml', '<ComicInfo><Title>Theirs</Title><Summary>S</Summary></ComicInfo>');
  await scanned.scan();
  expect(await scanned.books()).toMatchObject([{ title: 'Mine' }]);
  expect((await scanned.book(book.id)).metadata.summary).toBe('S');
  await scanned.api.call(updateBook, {
    params: { id: book.id },
    body: { locks: { title: false } },
  });
  expect(await scanned.books()).toMatchObject([{ title: 'Theirs' }]);
  const { locks } = await scanned.api.call(getBookMetadata, { params: { id: book.id } });
  expect(locks.title).toBe(false);
  rmSync(join(scanned.root, 'Sun/ComicInfo.xml'));
  await scanned.scan();
  expect(await scanned.books()).toMatchObject([{ title: 'Sun v01' }]);
  expect((await scanned.book(book.id)).metadata.summary).toBe(null);
});

test('pictures are the covers of books and series', async () => {
  scanned.add('Sun/Sun 1.cbz', 'Sun/Sun 2.cbz', 'Moon/Moon.cbz');
  await scanned.scan();
  const sun = await scanned.seriesNamed('Sun');
  const moon = await scanned.seriesNamed('Moon');
  const moonBook = await scanned.bookAt('Moon.cbz');
  const second = await scanned.bookAt('Sun 2.cbz');
  const before = await etag('series', sun.id);
  expect(before).toBe(await etag('books', (await scanned.bookAt('Sun 1.cbz')).id));
  write('Sun/folder.jpg', pngPage(40, 60, 1));
  write('Sun/Sun 2.png', pngPage(40, 60, 2));
  write('Moon/cover.png', pngPage(40, 60, 3));
  await scanned.scan();
  const covers = [
    await etag('series', sun.id),
    await etag('books', second.id),
    await etag('books', moonBook.id),
  ];
  expect(new Set([before, ...covers]).size).toBe(4);
  expect(await etag('series', moon.id)).toBeTruthy();
  const change = (series_cover: 'first' | 'folder') =>
    scanned.api.call(updateLibrary, {
      params: { id: scanned.library.id },
      body: { scan_rules: { series_cover } },
    });
  await change('first');
  expect(await etag('series', sun.id)).toBe(before);
  await change('folder');
  // A picture that is none: the first book is shown.
  write('Sun/folder.jpg', 'no picture');
  await scanned.scan();
  expect(await etag('series', sun.id)).toBeTruthy();
  rmSync(join(scanned.root, 'Sun/folder.jpg'));
  await scanned.scan();
  expect(await etag('series', sun.id)).toBe(before);
});

test('damaged and hostile sidecars change nothing, and a library can ignore them', async () => {
  scanned.add('Sun/Sun.cbz', 'Moon/Moon.cbz', 'Star/Star.cbz');
  write('Sun/metadata.opf', '<package><metadata><dc:title>Broken');
  write(
    'Moon/ComicInfo.xml',
    '<!DOCTYPE x [<!ENTITY a "b">]><ComicInfo><Title>&a;</Title></ComicInfo>',
  );
  write('Star/metadata.opf', Buffer.alloc(6 * 1024 * 1024, 'x'));
  await scanned.scan();
  expect((await scanned.books()).map(({ title }) => title).sort()).toContain('Moon');
  expect(await scanned.bookAt('Star.cbz')).toMatchObject({ title: 'Star', error: null });
  expect(await scanned.errors()).toEqual([]);
  write('Star/metadata.opf', opf('<dc:title>Far star</dc:title>'));
  await scanned.scan();
  expect(await scanned.bookAt('Star.cbz')).toMatchObject({ title: 'Far star' });
  await scanned.api.call(updateLibrary, {
    params: { id: scanned.library.id },
    body: { scan_rules: { metadata_sources: { sidecar: false } } },
  });
  await scanned.scan();
  expect(await scanned.bookAt('Star.cbz')).toMatchObject({ title: 'Star' });
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
