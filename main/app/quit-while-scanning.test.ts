import { join } from 'node:path';
import { expect, test, vi } from 'vitest';

import { writeCbz } from '../../server/testing/zip.ts';
import { createLibrary } from '../../shared/api/libraries.ts';
import { getScanStatus } from '../../shared/api/scans.ts';
import { quit, signIn, start, useDesktopFolder, userData } from '../testing/running-desktop.ts';

useDesktopFolder();

const books = 200;

test('quitting during a scan ends cleanly, and the next start finishes it', async () => {
  const folder = join(userData, 'Comics');
  for (let number = 1; number <= books; number++) {
    writeCbz(join(folder, `Series ${number % 40}`, `Volume ${number}.cbz`), 2);
  }
  const first = await start();
  const { client } = await signIn(first);
  const body = { name: 'Comics', path: folder, scan_immediately: true };
  const { id } = await client.call(createLibrary, { body });
  // Quits directly after the scan was requested.
  expect(await quit(first)).toBe(0);
  expect(first.power.awake).toBe(0);

  const second = await start();
  const again = (await signIn(second)).client;
  await vi.waitFor(async () => {
    const scan = await again.call(getScanStatus, { params: { id } });
    expect([scan.status, scan.files_processed]).toEqual(['completed', books]);
  }, 25_000);
  const titles = second.notifications.shown.map(({ title }) => title);
  expect(titles).not.toContain('Octavo was not shut down cleanly last time');
});
