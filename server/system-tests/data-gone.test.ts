import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test, vi } from 'vitest';

import { startTestServer } from '../testing/server.ts';

test.skipIf(process.platform === 'win32')(
  'a data directory that is removed while running is noticed, and writes are refused until it is back',
  async () => {
    const root = mkdtempSync(join(tmpdir(), 'octavo-gone-'));
    const dataDir = join(root, 'data');
    const octavo = await startTestServer({ dataDir });
    const write = () =>
      octavo.request('/user/preferences/client.a', {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: '{"value":1}',
      });
    const health = async () => (await octavo.request('/health')).status;
    try {
      expect([await health(), (await write()).status]).toEqual([200, 200]);
      renameSync(dataDir, join(root, 'elsewhere'));
      await vi.waitFor(async () => expect(await health()).toBe(503));
      const refused = await write();
      expect(refused.status).toBe(503);
      expect(await refused.text()).toMatch(/removed or replaced while it ran/);
      expect((await octavo.request('/books')).status).toBe(200);
      renameSync(join(root, 'elsewhere'), dataDir);
      await vi.waitFor(async () => expect(await health()).toBe(200));
      expect((await write()).status).toBe(200);
    } finally {
      await octavo.stop();
      rmSync(root, { recursive: true, force: true });
    }
  },
  20_000,
);
