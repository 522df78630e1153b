import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import type { Page } from 'playwright';

import { launchBrowser } from '../e2e/support/browser.ts';
import { scanLibrary } from '../e2e/support/library.ts';
import { root, setUp, startOctavo } from '../e2e/support/server.ts';
import type { Book } from '../shared/api/book-record.ts';
import { listBooks } from '../shared/api/books.ts';
import { figure, record } from './figures.ts';
import { isBusy } from './idle.ts';
import { median, percentile } from './statistics.ts';
import { signedInState, untilThere } from './web-probes.ts';

const fixtures = join(root, '../shared/fixtures/library');
const opened = 5;
const turned = 20;
/** Pause before a page is turned (ms): long enough to prepare the next one. */
const lookMs = 600;

/** From the navigation until an element is there and the next frame begins (ms). */
const timeTo = async (page: Page, url: string, selector: string): Promise<number> => {
  await page.goto(url, { waitUntil: 'commit' });
  await untilThere(page, selector);
  return page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    return performance.now();
  });
};

/** From a key until the page after the shown one is there with its drawing, and the frames in between. */
const turnPdf = (page: Page): Promise<{ ms: number; frames: number }> =>
  page.evaluate(async () => {
    const number = () => Number(document.querySelector('main')?.dataset['page']);
    const isDrawn = (wanted: number) =>
      document.querySelector(`.page[data-page-number="${wanted}"] canvas`) !== null;
    const wanted = number() + 1;
    const start = performance.now();
    const target = document.activeElement ?? document.body;
    target.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'ArrowRight', code: 'ArrowRight', bubbles: true }),
    );
    let frames = 0;
    while (!isDrawn(wanted) && performance.now() - start < 5000) {
      await new Promise(requestAnimationFrame);
      frames += 1;
    }
    return { ms: performance.now() - start, frames };
  });

const print = (what: string, times: readonly number[], target: string) =>
  console.log(
    `${what.padEnd(44)}${median(times).toFixed(0).padStart(8)} ms, longest ${Math.max(...times).toFixed(0)} ms  ${target}`,
  );

/**
 * The readers of a long EPUB and a long PDF in Chromium: from a click on a warm page to the first
 * page, and from a key to the next page of the PDF.
 */
export const benchReaders = async (): Promise<void> => {
  execFileSync(process.execPath, [join(root, 'scripts/build.ts')], { stdio: 'ignore' });
  const dir = mkdtempSync(join(tmpdir(), 'octavo-bench-'));
  const shelf = join(dir, 'shelf');
  cpSync(join(fixtures, 'Books/Herman Melville'), join(shelf, 'Melville'), { recursive: true });
  cpSync(
    join(fixtures, 'PDF/The Rust Programming Language.pdf'),
    join(shelf, 'Rust/The Rust Programming Language.pdf'),
  );
  const server = await startOctavo(join(dir, 'data'));
  const browser = await launchBrowser();
  try {
    const client = await setUp(server);
    await scanLibrary(client, 'Shelf', shelf);
    while (await isBusy(client)) await delay(100);
    const { data: books } = await client.call(listBooks, { query: { pageSize: 100 } });
    const bookOf = (format: string): Book => {
      const book = books.find((candidate) => candidate.filename.endsWith(format));
      if (!book) throw new Error(`No book of ${format}`);
      return book;
    };
    const storageState = await signedInState(browser, server.url);
    const context = await browser.newContext({ baseURL: server.url, storageState });
    const page = await context.newPage();
    for (const [format, ready, target] of [
      ['.epub', 'main[data-state="ready"]', '≤ 500 ms'],
      ['.pdf', '.page canvas', '≤ 800 ms'],
    ] as const) {
      const book = bookOf(format);
      const times: number[] = [];
      for (let index = 0; index <= opened; index += 1) {
        await page.goto('/');
        times.push(await timeTo(page, `/read/${book.id}`, ready));
      }
      const name = `${format.slice(1).toUpperCase()} of ${book.page_count} pages open`;
      print(name, times.slice(1), target);
      record(figure(name, median(times.slice(1)), 'ms', target));
    }
    const turns: Awaited<ReturnType<typeof turnPdf>>[] = [];
    for (let index = 0; index < turned; index += 1) {
      await page.waitForTimeout(lookMs);
      turns.push(await turnPdf(page));
    }
    const frames = turns.map((turn) => turn.frames);
    print(
      'next page of a PDF',
      turns.map(({ ms }) => ms),
      '',
    );
    console.log(
      `  frames until it is drawn: median ${median(frames)}, p95 ${percentile(frames, 0.95)}, target 1`,
    );
    record(figure('next page of a PDF, frames', median(frames), '', '≤ 1'));
  } finally {
    await browser.close();
    await server.stop();
    rmSync(dir, { recursive: true, force: true });
  }
};
