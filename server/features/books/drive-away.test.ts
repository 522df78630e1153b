import { mkdirSync, renameSync, rmSync } from 'node:fs';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startScannedLibrary, type ScannedLibraryServer } from '../../testing/scanned-library.ts';

let scanned: ScannedLibraryServer;
let id: string;

beforeAll(async () => {
  scanned = await startScannedLibrary();
  scanned.add('Saga/Saga 1.cbz', 'Saga/Saga 2.cbz');
  await scanned.scan();
  await scanned.octavo.idle();
  ({ id } = await scanned.bookAt('Saga 1.cbz'));
});
afterAll(() => scanned.stop());

const answers = () =>
  Promise.all(
    ['pages/1', 'pages/1?width=100', 'file'].map(async (path) => {
      const response = await scanned.octavo.request(`/books/${id}/${path}`);
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
    renameSync(scanned.root, `${scanned.root} away`);
    expect(await answers()).toEqual(away());
    mkdirSync(scanned.root);
    expect(await answers()).toEqual(away());
    rmSync(scanned.root, { recursive: true });
    renameSync(`${scanned.root} away`, scanned.root);
    const other = await scanned.bookAt('Saga 2.cbz');
    expect((await scanned.octavo.request(`/books/${other.id}/pages/1`)).status).toBe(200);
  });

  test('are gone when only the file is', async () => {
    scanned.remove('Saga/Saga 1.cbz');
    expect(await answers()).toEqual(
      always('The file of this book no longer exists on the disk. Put it back and try again.'),
    );
  });
});
