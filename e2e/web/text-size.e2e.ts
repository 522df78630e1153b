import path from 'node:path';

import type { BrowserContextOptions } from 'playwright';

import { listBooks } from '../../shared/api/books.ts';
import { writeCbz } from '../../server/testing/zip.ts';
import { overflowOf } from '../support/accessibility.ts';
import { scanLibrary } from '../support/library.ts';
import { phoneOptions } from '../support/phone.ts';
import { reader } from '../support/reader.ts';
import { settled } from '../support/page-steps.ts';
import { goTo } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';
import { rowOverlapsOf, setBrowserFontSize, textFaultsOf } from '../support/text-size.ts';
import type { Client } from '../../shared/client.ts';

const desktop: BrowserContextOptions = {};
const phone: BrowserContextOptions = phoneOptions;

/** A library whose titles fill the two lines below a cover. */
const fillLibrary = async (client: Client, folder: string) => {
  const comics = path.join(folder, 'Comics');
  for (let index = 1; index <= 40; index += 1) {
    const name = `The Long Journey of a Clockmaker across the Sea ${index}`;
    writeCbz(path.join(comics, name, `${name} 001.cbz`), 2);
    if (index === 1) writeCbz(path.join(comics, name, `${name} 004.cbz`), 2);
  }
  const { library } = await scanLibrary(client, 'Comics', comics);
  const { data: books } = await client.call(listBooks, { query: { pageSize: 100 } });
  const first = books.find(({ path: file }) => file.endsWith(' 1 001.cbz'));
  return { library: library.id, book: first?.id ?? '', series: first?.series_id ?? '' };
};

test.for([
  { name: 'desktop', options: desktop },
  { name: 'phone', options: phone },
])(
  'a larger font size of the browser applies to each page without cutting anything off: $name',
  async ({ options }, { client, folder, openSignedIn }) => {
    const known = await fillLibrary(client, folder);
    const page = await openSignedIn(null, options);
    await setBrowserFontSize(page, 24);
    await page.goto('/');
    const faults: string[] = [];
    for (const address of [
      '/',
      '/libraries',
      `/library/${known.library}`,
      `/library/${known.library}?layout=list`,
      `/library/${known.library}?layout=table`,
      `/library/${known.library}?view=books`,
      `/library/${known.library}?view=folders`,
      `/series/${known.series}`,
      `/book/${known.book}`,
      '/search?q=clockmaker',
      '/added',
      '/creators',
      '/health',
      '/releases',
      '/stats',
      '/settings',
      '/settings/devices',
      '/settings/people',
      '/settings/tasks',
    ]) {
      await goTo(page, address);
      await page.getByRole('heading').first().waitFor({ state: 'attached' });
      await settled(page);
      const screen = address.replaceAll(/[\da-f-]{36}/g, '…');
      // The smallest texts have 12 px otherwise.
      faults.push(
        ...(await textFaultsOf(page, screen, 18)),
        ...(await rowOverlapsOf(page, screen)),
        ...(await overflowOf(page, screen)),
      );
    }
    expect(faults).toEqual([]);

    // Side by side, the two navigations would leave the page of the settings no room.
    await goTo(page, '/settings/people');
    await page.getByRole('button', { name: 'People', expanded: false }).waitFor();

    await goTo(page, `/library/${known.library}`);
    const title = page.locator('#content [data-index="0"] [title] > :nth-child(2)');
    expect(await title.evaluate((text) => getComputedStyle(text).fontSize)).toBe('19.5px');

    await page.goto(`/read/${known.book}`);
    await reader(page).shows('Page 1');
    await page.keyboard.press('s');
    await page.getByRole('dialog', { name: 'Reader settings' }).waitFor();
    await settled(page);
    expect(await textFaultsOf(page, 'reader', 18)).toEqual([]);
    expect(await overflowOf(page, 'reader')).toEqual([]);
  },
);

test('a grid that is open makes room when texts become larger in the browser', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const { library } = await fillLibrary(client, folder);
  const page = await openSignedIn(`/library/${library}`);
  const second = page.locator('#content [data-index="0"]').getByRole('link');
  const height = async () => (await second.boundingBox())?.height ?? 0;
  await settled(page);
  const before = await height();
  await setBrowserFontSize(page, 24);
  await expect.poll(height).toBeGreaterThan(before);
  await expect.poll(() => rowOverlapsOf(page, 'library')).toEqual([]);
  await setBrowserFontSize(page, 16);
  await expect.poll(height).toBe(before);
});

test('with the largest texts, the last tab of the smallest phone is reached', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn(null, { ...phone, viewport: { width: 320, height: 568 } });
  await setBrowserFontSize(page, 32);
  await page.goto('/');
  const width = () => page.evaluate(() => innerWidth);
  await page.getByRole('button', { name: 'More', exact: true }).tap();
  await page.getByRole('dialog').getByRole('link', { name: 'Settings' }).waitFor();
  await expect.poll(width).toBe(320);
});

test('with the largest texts, the smallest phone cuts no label of a German button', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn(null, {
    ...phone,
    viewport: { width: 320, height: 640 },
    locale: 'de-DE',
  });
  await setBrowserFontSize(page, 32);
  await page.goto('/');
  const cut: string[] = [];
  for (const address of ['/libraries', '/health', '/stats', '/settings/people']) {
    await goTo(page, address);
    await page.getByRole('heading').first().waitFor({ state: 'attached' });
    await settled(page);
    const names = await page.locator('#content button').evaluateAll((buttons) =>
      buttons
        .filter(({ textContent, role }) => textContent !== '' && role !== 'tab')
        .filter((button) => button.getBoundingClientRect().right > innerWidth)
        .map(({ textContent }) => textContent),
    );
    cut.push(...names.map((name) => `${address}: ${name}`));
  }
  expect(cut).toEqual([]);
});

test('a month fits into a narrow phone with the largest texts', async ({
  client,
  folder,
  openSignedIn,
}) => {
  await fillLibrary(client, folder);
  const page = await openSignedIn('/added', { ...phone, viewport: { width: 320, height: 640 } });
  const headers = page.getByRole('columnheader');
  await expect.poll(() => headers.first().innerText()).toBe('Mon');
  await setBrowserFontSize(page, 32);
  await expect.poll(() => headers.first().innerText()).toBe('M');
  await page.getByRole('columnheader', { name: 'Monday' }).waitFor();
  const lines = await page
    .getByRole('cell')
    .locator('> span')
    .evaluateAll((days) => days.map((day) => day.getBoundingClientRect().height));
  expect(new Set(lines).size, 'every number has one line').toBe(1);
});
