import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { filterBooks } from '../../../shared/api/books.ts';
import { filterSeries } from '../../../shared/api/series.ts';
import { startScannedLibrary, type ScannedLibraryServer } from '../../testing/scanned-library.ts';
import { writeCbz } from '../../testing/zip.ts';

let scanned: ScannedLibraryServer;
beforeEach(async () => {
  scanned = await startScannedLibrary();
});
afterEach(() => scanned.stop());

const add = (path: string, pages: number, format?: string) =>
  writeCbz(
    join(scanned.root, path),
    pages,
    format === undefined ? '<Number>1</Number>' : `<Format>${format}</Format>`,
  );

/** Names of one-shots, or of all others, through each API. */
const found = async (isOneShot: boolean) => {
  const value = String(isOneShot);
  const body = { condition: { oneShot: { operator: 'is' as const, value } } };
  const headers = {
    authorization: `Bearer ${scanned.octavo.token}`,
    'content-type': 'application/json',
  };
  const komga = async (kind: 'series' | 'books') => {
    const response = await fetch(`${scanned.octavo.url}/komga/api/v1/${kind}/list`, {
      method: 'POST',
      headers,
      body: JSON.stringify({
        condition: { oneShot: { operator: isOneShot ? 'isTrue' : 'isFalse' } },
      }),
    });
    const { content } = (await response.json()) as {
      content: { id: string; oneshot: boolean }[];
    };
    expect(content.every(({ oneshot }) => oneshot === isOneShot)).toBe(true);
    return content.map(({ id }) => id).sort();
  };
  const series = (await scanned.api.call(filterSeries, { body })).data;
  const books = (await scanned.api.call(filterBooks, { body })).data;
  expect(await komga('series')).toEqual(series.map(({ id }) => id).sort());
  expect(await komga('books')).toEqual(books.map(({ id }) => id).sort());
  expect(new Set(books.map(({ series_id }) => series_id))).toEqual(
    new Set(series.map(({ id }) => id)),
  );
  return series.map(({ path }) => path).sort();
};

test('a book is a one-shot at the root or where ComicInfo says so, and for every way in alike', async () => {
  add('Lone.cbz', 2);
  add('Folder/Alone.cbz', 3);
  ['One-Shot', 'One Shot', 'oneshot', 'one_shot'].forEach((format, index) =>
    add(`Told ${index}/Book.cbz`, 4 + index, format),
  );
  add('Trade/Book.cbz', 9, 'TPB');
  add('Pair/1.cbz', 10, 'One-Shot');
  add('Pair/2.cbz', 11);
  await scanned.scan();
  expect(await found(true)).toEqual(['Lone.cbz', 'Told 0', 'Told 1', 'Told 2', 'Told 3']);
  expect(await found(false)).toEqual(['Folder', 'Pair', 'Trade']);
  // Adding a second book turns a one-shot into a series.
  add('Told 0/Next.cbz', 12);
  await scanned.scan();
  expect(await found(true)).toEqual(['Lone.cbz', 'Told 1', 'Told 2', 'Told 3']);
});
