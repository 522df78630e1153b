import path from 'node:path';

import { listBooks } from '../../shared/api/books.ts';
import { writeCbz } from '../../server/testing/zip.ts';
import { faultsOf } from '../support/accessibility.ts';
import { scanLibrary } from '../support/library.ts';
import { reader } from '../support/reader.ts';
import { expect, test } from '../support/test.ts';

/** More than one page of a list. */
const chapters = 640;

test('a series of hundreds of chapters renders those in view, and every one can be reached', async ({
  folder,
  client,
  openSignedIn,
}) => {
  const root = path.join(folder, 'Comics');
  for (let chapter = 1; chapter <= chapters; chapter += 1) {
    const name = `Ch ${String(chapter).padStart(3, '0')}.cbz`;
    if (chapter !== 3) writeCbz(path.join(root, 'Saga', name), 1);
  }
  await scanLibrary(client, 'Comics', root);
  const { data, total } = await client.call(listBooks, { query: { sort: 'number' } });
  const [first] = data;
  expect(total).toBe(chapters - 1);

  const page = await openSignedIn(`/series/${first?.series_id ?? ''}`);
  const list = page.getByRole('list', { name: 'Saga' });
  const cards = list.getByRole('listitem');
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));

  // The arrow keys stop at a gap too.
  await cards.first().getByRole('link').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect.poll(focused).toBe('Ch 3 missing');
  await page.keyboard.press('ArrowRight');
  await expect.poll(focused).toContain('Ch 4');
  await page.keyboard.press('End');
  await expect.poll(focused).toContain(`Ch ${String(chapters)}`);
  await expect.poll(() => cards.count()).toBeLessThan(100);

  await page.getByRole('textbox', { name: 'Go to number' }).fill('320');
  await page.keyboard.press('Enter');
  await expect.poll(focused).toContain('Ch 320');
  expect(await faultsOf(page, 'grid')).toEqual([]);
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await list.getByRole('listitem').first().waitFor();
  await page.getByRole('textbox', { name: 'Go to number' }).fill('500');
  await page.keyboard.press('Enter');
  await expect.poll(focused).toContain('Ch 500');
  await expect.poll(() => cards.count()).toBeLessThan(100);
  expect(await faultsOf(page, 'list')).toEqual([]);
  // All of that is drawn from the compact records.
  expect(loaded.filter((address) => address.endsWith('/books'))).toEqual([]);

  // The panel of the reader starts at the book that is open.
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Read', exact: true }).click();
  await reader(page).shows('Page 1');
  const panel = page.getByRole('dialog', { name: 'Saga' });
  const current = panel.getByRole('button', { name: /Ch 500/ });
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.keyboard.press('t');
    await expect.poll(async () => (await current.boundingBox())?.y).toBeLessThan(800);
    await expect.poll(() => panel.getByRole('listitem').count()).toBeLessThan(60);
    if (width === 390) await page.keyboard.press('Escape');
  }
  await panel.getByRole('button', { name: /Ch 501/ }).click();
  await expect.poll(() => page.title()).toContain('501');
});
