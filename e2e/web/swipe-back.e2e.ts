import path from 'node:path';

import { listBooks } from '../../shared/api/books.ts';
import { findBrowser, launchBrowser } from '../support/browser.ts';
import { copyFixtures, scanLibrary } from '../support/library.ts';
import { phoneOptions } from '../support/phone.ts';
import { reader } from '../support/reader.ts';
import { expect, test as base } from '../support/test.ts';

/** The whole Chromium: the headless shell does not go back on a swipe. */
const test = base
  .extend('wholeBrowser', { scope: 'file' }, async ({}, { onCleanup }) => {
    const file = findBrowser();
    if (file === null) return null;
    const browser = await launchBrowser(file);
    onCleanup(() => browser.close());
    return browser;
  })
  .extend('browser', ({ browser, wholeBrowser }) => wholeBrowser ?? browser);

test('a swipe towards the previous page of the browser does not leave a book', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const books = path.join(folder, 'books');
  const names = [
    'Webtoons/Pepper & Carrot (long strip)/Episode 006.cbz',
    'PDF/pdf.js samples/nested_outline.pdf',
    'Books/W3C EPUB tests/lay-fxl-spread-both.epub',
  ];
  for (const name of names) copyFixtures(`library/${name}`, path.join(books, name));
  await scanLibrary(client, 'Books', books);
  const { data } = await client.call(listBooks, { query: {} });
  expect(data).toHaveLength(3);
  const page = await openSignedIn('/', phoneOptions);
  for (const { id, page_count } of data) {
    await page.goto('/lists');
    await page.goto(`/read/${id}?incognito=true`);
    await page.locator('main [data-page="1"], main[data-page="1"]').first().waitFor();
    for (let times = 0; times < 2; times += 1) await reader(page).swipe('right');
    await page.waitForTimeout(300);
    expect([page_count, new URL(page.url()).pathname]).toEqual([page_count, `/read/${id}`]);
  }
});
