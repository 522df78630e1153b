import path from 'node:path';

import type { Page } from 'playwright';

import { writeCbz } from '../../server/testing/zip.ts';
import { listBooks } from '../../shared/api/books.ts';
import { scanLibrary } from '../support/library.ts';
import { expect, test } from '../support/test.ts';

const turns = 300;
/** Turns before the first count, after which all neighbours of a page have been loaded once. */
const warmUp = 20;

/** Turns back and forth through the book, each page as soon as the one before is shown. */
const turnPages = (page: Page, count: number): Promise<void> =>
  page.evaluate(async (number) => {
    const region = () =>
      document.querySelector('section[aria-label^="Page"]')?.getAttribute('aria-label');
    for (let index = 0; index < number; index += 1) {
      const before = region();
      const key = Math.floor(index / 3) % 2 === 0 ? 'ArrowRight' : 'ArrowLeft';
      const target = document.activeElement ?? document.body;
      target.dispatchEvent(new KeyboardEvent('keydown', { key, code: key, bubbles: true }));
      for (let frame = 0; region() === before && frame < 60; frame += 1) {
        await new Promise(requestAnimationFrame);
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }, count);

/** Nodes that the browser holds, on the page or not, after garbage collection. */
const heldNodes = async (page: Page): Promise<number> => {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const { nodes } = await session.send('Memory.getDOMCounters');
  await session.detach();
  return nodes;
};

test('turning hundreds of pages keeps no node of the pages that are gone', async ({
  client,
  folder,
  openSignedIn,
}) => {
  writeCbz(path.join(folder, 'Shelf/Lantern/Lantern 1.cbz'), 8);
  await scanLibrary(client, 'Shelf', path.join(folder, 'Shelf'));
  const { data } = await client.call(listBooks, { query: { pageSize: 1 } });
  const page = await openSignedIn(`/read/${data[0]?.id ?? ''}`, { reducedMotion: 'reduce' });
  await page.locator('section[aria-label^="Page"]').waitFor();
  await turnPages(page, warmUp);
  const before = await heldNodes(page);
  await turnPages(page, turns);
  expect(await heldNodes(page)).toBeLessThan(before * 1.5);
});
