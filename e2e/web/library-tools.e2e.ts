import path from 'node:path';

import { writeCbz } from '../../server/testing/zip.ts';
import { updateProgress } from '../../shared/api/progress.ts';
import { listBooks } from '../../shared/api/books.ts';
import { faultsOf } from '../support/accessibility.ts';
import { scanLibrary, scanGenerated } from '../support/library.ts';
import { phoneSize } from '../support/phone.ts';
import { expect, test } from '../support/test.ts';

test('the toolbar stays visible, cards open books, and each library keeps its layout', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const { library } = await scanGenerated(client, folder, 'Shelf', 60);
  writeCbz(path.join(folder, 'Other/Lantern/Lantern 1.cbz'), 2);
  writeCbz(path.join(folder, 'Other/Lantern/Lantern 2.cbz'), 2);
  const { library: other } = await scanLibrary(client, 'Other', path.join(folder, 'Other'));
  const page = await openSignedIn(`/library/${library.id}`, { reducedMotion: 'reduce' });
  const list = page.getByRole('list', { name: 'Shelf' });
  await list.getByRole('link').first().waitFor();

  // The toolbar stays while the list scrolls below it.
  await page.locator('#content').evaluate((content) => content.scrollTo(0, 600));
  const filter = page.getByRole('button', { name: 'Filter', exact: true });
  expect((await filter.boundingBox())?.y).toBeLessThan(120);
  await filter.click();
  await page.getByRole('heading', { name: 'Filter', level: 2 }).waitFor();
  expect(await faultsOf(page, 'filter')).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: 'Filter', level: 2 }).waitFor({ state: 'detached' });

  // A layout is that of one library.
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await page.goto(`/library/${other.id}`);
  await page.getByRole('button', { name: 'Covers', exact: true }).click();
  await page.goto(`/library/${library.id}`);
  await expect
    .poll(() =>
      page.getByRole('button', { name: 'List', exact: true }).getAttribute('aria-pressed'),
    )
    .toBe('true');

  // Opens a random result of the filter; here there is only one.
  await page.goto(`/library/${other.id}`);
  await page.getByRole('button', { name: 'Sort by: Name' }).click();
  await page.getByRole('menuitem', { name: 'Open a random series' }).click();
  await page.getByRole('heading', { name: 'Lantern', level: 1 }).waitFor();

  // The menu of a card begins with Read, and offers no mark that it has.
  await page.goto(`/library/${other.id}`);
  const card = page.getByRole('link', { name: /^Lantern/ });
  await card.click({ button: 'right' });
  const menu = page.getByRole('menu');
  await expect.poll(() => menu.getByRole('menuitem').first().textContent()).toBe('Read');
  await expect.poll(() => menu.getByRole('menuitem', { name: 'Mark as unread' }).count()).toBe(0);
  await page.keyboard.press('Escape');

  // Its page leaves out what is read, and turns the order around.
  const { data: books } = await client.call(listBooks, { query: { library_id: other.id } });
  await client.call(updateProgress, {
    params: { id: books.find(({ title }) => title.endsWith('1'))?.id ?? '' },
    body: { current_page: 2, is_completed: true },
  });
  await card.click();
  await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
  const volumes = page.locator('main').getByRole('link', { name: /^Lantern \d/ });
  await expect.poll(() => volumes.count()).toBe(2);
  await page.getByRole('button', { name: 'Sort by: Reading order' }).click();
  await page.getByRole('menuitem', { name: 'Descending' }).click();
  // Numbers tell books apart whose titles begin alike.
  await expect.poll(() => volumes.first().textContent()).toContain('Lantern 2Ch 2 · 2 pages');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('button', { name: 'Unread', exact: true }).click();
  await expect.poll(() => volumes.count()).toBe(1);
  expect(await faultsOf(page, 'series')).toEqual([]);

  // The table names the read status, and has the pages in their own column.
  await page.goto(`/library/${other.id}?view=books&layout=table`);
  const row = (name: string) => page.getByRole('row', { name });
  await expect.poll(() => row('Lantern 2').getByText('Unread', { exact: true }).count()).toBe(1);
  await expect.poll(() => row('Lantern 1').getByText('Read', { exact: true }).count()).toBe(1);

  // Read on the cover opens the next unread book.
  await page.goto(`/library/${other.id}`);
  await card.hover();
  await page.getByRole('button', { name: 'Read', exact: true }).click();
  await page.getByRole('region', { name: /^Page 1 of 2/ }).waitFor();
  expect(page.url()).toContain(books.find(({ title }) => title.endsWith('2'))?.id);
});

test('pages have one left edge, and a low window reaches each entry of the sidebar', async ({
  openSignedIn,
}) => {
  const viewport = { width: 900, height: 600 };
  const page = await openSignedIn('/', { reducedMotion: 'reduce', viewport });
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('heading', { name: 'General', level: 1 }).waitFor();

  await page.setViewportSize({ width: 1440, height: 900 });
  const edges = new Set<number>();
  const paths = ['health', 'stats', 'activity', 'trash', 'search', 'duplicates', 'downloads'];
  for (const path of paths) {
    await page.goto(`/${path}`);
    const heading = page.getByRole('heading', { level: 1 }).first();
    await heading.waitFor();
    const left = () => heading.evaluate((element) => Math.round(element.getBoundingClientRect().x));
    // The header of the loading page is replaced by that of the page.
    await expect.poll(left).toBeGreaterThan(0);
    edges.add(await left());
  }
  expect([...edges]).toHaveLength(1);
});

test('on a phone the filter is a sheet, whose button says how much it shows', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const { library } = await scanGenerated(client, folder, 'Shelf', 3);
  const viewport = phoneSize;
  const page = await openSignedIn(`/library/${library.id}`, { reducedMotion: 'reduce', viewport });
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const show = page.getByRole('button', { name: 'Show 3 series' });
  await show.waitFor();
  const box = await show.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(760);
  expect(await faultsOf(page)).toEqual([]);
  await page
    .getByRole('button', { name: /^Read(?: \d|$)/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Show 0 series' }).click();
  await show.waitFor({ state: 'detached' });
});
