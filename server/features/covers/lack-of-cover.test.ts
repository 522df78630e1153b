import { mkdirSync, rmSync, writeFileSync } from 'node:fs';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { analyzeBook, getBook } from '../../../shared/api/books.ts';
import { chooseBookCover, resetBookCover, uploadBookCover } from '../../../shared/api/covers.ts';
import { getSeries } from '../../../shared/api/series.ts';
import { listenTo } from '../../testing/event-stream.ts';
import { startScannedLibrary } from '../../testing/scanned-library.ts';
import { pngPage, writeCbz } from '../../testing/zip.ts';

let scanned: Awaited<ReturnType<typeof startScannedLibrary>>;
beforeEach(async () => {
  scanned = await startScannedLibrary();
});
afterEach(() => scanned.stop());

const text = (words: string) =>
  `<?xml version="1.0" encoding="utf-8"?>
<FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0"><description><title-info>
<book-title>Ferry</book-title></title-info></description>
<body><section><p>${words}</p></section></body></FictionBook>`;

const scan = async () => {
  await scanned.scan();
  await scanned.octavo.idle();
};
/** The fields of the book and of its series, and the status of their covers. */
const coversOf = async (path: string) => {
  const { id, series_id } = await scanned.bookAt(path);
  const records = [
    await scanned.api.call(getBook, { params: { id } }),
    await scanned.api.call(getSeries, { params: { id: series_id } }),
  ];
  const addresses = [`/books/${id}/thumbnail`, `/series/${series_id}/thumbnail`];
  const answers = await Promise.all(addresses.map((address) => scanned.octavo.request(address)));
  return {
    has: records.map(({ has_cover: has }) => has),
    ratios: records.map(({ cover_ratio: ratio }) => ratio),
    statuses: answers.map(({ status }) => status),
  };
};

/** Waits until the shape of a cover that was sent is stored, which would outlast the cover otherwise. */
const untilShaped = (path: string) =>
  expect.poll(async () => (await coversOf(path)).ratios[0]).not.toBeNull();

test('the records of a text say that it has no cover, until it gets one', async () => {
  scanned.add('Ferry/Ferry 1.cbz');
  scanned.remove('Ferry/Ferry 1.cbz');
  writeFileSync(`${scanned.root}/Ferry/Ferry.fb2`, text('A barge came loose.'));
  await scan();
  const none = { has: [false, false], ratios: [null, null], statuses: [404, 404] };
  expect(await coversOf('Ferry.fb2')).toEqual(none);

  // A picture beside it, which a later scan no longer finds.
  const picture = `${scanned.root}/Ferry/Ferry.jpg`;
  writeFileSync(picture, pngPage(100, 150, 1));
  await scan();
  expect(await coversOf('Ferry.fb2')).toMatchObject({ has: [true, true], statuses: [200, 200] });
  await untilShaped('Ferry.fb2');
  rmSync(picture);
  await scan();
  expect(await coversOf('Ferry.fb2')).toEqual(none);

  // An uploaded one.
  const { id } = await scanned.bookAt('Ferry.fb2');
  const body = new Uint8Array(pngPage(100, 150, 2));
  await scanned.api.call(uploadBookCover, { params: { id }, body });
  expect(await coversOf('Ferry.fb2')).toMatchObject({ has: [true, true], statuses: [200, 200] });
  await untilShaped('Ferry.fb2');
  await scanned.api.call(resetBookCover, { params: { id } });
  await scanned.api.call(analyzeBook, { params: { id } });
  await scanned.octavo.idle();
  expect(await coversOf('Ferry.fb2')).toEqual(none);
});

test('a comic has the shape of its own cover again when the picture beside it is gone', async () => {
  writeCbz(`${scanned.root}/Saga/Saga 1.cbz`, [{ name: '1.png', data: pngPage(200, 100, 4) }]);
  const picture = `${scanned.root}/Saga/Saga 1.jpg`;
  writeFileSync(picture, pngPage(100, 200, 5));
  await scan();
  await coversOf('Saga 1.cbz');
  await expect.poll(async () => (await coversOf('Saga 1.cbz')).ratios).toEqual([0.5, 0.5]);
  rmSync(picture);
  await scan();
  expect((await coversOf('Saga 1.cbz')).ratios).toEqual([2, 2]);
});

test('an unreadable comic has no cover, a damaged first page is passed over', async () => {
  scanned.add('Saga/Saga 1.cbz');
  writeFileSync(`${scanned.root}/Saga/Saga 1.cbz`, 'not an archive');
  writeCbz(`${scanned.root}/Rust/Rust 1.cbz`, [
    { name: '1.png', data: Buffer.from('not a picture') },
    { name: '2.png', data: pngPage(100, 150, 3) },
  ]);
  await scan();
  expect(await coversOf('Saga 1.cbz')).toMatchObject({ has: [false, false], statuses: [404, 404] });
  expect(await coversOf('Rust 1.cbz')).toMatchObject({ has: [true, true], statuses: [200, 200] });
});

/** The status and shape of the cover of the only series, and the status of that of its library. */
const seriesCover = async () => {
  const [series] = await scanned.series();
  const thumbnail = (path: string) => scanned.octavo.request(`${path}/thumbnail`);
  const { status } = await thumbnail(`/series/${series?.id ?? ''}`);
  const ofLibrary = await thumbnail(`/libraries/${scanned.library.id}`);
  return { has: series?.has_cover, ratio: series?.cover_ratio, status, library: ofLibrary.status };
};

test('a series and its library show the first book that has a cover', async () => {
  const page = (width: number, height: number) => [
    { name: '1.png', data: pngPage(width, height, width) },
  ];
  mkdirSync(`${scanned.root}/Ferry`);
  writeFileSync(`${scanned.root}/Ferry/Ferry 2.fb2`, text('A barge came loose.'));
  writeFileSync(`${scanned.root}/Ferry/Ferry 1.cbz`, 'not an archive');
  writeCbz(`${scanned.root}/Ferry/Ferry 3.cbz`, page(150, 100));
  await scan();
  const shown = { has: true, status: 200, library: 200 };
  expect(await seriesCover()).toEqual({ ...shown, ratio: 1.5 });

  // The text gets a picture, and the damaged file is replaced.
  writeFileSync(`${scanned.root}/Ferry/Ferry 2.jpg`, pngPage(100, 125, 7));
  await scan();
  await seriesCover();
  await coversOf('Ferry 2.fb2');
  await expect.poll(seriesCover).toEqual({ ...shown, ratio: 0.8 });
  writeCbz(`${scanned.root}/Ferry/Ferry 1.cbz`, page(100, 200));
  await scan();
  expect(await seriesCover()).toEqual({ ...shown, ratio: 0.5 });

  // It breaks after a page of it was chosen.
  const { id } = await scanned.bookAt('Ferry 1.cbz');
  await scanned.api.call(chooseBookCover, { params: { id }, body: { page: 1 } });
  writeFileSync(`${scanned.root}/Ferry/Ferry 1.cbz`, 'no archive again');
  await scan();
  expect(await seriesCover()).toEqual({ ...shown, ratio: 0.8 });
  expect(await scanned.book(id)).toMatchObject({ has_cover: false });
});

test('a damaged book with a picture beside it shows it, also for its series', async () => {
  mkdirSync(`${scanned.root}/Saga`);
  writeFileSync(`${scanned.root}/Saga/Saga 1.cbz`, 'not an archive');
  writeFileSync(`${scanned.root}/Saga/Saga 1.jpg`, pngPage(100, 200, 5));
  await scan();
  expect(await seriesCover()).toMatchObject({ has: true, status: 200, library: 200 });
});

test('an analysis publishes the pages that it counts and the lack of a cover', async () => {
  scanned.add('Ferry/Ferry 1.cbz');
  await scan();
  const stream = await listenTo(scanned.octavo, '/events/stream');
  writeFileSync(`${scanned.root}/Ferry/Ferry.fb2`, text('A barge came loose. '.repeat(200)));
  await scan();
  const { id, series_id, page_count } = await scanned.bookAt('Ferry.fb2');
  expect(page_count).toBeGreaterThan(2);
  const isOfBook = ({ data }: { data: Record<string, unknown> }) => data['book_id'] === id;
  await expect
    .poll(() => stream.events.filter(isOfBook).map(({ name }) => name))
    .toEqual(['book_created', 'book_updated']);
  const names = stream.events.map(({ name, data }) => `${name} ${String(data['series_id'])}`);
  expect(names.slice(names.indexOf(`book_updated ${series_id}`))).toContain(
    `series_updated ${series_id}`,
  );
  stream.close();
});
