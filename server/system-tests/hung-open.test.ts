import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { createPageTables } from '../features/pages/page-tables.ts';
import { changedFile, stampOf } from '../media/file-stamp.ts';
import { createOnDemandReader } from '../scanner/on-demand/on-demand-reader.ts';
import { mountHanging, noMountReason, type HangingMount } from '../testing/hanging-mount.ts';
import { needs } from '../testing/needs.ts';
import { admin, startTestServer, type TestServer } from '../testing/server.ts';
import { writePdf } from '../testing/pdf.ts';
import { writeCbz } from '../testing/zip.ts';

const root = mkdtempSync(join(tmpdir(), 'octavo-hung-open-'));
const [source, nas] = [join(root, 'source'), join(root, 'nas')];
const canMount = noMountReason === null;
const hangs = { ...needs(noMountReason ?? 'nothing'), timeout: 60_000 };
/** How long the drive hangs, s: less than a read may take. */
const hungSeconds = 3;
/** Accepted delay of the main thread, ms: starting a thread on a busy machine takes its time. */
const floorMs = 1500;

let mount: HangingMount;
let octavo: TestServer;
beforeAll(async () => {
  octavo = await startTestServer();
  if (!canMount) return;
  mount = await mountHanging(source, nas, { cached: true });
  mkdirSync(join(root, 'disk'));
  for (const name of ['1.cbz', '2.cbz']) writeCbz(join(source, name), 3);
  writePdf(join(source, '3.pdf'), [[300, 400]]);
});
afterAll(async () => {
  await octavo.stop();
  if (canMount) await mount.unmount();
  rmSync(root, { recursive: true, force: true });
});
beforeEach(async () => {
  // Starts the thread, because loading the modules delays on a busy machine.
  const path = join(root, 'first.cbz');
  writeCbz(path, 1);
  await octavo.server.control.openFile(admin.username, path);
});

/** The longest delay of the main thread while work runs, ms. */
const delayDuring = async (work: () => Promise<unknown>): Promise<number> => {
  const delays = monitorEventLoopDelay({ resolution: 10 });
  delays.enable();
  await work();
  delays.disable();
  return delays.max / 1e6;
};

test.skipIf(!canMount).each(['1.cbz', '3.pdf'])(
  'opening %s on a drive that begins to hang stops nothing else',
  hangs,
  async (name) => {
    const path = join(nas, name);
    // Its facts are in the cache from now on, so that only opening it hangs.
    statSync(path);
    mount.hang();
    mount.answerAfter(hungSeconds);
    const begun = performance.now();
    const delay = await delayDuring(async () => {
      expect(await octavo.server.control.openFile(admin.username, path)).toMatchObject({
        kind: 'file',
      });
    });
    expect(performance.now() - begun).toBeGreaterThan(0.9 * hungSeconds * 1000);
    expect(delay).toBeLessThan(floorMs);
  },
);

test.skipIf(!canMount)(
  'a replaced file on a drive that begins to hang stops nothing else',
  hangs,
  async () => {
    const path = join(nas, '2.cbz');
    const stamp = stampOf(statSync(path, { bigint: true }));
    const reader = createOnDemandReader();
    const tables = createPageTables({ reader, gated: (_path, read) => read() });
    let asked = 0;
    mount.hang();
    mount.answerAfter(hungSeconds);
    const delay = await delayDuring(() =>
      tables.read(path, { stamp, version: 'old', page: () => null }, async (table) => {
        asked += 1;
        if (asked === 1) throw changedFile();
        expect(table.page(2)).toMatchObject({ filename: expect.stringMatching(/png$/) as string });
      }),
    );
    expect(asked).toBe(2);
    expect(delay).toBeLessThan(floorMs);
    await reader.close();
  },
);

test.skipIf(process.platform === 'win32')(
  'an opened file that becomes a pipe stops nothing',
  async () => {
    const path = join(root, 'pipe.cbz');
    writeCbz(path, 2);
    const { id } = await octavo.server.control.openFile(admin.username, path);
    rmSync(path);
    execFileSync('mkfifo', [path]);
    for (const way of ['pages', 'pages/1', 'file']) {
      const response = await octavo.request(`/books/${id}/${way}`, {
        signal: AbortSignal.timeout(8000),
      });
      // The list of pages is known, though not their sizes.
      expect([way, response.status]).toEqual([way, way === 'pages' ? 200 : 422]);
      await response.arrayBuffer();
    }
  },
  30_000,
);
