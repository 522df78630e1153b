import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { getBook, listBooks } from '../../../shared/api/books.ts';
import { getProgress, listProgress, updateProgress } from '../../../shared/api/progress.ts';
import { markMany, undoMarks } from '../../../shared/api/progress-marks.ts';
import { listReadingPlaces } from '../../../shared/api/reading-places.ts';
import { startScannedLibrary } from '../../testing/scanned-library.ts';
import { writeCbz } from '../../testing/zip.ts';

let scanned: Awaited<ReturnType<typeof startScannedLibrary>>;
let id: string;

const replaceFile = async (pages: number) => {
  writeCbz(`${scanned.root}/Saga/Saga 1.cbz`, pages);
  await scanned.scan();
};

beforeAll(async () => {
  scanned = await startScannedLibrary();
  await replaceFile(9);
  ({ id } = await scanned.bookAt('Saga 1.cbz'));
  await scanned.api.call(updateProgress, { params: { id }, body: { current_page: 7 } });
});
afterAll(() => scanned.stop());

const textAt = async (path: string): Promise<string> => {
  const { url, token } = scanned.octavo;
  const response = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
  expect(response.status).toBe(200);
  return response.text();
};

describe('progress beyond the end of a file that was replaced by a shorter one', () => {
  beforeAll(() => replaceFile(4));

  test('is shown on the last page, everywhere', async () => {
    const params = { id };
    const last = { current_page: 4, page_count: 4, is_completed: false };
    expect(await scanned.api.call(getProgress, { params })).toMatchObject(last);
    expect((await scanned.api.call(listProgress, {})).data).toMatchObject([last]);
    expect((await scanned.api.call(getBook, { params })).progress).toMatchObject(last);
    expect((await scanned.api.call(listBooks, {})).data).toMatchObject([{ progress: last }]);
    const places = await scanned.api.call(listReadingPlaces, { params });
    expect(places.data).toMatchObject([last]);
  });

  test('is shown on the last page to readers of the Komga API and of OPDS', async () => {
    expect(JSON.parse(await textAt(`/komga/api/v1/books/${id}`))).toMatchObject({
      readProgress: { page: 4, completed: false },
      media: { pagesCount: 4 },
    });
    const feed = await textAt('/opds/v1.2/keep-reading');
    expect(feed).toContain('pse:count="4"');
    expect(feed).toContain('pse:lastRead="4"');
  });

  test('returns with the longer file, also after a mark that was undone', async () => {
    const marked = await scanned.api.call(markMany, {
      body: { read: true, book_ids: [id], series_ids: [] },
    });
    await scanned.api.call(undoMarks, { params: { id: marked.undo_id ?? '' } });
    await replaceFile(9);
    expect(await scanned.api.call(getProgress, { params: { id } })).toMatchObject({
      current_page: 7,
      page_count: 9,
    });
  });
});
