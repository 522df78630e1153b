import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { listBooks } from '../shared/api/books.ts';
import { createLibrary } from '../shared/api/libraries.ts';
import { getScanStatus } from '../shared/api/scans.ts';
import { initializeSetup } from '../shared/api/setup.ts';
import { type Client, createClient } from '../shared/client.ts';
import { figure, record } from './figures.ts';
import { generateLibrary } from './generate.ts';
import { isBusy } from './idle.ts';
import { ask, type Child, startChild } from './load.ts';
import { percentile } from './statistics.ts';

const admin = { username: 'bench', password: 'correct horse battery', email: 'bench@example.com' };
const shelfBooks = 200;
const idleMs = 5000;
/** Maximum duration of a phase (ms). */
const maxWaitMs = 60_000;
/** Pause between two requests of a reader (ms). */
const restMs = 2;

interface Seen {
  page: number[];
  list: number[];
  loopDelayP99: number;
  peakMiB: number;
}

/** Requests pages and lists until `isOver`, which is checked several times per second. */
const watch = async (
  child: Child,
  urls: Record<'page' | 'list', string>,
  token: string,
  isOver: () => Promise<boolean> | boolean,
): Promise<Seen> => {
  const seen: Seen = { page: [], list: [], loopDelayP99: 0, peakMiB: 0 };
  const timed = async (kind: 'page' | 'list') => {
    const start = performance.now();
    await ask({ url: urls[kind], token });
    seen[kind].push(performance.now() - start);
    await delay(restMs);
  };
  await child.probe();
  const end = performance.now() + maxWaitMs;
  const delays: number[] = [];
  let over = false;
  while (!over && performance.now() < end) {
    for (let count = 0; count < 20; count++) {
      await timed('page');
      await timed('list');
    }
    const { loopDelayP99, rssBytes } = await child.probe();
    delays.push(loopDelayP99);
    seen.peakMiB = Math.max(seen.peakMiB, rssBytes / 2 ** 20);
    over = await isOver();
  }
  return { ...seen, loopDelayP99: percentile(delays, 0.5) };
};

const describe = (name: string, seen: Seen, idle: Seen, startMiB: number): string => {
  const times = (['page', 'list'] as const).flatMap((kind) =>
    [0.5, 0.95].map((share) => {
      const ms = percentile(seen[kind], share);
      return `${ms.toFixed(2)} (${(ms / percentile(idle[kind], share)).toFixed(1)} ×)`.padStart(15);
    }),
  );
  const more = seen.peakMiB - startMiB;
  return (
    name.padEnd(24) +
    times.join('') +
    seen.loopDelayP99.toFixed(1).padStart(10) +
    `${seen.peakMiB.toFixed(0)} (+${more.toFixed(0)})`.padStart(14)
  );
};

const signIn = async (url: string): Promise<{ api: Client; token: string }> => {
  const anonymous = createClient({ baseUrl: url, fetch });
  const { access_token: token } = await anonymous.call(initializeSetup, { body: admin });
  const headers = () => ({ authorization: `Bearer ${token}` });
  return { api: createClient({ baseUrl: url, fetch, headers }), token };
};

const isScanning = async (api: Client, id: string): Promise<boolean> =>
  ['pending', 'running'].includes((await api.call(getScanStatus, { params: { id } })).status);

/**
 * Latency of a page and of a list of 50: idle, during the scan of a library of this size, and
 * during another scan while the first one's covers are rendered. Also the server's memory and event
 * loop delay.
 */
export const benchReading = async (books = 5000): Promise<void> => {
  const dir = mkdtempSync(join(tmpdir(), 'octavo-bench-'));
  const main = fileURLToPath(import.meta.resolve('../server/cli/main.ts'));
  const data = join(dir, 'data');
  const options = ['serve', '--data-dir', data, '--port', '0', '--log-level', 'error'];
  const child = await startChild([main, ...options]);
  try {
    const { api, token } = await signIn(child.url);
    const startMiB = (await child.probe()).rssBytes / 2 ** 20;
    const add = async (name: string, count: number): Promise<string> => {
      const path = join(dir, name);
      generateLibrary(path, count);
      const body = { name, path, scan_immediately: true };
      return (await api.call(createLibrary, { body })).id;
    };
    await add('shelf', shelfBooks);
    while (await isBusy(api)) await delay(100);
    const [book] = (await api.call(listBooks)).data;
    const urls = {
      page: `${child.url}/api/v1/books/${book?.id ?? ''}/pages/1`,
      list: `${child.url}/api/v1/books?page=1&pageSize=50`,
    };
    await watch(child, urls, token, () => true);
    const idleEnd = performance.now() + idleMs;
    const idle = await watch(child, urls, token, () => performance.now() > idleEnd);
    const first = await add('first', books);
    const scanning = await watch(child, urls, token, async () => !(await isScanning(api, first)));
    const second = await add('second', books);
    const both = await watch(child, urls, token, async () => !(await isScanning(api, second)));
    const covers = await watch(child, urls, token, async () => !(await isBusy(api)));
    console.log(`${books} books, Node ${process.version}; times in ms, in brackets against idle`);
    const heading = ['page p50', 'page p95', 'list p50', 'list p95'];
    console.log(
      `${''.padEnd(24)}${heading.map((text) => text.padStart(15)).join('')}  loop p99     memory MiB`,
    );
    for (const kind of ['page', 'list'] as const) {
      const times = percentile(covers[kind], 0.95) / percentile(idle[kind], 0.95);
      record(figure(`p95 of a ${kind} while covers are made / idle`, times, '×', '≤ 1.5'));
    }
    console.log(describe('idle', idle, idle, startMiB));
    console.log(describe('scan', scanning, idle, startMiB));
    console.log(describe('scan and covers', both, idle, startMiB));
    console.log(describe('covers', covers, idle, startMiB));
    console.log(
      'targets: scan ≤ 1.5 × p50 and 2 × p95, with covers 2 × and 4 ×; loop p99 ≤ 10 ms;',
    );
    console.log('memory ≤ +60 MiB in a scan, +110 MiB with covers, over that after the start');
    console.log(`repeat: npm run bench -- reading ${books}`);
  } finally {
    await child.stop();
    rmSync(dir, { recursive: true, force: true });
  }
};
