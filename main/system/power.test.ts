import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';

import { writeCbz } from '../../server/testing/zip.ts';
import { createLibrary } from '../../shared/api/libraries.ts';
import { getScanStatus } from '../../shared/api/scans.ts';
import { signIn, start, useDesktopFolder, userData } from '../testing/running-desktop.ts';

useDesktopFolder();

describe('a sleep of the computer', () => {
  test('pauses the scan, which goes on when the drive is back and costs no book', async () => {
    const ports = await start();
    const { client } = await signIn(ports);
    const folder = join(userData, 'Drive');
    for (let number = 1; number <= 900; number++) {
      writeCbz(join(folder, `Series ${number % 20}`, `Volume ${number}.cbz`), 1);
    }
    const body = { name: 'Drive', path: folder, scan_immediately: true };
    const params = { id: (await client.call(createLibrary, { body })).id };
    await vi.waitFor(
      async () => {
        const { files_processed } = await client.call(getScanStatus, { params });
        expect(files_processed).toBeGreaterThan(0);
      },
      { timeout: 10_000, interval: 2 },
    );
    ports.power.suspend();
    expect(await client.call(getScanStatus, { params })).toMatchObject({
      status: 'running',
      paused: true,
    });

    renameSync(folder, `${folder}-away`);
    ports.power.resume();
    await new Promise((resolve) => setTimeout(resolve, 2500));
    expect(await client.call(getScanStatus, { params })).toMatchObject({ paused: true });

    renameSync(`${folder}-away`, folder);
    await vi.waitFor(async () => {
      const scan = await client.call(getScanStatus, { params });
      expect(scan).toMatchObject({ status: 'completed', books_added: 900, error_count: 0 });
    }, 50_000);
  });
});
