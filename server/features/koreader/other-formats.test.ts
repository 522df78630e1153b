import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { createApiKey } from '../../../shared/api/api-keys.ts';
import { getProgress, updateProgress } from '../../../shared/api/progress.ts';
import { connect } from '../../database/database.ts';
import { documentHash } from '../../scanner/analysis/document-hash.ts';
import { useCalibre } from '../../testing/calibre-library.ts';

const calibre = useCalibre();

/** Calls the progress sync as KOReader does. */
const createKoreader = async () => {
  const { api, url } = calibre.octavo();
  const { key } = await api.call(createApiKey, {
    body: { name: 'KOReader', permissions: ['books-read', 'progress-read', 'progress-write'] },
  });
  const headers = {
    'content-type': 'application/json',
    'x-auth-user': 'admin',
    'x-auth-key': createHash('md5').update(key).digest('hex'),
  };
  return {
    put: (document: string, progress: string, percentage: number) =>
      fetch(`${url}/koreader/syncs/progress`, {
        method: 'PUT',
        headers,
        body: JSON.stringify({ document, progress, percentage, device: 'Kobo', device_id: '1' }),
      }),
    get: async (document: string) =>
      (await (await fetch(`${url}/koreader/syncs/progress/${document}`, { headers })).json()) as {
        progress?: string;
        percentage?: number;
      },
  };
};

test('a place in another format of a book reaches the book', async () => {
  const file = 'Herman Melville/Moby-Dick (2)/Moby-Dick - Herman Melville.pdf';
  // Another book has the same file.
  rmSync(join(calibre.root(), 'https___imagemagick.org'), { recursive: true });
  await calibre.scan();
  await calibre.octavo().idle();
  const book = await calibre.bookIn('Moby-Dick', '.epub');
  const pdf = documentHash(join(calibre.root(), file));
  const koreader = await createKoreader();
  expect((await koreader.put(pdf ?? '', '3', 0.5)).status).toBe(200);
  const { api } = calibre.octavo();
  const progress = await api.call(getProgress, { params: { id: book.id } });
  const half = Math.ceil(book.page_count / 2);
  expect(progress).toMatchObject({ current_page: half, device: { name: 'Kobo' } });

  // The PDF has six pages, as KOReader said: the place of another device is a page of it.
  const read = (current_page: number) =>
    api.call(updateProgress, { params: { id: book.id }, body: { current_page } });
  const { percentage } = await read(Math.ceil(book.page_count * 0.8));
  expect(await koreader.get(pdf ?? '')).toMatchObject({ progress: '5', percentage });
  await read(book.page_count);
  expect(await koreader.get(pdf ?? '')).toMatchObject({ progress: '6', percentage: 1 });

  // A pointer into the EPUB, or a page of a PDF of unknown length, would lead elsewhere.
  await koreader.put(pdf ?? '', '1', 0.0017);
  await read(half);
  expect(await koreader.get(pdf ?? '')).toMatchObject({ progress: '1', percentage: 0.0017 });
});

test('the scan after an update reads the ids of formats that are known already', async () => {
  await calibre.scan();
  await calibre.octavo().idle();
  const database = connect(join(calibre.octavo().dataDir, 'octavo.db'));
  try {
    const ids = database.prepare('SELECT document_hash FROM book_formats').pluck();
    const before = ids.all();
    expect(before.every((id) => typeof id === 'string')).toBe(true);
    database.prepare('UPDATE book_formats SET document_hash = NULL').run();
    await calibre.scan();
    expect(ids.all()).toEqual(before);
  } finally {
    database.close();
  }
});
