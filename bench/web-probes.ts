import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

import type { Browser, BrowserContext, Page, Response } from 'playwright';

import { enter } from '../e2e/support/page-steps.ts';

const pollMs = 5;

/** Storage of a signed-in browser, so that contexts begin signed in. */
export const signedInState = async (
  browser: Browser,
  baseURL: string,
): ReturnType<BrowserContext['storageState']> => {
  const page = await browser.newPage({ baseURL });
  await page.goto('/');
  await enter(page);
  const state = await page.context().storageState();
  await page.context().close();
  return state;
};

/**
 * Waits at most 30 s for an element. Playwright's own waiting first runs its scripts in the page, for some 40 ms
 * of those that are measured.
 */
export const untilThere = async (page: Page, selector: string): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  const expression = `document.querySelector(${JSON.stringify(selector)}) !== null`;
  const end = performance.now() + 30_000;
  for (let isThere = false; !isThere;) {
    if (performance.now() > end) throw new Error(`Not within 30 s: ${selector}`);
    await sleep(pollMs);
    const { result } = await session.send('Runtime.evaluate', { expression });
    isThere = result.value === true;
  }
  await session.detach();
};

/** Collects the responses of a page that are scripts, from here on. */
export const collectScripts = (page: Page): readonly Response[] => {
  const scripts: Response[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response);
  });
  return scripts;
};

/** Bytes of responses as a browser elsewhere gets them: to localhost they come uncompressed. */
export const gzippedBytes = async (responses: readonly Response[]): Promise<number> => {
  const bodies = await Promise.all(responses.map((response) => response.body()));
  return bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
};

/** Frame times (ms) of a list scrolled by a number of pixels per frame. */
export const scrollFrames = (
  page: Page,
  selector: string,
  pixels: number,
  frames: number,
): Promise<number[]> =>
  page.evaluate(
    async ([place, step, count]) => {
      const list = document.querySelector(place) ?? document.documentElement;
      const times: number[] = [];
      let last = await new Promise<number>(requestAnimationFrame);
      for (let index = 0; index < count; index += 1) {
        list.scrollTop += step;
        const now = await new Promise<number>(requestAnimationFrame);
        times.push(now - last);
        last = now;
      }
      return times;
    },
    [selector, pixels, frames] as const,
  );

export interface Turn {
  /** Until the document shows the other page. */
  work: number;
  /** Until the following frame starts. */
  frame: number;
}

/** Duration of a key press in the comic reader (ms); waits at most 3 s. */
export const turnPage = (page: Page, key: string): Promise<Turn> =>
  page.evaluate(async (pressed) => {
    const region = () =>
      document.querySelector('section[aria-label^="Page"]')?.getAttribute('aria-label');
    const before = region();
    const start = performance.now();
    const target = document.activeElement ?? document.body;
    target.dispatchEvent(
      new KeyboardEvent('keydown', { key: pressed, code: pressed, bubbles: true }),
    );
    while (region() === before && performance.now() - start < 3000) await Promise.resolve();
    const work = performance.now() - start;
    await new Promise(requestAnimationFrame);
    return { work, frame: performance.now() - start };
  }, key);

/** Time from typing into the palette until a matching result appears (ms). */
export const searchTime = async (page: Page, words: string): Promise<number> => {
  await page.getByRole('combobox').fill('');
  const start = performance.now();
  await page.keyboard.insertText(words);
  await page.getByRole('option', { name: words }).first().waitFor();
  return performance.now() - start;
};

export interface Memory {
  /** JavaScript heap after garbage collection (bytes). */
  heap: number;
  nodes: number;
}

/** Memory of the page after garbage collection. */
export const memoryOf = async (page: Page): Promise<Memory> => {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes } = await session.send('Memory.getDOMCounters');
  await session.detach();
  return { heap: usedSize, nodes };
};

/** Baseline page with only these images, to scroll like the library. */
export const barePage = (covers: readonly string[]): string => {
  const items = covers
    .map(
      (cover, index) =>
        `<li><img src="${cover}" alt="" loading="lazy" decoding="async"><b>River ${index}</b><p>10 books</p></li>`,
    )
    .join('');
  return `<!doctype html><title>Bare</title><style>ul{display:grid;grid-template-columns:repeat(6,1fr);gap:18px}
li{list-style:none;content-visibility:auto;height:330px}img{display:block;width:100%;height:270px;object-fit:cover}</style><ul>${items}</ul>`;
};
