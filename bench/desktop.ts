import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Browser, BrowserContextOptions } from 'playwright';

import { launchBrowser } from '../e2e/support/browser.ts';
import { root } from '../e2e/support/server.ts';
import { redeemTicket } from '../shared/api/auth.ts';
import { createLibrary } from '../shared/api/libraries.ts';
import { getScanStatus } from '../shared/api/scans.ts';
import { createClient } from '../shared/client.ts';
import { buildChild, startChild, type Child } from './desktop-child.ts';
import { figure, record } from './figures.ts';
import { generateLibrary } from './generate.ts';
import { untilIdle } from './idle.ts';
import { median } from './statistics.ts';
import { untilThere } from './web-probes.ts';

const starts = 5;
const idleMs = 30_000;
/** Delay after which startup work and its memory are settled (ms). */
const restMs = 35_000;
const sampleMs = 100;

/** On a machine where the bare server uses 44 MiB. */
const memoryTarget = '≤ 90 MiB, 2.05 × bare';

const print = (what: string, figure: string, target = ''): void =>
  console.log(`${what.padEnd(48)}${figure.padStart(30)}  ${target}`);
const mib = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MiB`;
const ms = (time: number) => `${time.toFixed(0)} ms`;

/**
 * Measures the desktop app with a library of this size: startup, idle, and during a scan. Shell and
 * server run as one Node process; the window is a Chromium page, which only counts towards the time
 * until Home is usable.
 */
export const benchDesktop = async (books = 20_000): Promise<void> => {
  execFileSync(process.execPath, [join(root, 'scripts/build.ts')], { stdio: 'ignore' });
  const hasElectron = existsSync(join(root, 'node_modules/electron/path.txt'));
  console.log(
    hasElectron
      ? 'The shell under Node, its window in Chromium; npm run test:desktop drives Electron itself.'
      : 'The shell under Node, its window in Chromium: the program of Electron is not installed.',
  );
  const [load = 0] = loadavg();
  console.log(`${books} books, load ${load.toFixed(1)}, Node ${process.version}\n`);
  const dir = mkdtempSync(join(tmpdir(), 'octavo-bench-'));
  const userData = join(dir, 'user');
  mkdirSync(join(userData, 'data'), { recursive: true, mode: 0o700 });
  const program = await buildChild(dir);
  const browser = await launchBrowser();
  try {
    await benchScan(program, userData, join(dir, 'library'), books);
    await benchStart(program, browser, userData);
    await benchIdle(program, browser, userData);
    console.log(`\nrepeat: npm run bench -- desktop ${books}`);
  } finally {
    await browser.close();
    rmSync(dir, { recursive: true, force: true });
  }
};

/** Memory before the first library, and its peak during the scan. */
const benchScan = async (
  program: string,
  userData: string,
  library: string,
  books: number,
): Promise<void> => {
  generateLibrary(library, books);
  const child = await startChild(program, 'shell', userData);
  await sleep(restMs);
  const { rss: before } = await child.usage();
  const ticket = (await child.ticket()) ?? '';
  const visitor = createClient({ baseUrl: child.url, fetch });
  const { access_token } = await visitor.call(redeemTicket, { body: { ticket } });
  const client = createClient({
    baseUrl: child.url,
    fetch,
    headers: () => ({ authorization: `Bearer ${access_token}` }),
  });
  const body = { name: 'Bench', path: library, scan_immediately: true };
  const { id } = await client.call(createLibrary, { body });
  let most = 0;
  for (let isOver = false; !isOver;) {
    await sleep(sampleMs);
    most = Math.max(most, (await child.usage()).rss);
    const { status } = await client.call(getScanStatus, { params: { id } });
    isOver = status === 'completed';
  }
  print('Memory at rest before the first library', mib(before), memoryTarget);
  print(
    `Memory, the most while ${books} books are scanned`,
    `${mib(most)} (+${mib(most - before)})`,
    '≤ +60 MiB',
  );
  // Covers are rendered in the background, which costs most.
  let maxLater = 0;
  const end = performance.now() + idleMs;
  while (performance.now() < end) {
    maxLater = Math.max(maxLater, (await child.usage()).rss);
    await sleep(sampleMs);
  }
  print(
    'Memory, the most in the 30 s after, with covers',
    `${mib(maxLater)} (+${mib(maxLater - before)})`,
    '≤ +110 MiB',
  );
  record(
    figure(
      'most memory while books are scanned, above rest',
      (most - before) / 2 ** 20,
      'MiB',
      '≤ 50',
    ),
    figure(
      'most memory while covers are made, above rest',
      (maxLater - before) / 2 ** 20,
      'MiB',
      '≤ 90',
    ),
  );
  // Startup and idle are measured with a fully processed library.
  await untilIdle(client);
  await child.quit();
};

/** Storage of the window after its first start, which a later one begins with. */
const windowState = async (program: string, browser: Browser, userData: string) => {
  const child = await startChild(program, 'shell', userData);
  const page = await openHome(browser, child);
  const state = await page.context().storageState();
  await page.context().close();
  await child.quit();
  return state;
};

const benchStart = async (program: string, browser: Browser, userData: string): Promise<void> => {
  const bare: number[] = [];
  const ours: number[] = [];
  const home: number[] = [];
  const storageState = await windowState(program, browser, userData);
  for (let start = 0; start < starts; start += 1) {
    const other = await startChild(program, 'bare');
    bare.push(other.startedMs);
    await other.quit();
    const begun = performance.now();
    const child = await startChild(program, 'shell', userData);
    ours.push(child.startedMs);
    const page = await openHome(browser, child, { storageState });
    home.push(performance.now() - begun);
    await page.context().close();
    await child.quit();
  }
  const [own, two] = [median(ours), median(bare)];
  record(
    figure('start to the first answer / bare server', own / two, '×', '≤ 2.8'),
    figure('start to a Home that can be used / bare server', median(home) / two, '×', '≤ 10'),
  );
  print(
    'Start of the process to its first answer',
    `${ms(own)} (${(own / two).toFixed(2)} × bare)`,
    '≤ 3.2 ×',
  );
  print('  a bare node:http server', ms(two));
  print('Start of the process to a Home that can be used', ms(median(home)), '');
};

/**
 * Opens Home like the window: signed in by a ticket, or with the storage of an earlier start in `options`.
 */
const openHome = async (browser: Browser, child: Child, options: BrowserContextOptions = {}) => {
  const page = await browser.newPage({ locale: 'en-GB', ...options });
  const ticket = JSON.stringify(await child.ticket());
  await page.addInitScript(
    `window.octavo = { platform: 'linux', takeTicket: async () => ${ticket}, pickFolder: async () => null, pathOfFile: () => null };`,
  );
  await page.goto(child.url, { waitUntil: 'commit' });
  await untilThere(page, 'main li a');
  return page;
};

/** Half a minute with Home open and no input. */
const benchIdle = async (program: string, browser: Browser, userData: string): Promise<void> => {
  const bare = await startChild(program, 'bare');
  const child = await startChild(program, 'shell', userData);
  const page = await openHome(browser, child);
  await sleep(restMs);
  const before = { ours: await child.usage(), bare: await bare.usage() };
  await sleep(idleMs);
  const after = { ours: await child.usage(), bare: await bare.usage() };
  const share = (side: 'ours' | 'bare') =>
    `${(((after[side].cpuMs - before[side].cpuMs) / idleMs) * 100).toFixed(2)} %`;
  print('Processor at rest over 30 s, Home open', share('ours'), '');
  print('  a bare node:http server', share('bare'));
  const { rss } = after.ours;
  const timesBare = (rss / after.bare.rss).toFixed(2);
  record(figure('memory at rest after covers, Home open / bare', rss / after.bare.rss, '×', '≤ 2'));
  print('Memory at rest, Home open', `${mib(rss)} (${timesBare} × bare)`, memoryTarget);
  print('  a bare node:http server', mib(after.bare.rss));
  await page.context().close();
  await child.quit();
  await bare.quit();
};
