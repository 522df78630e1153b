import { mkdirSync, renameSync, rmSync } from 'node:fs';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startScannedLibrary, type ScannedLibraryServer } from '../../testing/scanned-library.ts';

let shelf: ScannedLibraryServer;
let id: string;

beforeAll(async () => {
  shelf = await startScannedLibrary();
  shelf.add('Saga/Saga 1.cbz', 'Saga/Saga 2.cbz');
  await shelf.scan();
  await shelf.octavo.idle();
  ({ id } = await shelf.bookAt('Saga 1.cbz'));
});
afterAll(() => shelf.stop());

const answers = () =>
  Promise.all(
    ['pages/1', 'pages/1?width=100', 'file'].map(async (path) => {
      const response = await shelf.octavo.request(`/books/${id}/${path}`);
      return [response.status, ((await response.json()) as { message: string }).message];
    }),
  );
const always = (message: string) => Array.from({ length: 3 }, () => [404, message]);

describe('pages and file of a book', () => {
  const away = () =>
    always(
      'This book cannot be read, because the folder of its library cannot be reached. Connect its drive and try again.',
    );

  test('ask for the drive while the folder of the library is away, or empty', async () => {
    renameSync(shelf.root, `${shelf.root} away`);
    expect(await answers()).toEqual(away());
    mkdirSync(shelf.root);
    expect(await answers()).toEqual(away());
    rmSync(shelf.root, { recursive: true });
    renameSync(`${shelf.root} away`, shelf.root);
    const other = await shelf.bookAt('Saga 2.cbz');
    expect((await shelf.octavo.request(`/books/${other.id}/pages/1`)).status).toBe(200);
  });

  test('are gone when only the file is', async () => {
    shelf.remove('Saga/Saga 1.cbz');
    expect(await answers()).toEqual(
      always('The file of this book no longer exists on the disk. Put it back and try again.'),
    );
  });
});
