import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { initializeSetup } from '../../shared/api/setup.ts';
import { createLibrary } from '../../shared/api/libraries.ts';
import { getScanStatus } from '../../shared/api/scans.ts';
import { createClient } from '../../shared/client.ts';
import { admin } from '../testing/server.ts';
import { checkedFetch } from '../testing/checked-fetch.ts';
import { serve } from '../testing/serve.ts';
import { writeCbz } from '../testing/zip.ts';
import { needs } from '../testing/needs.ts';

const intruderUid = 65_534;

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'octavo-users-'));
  chmodSync(dir, 0o755);
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** Runs `octavo serve` as another user; returns its URL, or its output and exit code. */
const serveAs = async (dataDir: string, uid: number) => {
  const { child, url, ended } = serve(dataDir, { uid, gid: uid });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  }
  const address = await Promise.race([url.catch(() => null), ended.then(() => null)]);
  return {
    url: address ?? '',
    said: () => text,
    ended,
    async stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
};

const scanned = async (url: string, path: string) => {
  const anonymous = createClient({ baseUrl: url, fetch: checkedFetch });
  const { access_token } = await anonymous.call(initializeSetup, { body: admin });
  const headers = () => ({ authorization: `Bearer ${access_token}` });
  const client = createClient({ baseUrl: url, fetch: checkedFetch, headers });
  const { id } = await client.call(createLibrary, {
    body: { name: 'Shared', path, scan_immediately: true },
  });
  return vi.waitFor(
    async () => {
      const scan = await client.call(getScanStatus, { params: { id } });
      expect(scan.status).toBe('completed');
      return scan;
    },
    { timeout: 20_000, interval: 50 },
  );
};

/** Whether a path and all its parents are accessible to everybody. */
const isOpen = (path: string): boolean =>
  (statSync(path).mode & 0o001) !== 0 && (dirname(path) === path || isOpen(dirname(path)));

// Only root can start a process as another user, who must be able to read it.
describe.runIf(process.geteuid?.() === 0 && isOpen(import.meta.dirname))(
  'two users of one computer',
  needs('root, and a checkout that everybody can read'),
  () => {
    it('each have their own server on one library, which only the first may write', async () => {
      const library = join(dir, 'library');
      writeCbz(join(library, 'Saga', 'Saga 1.cbz'), 2);
      const theirs = join(dir, 'theirs');
      mkdirSync(theirs, { mode: 0o700 });
      chownSync(theirs, intruderUid, intruderUid);

      const first = await serveAs(join(dir, 'mine'), 0);
      const second = await serveAs(theirs, intruderUid);
      expect(second.said()).toMatch(/serves/);
      expect(new URL(first.url).port).not.toBe(new URL(second.url).port);
      for (const { url } of [first, second]) {
        expect(await scanned(url, library)).toMatchObject({ books_added: 1, error_count: 0 });
      }
      expect(statSync(join(theirs, 'octavo.db')).uid).toBe(intruderUid);
      expect(readdirSync(join(library, 'Saga'))).toEqual(['Saga 1.cbz']);

      const intruder = await serveAs(join(dir, 'mine'), intruderUid);
      expect(await intruder.ended).toBe(1);
      expect(intruder.said()).toMatch(/belongs to another user of this computer/);
      expect(intruder.said().trim().split('\n')).toHaveLength(1);
      expect(await Promise.all([first.stop(), second.stop()])).toEqual([0, 0]);
    }, 90_000);
  },
);
