import { readlinkSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test, vi } from 'vitest';

import { setPreference } from '../../shared/api/preferences.ts';
import { needs } from '../testing/needs.ts';
import { startTestServer } from '../testing/server.ts';

test.skipIf(process.platform !== 'linux')(
  'a change is on the disk some seconds later',
  needs('/proc'),
  async () => {
    const octavo = await startTestServer();
    const flushed: string[] = [];
    const handle = await open(import.meta.filename);
    const prototype = Object.getPrototypeOf(handle) as FileHandle;
    const sync = vi.spyOn(prototype, 'sync').mockImplementation(function (this: FileHandle) {
      flushed.push(readlinkSync(`/proc/self/fd/${this.fd}`));
      return this.datasync();
    });
    try {
      await octavo.api.call(setPreference, { params: { key: 'theme' }, body: { value: 'dark' } });
      await expect.poll(() => flushed).toContain(join(octavo.dataDir, 'octavo.db-wal'));
    } finally {
      sync.mockRestore();
      await handle.close();
      await octavo.stop();
    }
  },
);
