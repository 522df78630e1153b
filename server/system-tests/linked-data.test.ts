import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { createImport } from '../../shared/api/imports.ts';
import { createLibrary } from '../../shared/api/libraries.ts';
import { startScan } from '../../shared/api/scans.ts';
import { leftOutOnWindows } from '../testing/on-windows.ts';
import { startScannedLibrary } from '../testing/scanned-library.ts';
import { serve } from '../testing/serve.ts';

test.skipIf(leftOutOnWindows('links take a privilege there'))(
  'links in libraries to the database and the lock of the server do not unlock them',
  async () => {
    const scanned = await startScannedLibrary();
    const { octavo, api } = scanned;
    const own = (name: string) => join(octavo.dataDir, name);
    symlinkSync(own('octavo.db'), join(scanned.root, 'Secrets.epub'));
    symlinkSync(own('octavo.db'), join(scanned.root, 'series.json'));
    symlinkSync(own('octavo.lock'), join(scanned.root, 'Lock.cbz'));
    await scanned.scan();
    expect((await scanned.bookAt('Secrets.epub')).error).toMatch(/own data folder/);
    const lock = await scanned.bookAt('Lock.cbz');
    expect((await octavo.request(`/books/${lock.id}/file`)).status).toBe(422);

    const calibre = join(scanned.root, '../calibre');
    mkdirSync(calibre);
    symlinkSync(own('octavo.lock'), join(calibre, 'metadata.db'));
    const body = { name: 'Calibre', path: calibre, scan_rules: { calibre: true } };
    const { id } = await api.call(createLibrary, { body });
    await api.call(startScan, { params: { id } });
    await octavo.idle();
    for (const source of ['octavo', 'csv', 'komga'] as const) {
      await api.call(createImport, { body: { source, path: own('octavo.lock') } });
      await octavo.idle();
    }

    await expectLocked(octavo.dataDir);
    await scanned.stop();
  },
);

test('neither do hard links', async () => {
  const scanned = await startScannedLibrary();
  const { octavo, api } = scanned;
  const own = (name: string) => join(octavo.dataDir, name);
  linkSync(own('octavo.db'), join(scanned.root, 'Data.epub'));
  linkSync(own('octavo.db-shm'), join(scanned.root, 'Index.pdf'));
  linkSync(own('octavo.lock'), join(scanned.root, 'Lock.cbz'));
  linkSync(own('octavo.lock'), join(scanned.root, 'series.json'));
  await scanned.scan();
  for (const name of ['Data.epub', 'Index.pdf', 'Lock.cbz']) {
    const book = await scanned.bookAt(name);
    expect(book.error).toMatch(/own data folder/);
    expect((await octavo.request(`/books/${book.id}/file`)).status).toBe(422);
  }
  const database = join(scanned.root, 'foreign.db');
  writeFileSync(database, 'SQLite format 3\0');
  linkSync(own('octavo.lock'), `${database}-wal`);
  for (const path of [join(scanned.root, 'Lock.cbz'), database]) {
    await api.call(createImport, { body: { source: 'komga', path } });
    await octavo.idle();
  }
  await expectLocked(octavo.dataDir);
  await scanned.stop();
});

/** The lock is gone as soon as one of them closes the file. */
const expectLocked = async (dataDir: string): Promise<void> => {
  const second = serve(dataDir);
  await expect(second.url)
    .rejects.toThrow(/in use by another Octavo/)
    .finally(() => second.child.kill());
};
