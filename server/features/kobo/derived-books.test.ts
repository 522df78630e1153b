import { cpSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { analyzeBook } from '../../../shared/api/books.ts';
import { createKobo, updateKobo } from '../../../shared/api/kobo.ts';
import { getProgress } from '../../../shared/api/progress.ts';
import { readingPermissions } from '../../../shared/permissions.ts';
import { createKoboReader, type KoboReader } from '../../testing/kobo-reader.ts';
import { startScannedLibrary } from '../../testing/scanned-library.ts';

const samples = join(import.meta.dirname, '../../testing/ebooks');
const names = ['ledger.azw3', 'ledger-both.mobi', 'ledger.fb2'];

let scanned: Awaited<ReturnType<typeof startScannedLibrary>>;
let reader: KoboReader;
beforeAll(async () => {
  scanned = await startScannedLibrary();
  for (const name of names) {
    const path = join(scanned.root, name, name);
    cpSync(join(samples, name), path);
    utimesSync(path, 1_700_000_000, 1_700_000_000);
  }
  await scanned.scan();
  await scanned.octavo.idle();
  const body = { name: 'Libra', permissions: [...readingPermissions, 'books-download' as const] };
  const made = await scanned.api.call(createKobo, { body });
  const params = { id: made.device.id };
  await scanned.api.call(updateKobo, { params, body: { library_ids: [scanned.library.id] } });
  reader = createKoboReader(made.urls[0] ?? '');
  await reader.start();
  await reader.sync();
});
afterAll(() => scanned.stop());

const onDevice = async (name: string) => {
  const { id } = await scanned.bookAt(`${name}/${name}`);
  const book = reader.books.get(id);
  if (!book) throw new Error(`${name} is not on the device`);
  return { id, book };
};

test.each(names)('%s is sent as the EPUB that is made from it', async (name) => {
  const { id, book } = await onDevice(name);
  const { bytes, type } = await reader.download(book);
  expect(type).toBe('application/epub+zip');
  expect(bytes.toString('latin1', 30, 58)).toBe('mimetypeapplication/epub+zip');
  expect(book.metadata.DownloadUrls.map(({ Format, Size }) => [Format, Size])).toEqual([
    ['EPUB3', bytes.length],
    ['EPUB', bytes.length],
  ]);
  await reader.report(book, {
    LastModified: '2026-01-01T10:00:00Z',
    StatusInfo: { Status: 'Reading', LastModified: '2026-01-01T10:00:00Z' },
    CurrentBookmark: { ProgressPercent: 50, LastModified: '2026-01-01T10:00:00Z' },
  });
  const { percentage } = await scanned.api.call(getProgress, { params: { id } });
  expect(percentage).toBeGreaterThan(0.3);
});

test('it stays on the device while it is analysed again', async () => {
  const { id } = await onDevice('ledger.azw3');
  await reader.sync();
  await scanned.api.call(analyzeBook, { params: { id } });
  expect(await reader.sync()).toEqual([[]]);
  await scanned.octavo.idle();
  expect(await reader.sync()).toEqual([[]]);
});
