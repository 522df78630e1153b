import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { listBooks } from '../../../shared/api/books.ts';
import {
  createCollection,
  deleteCollection,
  resetCollectionCover,
  uploadCollectionCover,
} from '../../../shared/api/collections.ts';
import { coverUploads, type CoverSubject } from '../../../shared/api/cover-uploads.ts';
import {
  maxCoverUploads,
  resetBookCover,
  resetSeriesCover,
  uploadBookCover,
  uploadSeriesCover,
} from '../../../shared/api/covers.ts';
import { createLibrary } from '../../../shared/api/libraries.ts';
import {
  createReadList,
  deleteReadList,
  resetReadListCover,
  uploadReadListCover,
} from '../../../shared/api/read-lists.ts';
import { startScan } from '../../../shared/api/scans.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { addUser } from '../../testing/users.ts';
import { pngPage, writeCbz } from '../../testing/zip.ts';

let octavo: TestServer;
let root: string;
let data: string;
let library: string;
const ids = { books: '', series: '', collections: '', readLists: '' };

const uploadTo = {
  books: uploadBookCover,
  series: uploadSeriesCover,
  collections: uploadCollectionCover,
  readLists: uploadReadListCover,
};
const reset = {
  books: resetBookCover,
  series: resetSeriesCover,
  collections: resetCollectionCover,
  readLists: resetReadListCover,
};
const path = (subject: CoverSubject) =>
  `/${subject === 'readLists' ? 'read-lists' : subject}/${ids[subject]}`;

const image = async (width: number) => {
  const create = { width, height: 90, channels: 3 as const, background: '#a33' };
  return new Uint8Array(await sharp({ create }).jpeg().toBuffer());
};
const upload = async (subject: CoverSubject, width: number) => {
  const input = { params: { id: ids[subject] }, body: await image(width) };
  await octavo.api.call(uploadTo[subject], input);
};
const list = async (subject: CoverSubject) =>
  (await octavo.api.call(coverUploads[subject].list, { params: { id: ids[subject] } })).uploads;
const widthShown = async (subject: CoverSubject) => {
  const response = await octavo.request(`${path(subject)}/thumbnail`);
  return (await sharp(Buffer.from(await response.arrayBuffer())).metadata()).width;
};
const files = (subject: CoverSubject) => {
  const folder = join(data, 'covers');
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true }).map(String) : [];
  return names.filter((name) => name.includes(ids[subject]));
};

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'octavo-kept-'));
  data = join(root, 'data');
  octavo = await startTestServer({ dataDir: data });
  writeCbz(join(root, 'Comics/Saga/1.cbz'), [{ name: '1.png', data: pngPage(101, 200) }]);
  const body = { name: 'Comics', path: join(root, 'Comics') };
  library = (await octavo.api.call(createLibrary, { body })).id;
  await octavo.api.call(startScan, { params: { id: library } });
  await octavo.idle();
  const [book] = (await octavo.api.call(listBooks)).data;
  ids.books = book?.id ?? '';
  ids.series = book?.series_id ?? '';
  const collection = { name: 'Best', series_ids: [ids.series] };
  ids.collections = (await octavo.api.call(createCollection, { body: collection })).id;
  const readList = { name: 'Event', book_ids: [ids.books] };
  ids.readLists = (await octavo.api.call(createReadList, { body: readList })).id;
});
afterAll(async () => {
  await octavo.stop();
  rmSync(root, { recursive: true, force: true });
});

describe.each(Object.keys(ids) as CoverSubject[])('the images uploaded for %s', (subject) => {
  const { choose, remove } = coverUploads[subject];
  const target = (upload_id: string) => ({ params: { id: ids[subject], upload_id } });

  test('are all kept with their size, one of them is the cover, and each can be deleted', async () => {
    expect(await list(subject)).toEqual([]);
    await upload(subject, 61);
    await upload(subject, 62);
    // The same image is the same one.
    await upload(subject, 61);
    const [older, newer] = await list(subject);
    expect([older, newer]).toMatchObject([
      { media_type: 'image/webp', width: 61, height: 90, is_chosen: true },
      { width: 62, is_chosen: false },
    ]);
    const file = await octavo.request(`${path(subject)}/cover/uploads/${newer?.id}`);
    expect(file.headers.get('content-type')).toBe('image/webp');
    const bytes = Buffer.from(await file.arrayBuffer());
    expect(bytes).toHaveLength(newer?.file_size ?? 0);
    expect((await sharp(bytes).metadata()).width).toBe(62);

    const added = await octavo.request(`${path(subject)}/cover/uploads`, {
      method: 'POST',
      headers: { 'content-type': 'image/jpeg' },
      body: await image(63),
    });
    expect([added.status, await widthShown(subject)]).toEqual([201, 61]);
    const third = added.headers.get('location')?.replace('/api/v1', '') ?? '';
    expect((await octavo.request(third, { method: 'DELETE' })).status).toBe(204);

    await octavo.api.call(choose, target(newer?.id ?? ''));
    expect(await widthShown(subject)).toBe(62);
    await octavo.api.call(reset[subject], { params: { id: ids[subject] } });
    expect(await widthShown(subject)).toBe(101);
    expect((await list(subject)).map(({ is_chosen }) => is_chosen)).toEqual([false, false]);

    await octavo.api.call(choose, target(older?.id ?? ''));
    await octavo.api.call(remove, target(older?.id ?? ''));
    expect(await widthShown(subject)).toBe(101);
    expect(await list(subject)).toMatchObject([{ id: newer?.id }]);
    const gone = octavo.api.call(choose, target(older?.id ?? ''));
    await expect(gone).rejects.toMatchObject({ code: 'NotFound' });
  });

  test('are not for readers, and not for those who cannot see it', async () => {
    const headers = await addUser(octavo.dataDir, {
      username: crypto.randomUUID().slice(0, 8),
      role: 'reader',
    });
    const response = await octavo.request(`${path(subject)}/cover/uploads`, { headers });
    expect(response.status).toBe(403);
    const unknown = path(subject).replace(/.$/, (digit) => (digit === '0' ? '1' : '0'));
    expect((await octavo.request(`${unknown}/cover/uploads`)).status).toBe(404);
  });
});

test('more than twelve are refused with a remedy, also when they arrive at once', async () => {
  const widths = Array.from({ length: maxCoverUploads + 3 }, (_, index) => 20 + index);
  const results = await Promise.allSettled(widths.map((width) => upload('series', width)));
  // One is there already.
  const refused = results.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(4);
  expect(refused[0]).toMatchObject({
    reason: { code: 'Conflict', message: 'No more images can be kept here. Delete one first.' },
  });
  expect(await list('series')).toHaveLength(maxCoverUploads);
});

test('their files go with the list at once, and are set aside with a series at the next start', async () => {
  for (const subject of ['collections', 'readLists'] as const) {
    expect(files(subject)).toHaveLength(1);
  }
  await octavo.api.call(deleteCollection, { params: { id: ids.collections } });
  await octavo.api.call(deleteReadList, { params: { id: ids.readLists } });
  expect([files('collections'), files('readLists')]).toEqual([[], []]);
  expect(files('series')).toHaveLength(maxCoverUploads);
  await octavo.stop();
  octavo = await startTestServer({ dataDir: data });
  expect(files('series')).toHaveLength(maxCoverUploads);
  await octavo.request(`/libraries/${library}`, { method: 'DELETE' });
  await octavo.idle();
  await octavo.stop();
  octavo = await startTestServer({ dataDir: data });
  expect(files('series').filter((name) => !name.endsWith('.gone'))).toEqual([]);
});
