import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { updateSetting } from '../../../shared/api/settings.ts';
import { startTestServer } from '../../testing/server.ts';

test('what a killed probe of a folder left is removed by the next one, and nothing that may be in use or is not ours', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-places-'));
  const octavo = await startTestServer();
  try {
    const old = Date.now() / 1000 - 2 * 3600;
    const make = (name: string, seconds = old, file?: string) => {
      mkdirSync(join(folder, name));
      if (file !== undefined) writeFileSync(join(folder, name, file), '');
      utimesSync(join(folder, name), seconds, seconds);
    };
    make('.octavo-probe-a1B2c3');
    make('.octavo-probe-d4E5f6', Date.now() / 1000);
    make('.octavo-probe-filled', old, 'Bone.cbz');
    make('.octavo-backup');
    make('.octavo-probe-of-mine');
    writeFileSync(join(folder, '.octavo-probe-x7Y8z9'), '');
    utimesSync(join(folder, '.octavo-probe-x7Y8z9'), old, old);
    await octavo.api.call(updateSetting, {
      params: { key: 'library.bin_folder' },
      body: { value: folder },
    });
    expect(readdirSync(folder).sort()).toEqual([
      '.octavo-backup',
      '.octavo-probe-d4E5f6',
      '.octavo-probe-filled',
      '.octavo-probe-of-mine',
      '.octavo-probe-x7Y8z9',
    ]);
  } finally {
    await octavo.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
