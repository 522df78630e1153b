import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';

import type { BrowserContextOptions, Page } from 'playwright';

import { launchBrowser } from '../e2e/support/browser.ts';
import { root } from '../e2e/support/server.ts';
import { figure, record } from './figures.ts';
import { median, percentile } from './statistics.ts';
import { benchScreens } from './web-screens.ts';
import { openWebLibrary, type WebLibrary } from './web-library.ts';
import {
  barePage,
  collectScripts,
  memoryOf,
  scrollFrames,
  searchTime,
  signedInState,
  turnPage,
  untilThere,
} from './web-probes.ts';

const coldStarts = 5;
const scrolledFrames = 240;
const turns = 500;
const searched = ['River', 'Lantern', 'Harbour', 'Falcon', 'Meadow'];

const print = (what: string, figure: string, budget: string): void =>
  console.log(`${what.padEnd(52)}${figure.padStart(34)}  ${budget}`);
const ms = (value: number) => `${value.toFixed(1)} ms`;

/**
 * The web app in Chromium with this number of series: results against their budgets, and against a
 * baseline page in the same run where they depend on the machine.
 */
export const benchWeb = async (series = 10_000): Promise<void> => {
  execFileSync(process.execPath, [join(root, 'scripts/build.ts')], { stdio: 'ignore' });
  const dir = mkdtempSync(join(tmpdir(), 'octavo-bench-'));
  const library = await openWebLibrary(dir, series);
  const browser = await launchBrowser();
  try {
    const [lastMinute = 0] = loadavg();
    console.log(`${series} series, load ${lastMinute.toFixed(1)}`);
    const open = async (): Promise<Page> => {
      // Each session is a separate browser context with an empty cache.
      const storageState = await signedInState(browser, library.server.url);
      const options: BrowserContextOptions = { baseURL: library.server.url, storageState };
      const context = await browser.newContext({ ...options, locale: 'en-GB' });
      return context.newPage();
    };
    await benchScreens(open, library);
    await benchHome(open);
    await benchScrolling(open, library);
    await benchSearch(await open());
    await benchTurns(await open(), library.book);
  } finally {
    await browser.close();
    await library.server.stop();
    rmSync(dir, { recursive: true, force: true });
  }
};

/**
 * Time until Home shows its shelves, and until it responds to a key afterwards (ms), with an empty
 * cache.
 */
const openHome = async (page: Page) => {
  await page.goto('/', { waitUntil: 'commit' });
  await untilThere(page, 'main li a');
  const drawn = await page.evaluate(() => performance.now());
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').waitFor();
  return { drawn, answered: await page.evaluate(() => performance.now()) };
};

/** No reader is among the scripts that are requested until the shelves are shown. */
const benchScripts = async (page: Page): Promise<void> => {
  const scripts = collectScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page.locator('main li a').first().waitFor();
  const readers = scripts.filter((response) =>
    /reader-page|engine|navigator|pdf/.test(response.url()),
  );
  print('Home: scripts of readers until shelves are drawn', String(readers.length), '0');
  await page.context().close();
};

const benchHome = async (open: () => Promise<Page>): Promise<void> => {
  await benchScripts(await open());
  const drawn: number[] = [];
  const answered: number[] = [];
  for (let index = 0; index < coldStarts; index += 1) {
    const page = await open();
    const times = await openHome(page);
    drawn.push(times.drawn);
    answered.push(times.answered);
    await page.context().close();
  }
  const formatted = (times: number[]) => `${ms(median(times))}, ${ms(Math.max(...times))}`;
  print('Home, cold: shelves drawn; median, longest', formatted(drawn), '< 1,000 ms');
  print('  then a key, whose palette is fetched first', formatted(answered), '');
};

const benchScrolling = async (
  open: () => Promise<Page>,
  { many, covers }: WebLibrary,
): Promise<void> => {
  // Slow and fast scrolling.
  for (const pixels of [30, 90]) {
    const page = await open();
    await page.goto(`/library/${many}`);
    await page.locator('#content [data-index] a').first().waitFor();
    await page.waitForTimeout(1000);
    const ours = await scrollFrames(page, '#content', pixels, scrolledFrames);
    await page.context().close();
    const bare = await open();
    await bare.goto('/api/v1/health');
    await bare.setContent(barePage(covers));
    await bare.waitForTimeout(1000);
    const theirs = await scrollFrames(bare, 'html', pixels, scrolledFrames);
    await bare.context().close();
    record(
      figure(`longest frame, scrolling ${pixels} px a frame`, Math.max(...ours), 'ms', '≤ 50'),
    );
    const formatted = (frames: number[]) =>
      `${ms(median(frames))}, ${ms(percentile(frames, 0.95))}, ${ms(Math.max(...frames))}`;
    print(
      `Scrolling covers, ${pixels} px a frame: median, p95, longest`,
      formatted(ours),
      'longest < 50 ms',
    );
    print('  a bare page of the same pictures', formatted(theirs), '');
    print(
      '  ratio of p95 and of the longest',
      `${(percentile(ours, 0.95) / percentile(theirs, 0.95)).toFixed(2)} ×, ${(Math.max(...ours) / Math.max(...theirs)).toFixed(2)} ×`,
      '',
    );
  }
};

const benchSearch = async (page: Page): Promise<void> => {
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').waitFor();
  const times: number[] = [];
  for (const words of searched) times.push(await searchTime(page, words));
  record(figure('search as you type', median(times), 'ms'));
  print(
    'Search as you type: median, longest',
    `${ms(median(times))}, ${ms(Math.max(...times))}`,
    '',
  );
  await page.context().close();
};

const benchTurns = async (page: Page, book: string): Promise<void> => {
  await page.goto(`/read/${book}`);
  await page.locator('section[aria-label^="Page"]').waitFor();
  await page.waitForTimeout(2000);
  const turn = async (index: number) => {
    // To the end of the book and back, at the pace of a user looking for a page.
    const key = Math.floor(index / 12) % 2 === 0 ? 'ArrowRight' : 'ArrowLeft';
    const measured = await turnPage(page, key);
    await page.waitForTimeout(60);
    return measured;
  };
  for (let index = 0; index < 24; index += 1) await turn(index);
  const before = await memoryOf(page);
  const measured = [];
  for (let index = 0; index < turns; index += 1) measured.push(await turn(index));
  const after = await memoryOf(page);
  const work = measured.map((sample) => sample.work);
  const frame = measured.map((sample) => sample.frame);
  const formatted = (times: number[]) => `${ms(median(times))}, ${ms(percentile(times, 0.95))}`;
  record(figure('work for a page turn, p95', percentile(work, 0.95), 'ms', '≤ 16'));
  record(figure(`nodes held after ${turns} turns`, after.nodes / before.nodes, '×', '≤ 1.2'));
  print('Page turn: work for it, median and p95', formatted(work), '< 16 ms');
  print('Page turn: until the next frame begins', formatted(frame), '');
  print(
    `Memory after ${turns} turns: heap, nodes`,
    `${(after.heap / before.heap).toFixed(2)} ×, ${(after.nodes / before.nodes).toFixed(2)} × (${(after.heap / 1e6).toFixed(0)} MB)`,
    '< 1.2 ×',
  );
  await page.context().close();
};
