import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { createBackup, listBackups } from '../../shared/api/backups.ts';
import { createUser } from '../../shared/api/users.ts';
import { connect } from '../database/database.ts';
import { seedBook, seedLibrary, seedSeries } from '../testing/seed.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { needs } from '../testing/needs.ts';

const root = mkdtempSync(join(tmpdir(), 'octavo-full-'));
const dataDir = join(root, 'data');
const ballast = join(dataDir, 'ballast');
/** Mounting a small disk requires root. */
const canMount = (() => {
  try {
    execFileSync('mkdir', ['-p', dataDir]);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m,mode=0700', 'tmpfs', dataDir], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
})();

const full =
  /^The disk of Octavo's data is full, so nothing more could be saved\. .*Make room and try again\.$/;
const fill = () => {
  const { bavail, bsize } = statfsSync(dataDir);
  writeFileSync(ballast, Buffer.alloc(bavail * bsize));
};

let octavo: TestServer;
let bookId: string;
const failures: unknown[] = [];
beforeAll(async () => {
  process.on('uncaughtException', (error) => failures.push(error));
  if (!canMount) return;
  octavo = await startTestServer({ dataDir });
  const database = connect(join(dataDir, 'octavo.db'));
  bookId = seedBook(database, seedSeries(database, seedLibrary(database))).id;
  database.close();
  await octavo.api.call(createUser, {
    body: { username: 'eve', password: 'eve and adam', role: 'reader' },
  });
});
afterAll(async () => {
  if (canMount) {
    await octavo.stop();
    execFileSync('umount', ['-l', dataDir]);
  }
  rmSync(root, { recursive: true, force: true });
});

const json = (method: string, body: unknown): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

test.skipIf(!canMount)(
  'a full disk is named in every answer, and ends nothing',
  { ...needs('root, who may mount a small disk'), timeout: 120_000 },
  async () => {
    await octavo.api.call(createBackup);
    const backup = await vi.waitFor(
      async () => {
        const { data } = await octavo.api.call(listBackups);
        expect(data).toHaveLength(1);
        return data[0]?.name ?? '';
      },
      { timeout: 20_000 },
    );
    fill();
    const note = (key: string) =>
      octavo.request(`/user/preferences/client.${key}`, json('PUT', { value: 'x'.repeat(60_000) }));
    const put = () => octavo.request(`/books/${bookId}/progress`, json('PUT', { current_page: 2 }));
    const signIn = () =>
      octavo.request('/auth/login', json('POST', { username: 'eve', password: 'eve and adam' }));
    // Until neither the database nor its WAL has space left.
    let refused = await note('a');
    for (let count = 0; refused.ok; count += 1) {
      expect(count).toBeLessThan(400);
      refused = await note(`a${count}`);
    }
    // For a while, small rows fit into existing pages, and a WAL that starts again has room.
    let signedIn = await signIn();
    for (let count = 0; signedIn.ok; count += 1) {
      expect(count).toBeLessThan(400);
      await note(`b${count}`);
      signedIn = await signIn();
    }
    // The backup is copied by a separate thread.
    const restored = await octavo.request(`/backups/${backup}/restore`, { method: 'POST' });
    for (const answer of [refused, signedIn, restored]) {
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).toBe('60');
      expect(((await answer.json()) as { message: string }).message).toMatch(full);
    }
    expect([200, 503]).toContain((await put()).status);
    // The position can have found room once more.
    const backUp = () => octavo.request('/backups', { method: 'POST' });
    let backedUp = await backUp();
    for (let count = 0; backedUp.ok; count += 1) {
      expect(count).toBeLessThan(400);
      await note(`c${count}`);
      backedUp = await backUp();
    }
    expect(backedUp.status).toBe(503);
    expect((await octavo.request('/health')).status).toBe(200);
    await sleep(500);

    rmSync(ballast);
    expect((await put()).status).toBe(200);
    expect((await signIn()).status).toBe(200);
    await octavo.api.call(createBackup);
    expect(failures).toEqual([]);
    const database = connect(join(dataDir, 'octavo.db'));
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    database.close();
  },
);
