import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { Page } from 'playwright';

import { pdfOf } from '../../server/testing/pdf.ts';
import { writeCbz } from '../../server/testing/zip.ts';
import { listBooks } from '../../shared/api/books.ts';
import { writeEpub } from '../support/epub.ts';
import { copyFixtures, scanGenerated, scanLibrary } from '../support/library.ts';
import { reader } from '../support/reader.ts';
import { expect, test } from '../support/test.ts';
import { enter, readerOfFirstBook } from '../support/page-steps.ts';

/** A PDF in which each third of the pages is a part of the tree, and each page, with its size, takes a request of its own. */
const largePdf = (pages: number): Buffer => {
  const numbers = Array.from({ length: pages }, (_, index) => index + 1);
  const third = pages / 3;
  const objectOf = (page: number) => 2 * page + 5;
  const kids = (list: readonly number[]) => list.map((kid) => `${kid} 0 R`).join(' ');
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids([4, 5, 6])}] /Count ${pages} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...[0, 1, 2].map((part) => {
      const own = numbers.slice(part * third, (part + 1) * third).map(objectOf);
      return `<< /Type /Pages /Parent 2 0 R /Kids [${kids(own)}] /Count ${third} >>`;
    }),
    ...numbers.flatMap((page) => {
      const text = `BT /F 40 Tf 20 300 Td (Words of page ${page}) Tj ET`.padEnd(300_000);
      const parent = 4 + Math.floor((page - 1) / third);
      return [
        `<< /Type /Page /Parent ${parent} 0 R /MediaBox [0 0 400 600] /Contents ${objectOf(page) + 1} 0 R /Resources << /Font << /F 3 0 R >> >> >>`,
        `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
      ];
    }),
  ]);
};

/** Refuses requests, as a server behind a proxy does while it restarts, until it is ended. */
const outage = async (page: Page, address: RegExp) => {
  await page.route(address, (route) => route.fulfill({ status: 503, body: 'Starting' }));
  return { end: () => page.unroute(address) };
};

test('each reader loads missing pages automatically after an outage', async ({
  client,
  server,
  folder,
  browser,
}) => {
  const library = path.join(folder, 'Books');
  mkdirSync(library);
  writeFileSync(path.join(library, 'Large.pdf'), largePdf(9));
  writeEpub(path.join(library, 'Text.epub'), { title: 'Text', parts: 3 });
  copyFixtures('library/Comics/Science Comics (1946)', path.join(library, 'Comic'));
  await scanLibrary(client, 'Books', library);
  const { data: books } = await client.call(listBooks, {});
  const address = (format: string) =>
    `/read/${books.find((book) => book.format === format)?.id ?? ''}`;
  // Without `open`, because pdf.js logs pages that fail.
  const context = await browser.newContext({
    baseURL: server.url,
    locale: 'en-GB',
    // Its requests could not be refused.
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  // A reader tries again after 2, 4, 8 and 16 seconds: beside other work, an outage takes longer than intended.
  page.setDefaultTimeout(30_000);
  await page.goto('/');
  await enter(page);

  await page.goto(address('cbz'));
  const comic = reader(page);
  await comic.shows('Page 1');
  // The page can be there before the reader listens to keys.
  await page.locator('main[data-state="ready"]').waitFor();
  let { end } = await outage(page, /\/pages\//);
  await page.keyboard.press('End');
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await end();
  await comic.shows('Page 36');

  // From the beginning, because the reader loads the next part ahead.
  ({ end } = await outage(page, /part-2/));
  await page.goto(address('epub'));
  const part = (number: number) => page.locator(`iframe[data-part$="part-${number}.xhtml"]`);
  await part(1).waitFor();
  await page.keyboard.press('k');
  const failure = page.getByRole('alert').filter({ hasText: 'This part cannot be displayed' });
  await failure.getByRole('button', { name: 'Try again' }).waitFor();
  // The text that is still shown gets another layout, as by a font that arrives late.
  const width = await part(1).evaluate((frame) => frame.clientWidth);
  await page.setViewportSize({ width: 900, height: 700 });
  await expect.poll(() => part(1).evaluate((frame) => frame.clientWidth)).not.toBe(width);
  await failure.getByRole('button', { name: 'Try again' }).waitFor();
  await end();
  await failure.waitFor({ state: 'detached' });
  await page.locator('iframe[data-part$="part-2.xhtml"][style*="visible"]').waitFor();

  await page.goto(address('pdf'));
  const pdfPage = (number: number) => page.locator(`.page[data-page-number="${number}"]`);
  await pdfPage(1).getByText('Words of page 1').waitFor();
  ({ end } = await outage(page, /\/file$/));
  // The size of a page in the middle is not known yet.
  await page.keyboard.press('m');
  await page.getByRole('textbox', { name: 'Go to page' }).fill('5');
  await page.keyboard.press('Enter');
  const missing = page.getByRole('alert').filter({ hasText: 'This page cannot be displayed' });
  await missing.getByRole('button', { name: 'Try again' }).waitFor();
  await end();
  await pdfPage(5).getByText('Words of page 5').waitFor();
  await expect.poll(() => missing.count()).toBe(0);
  await context.close();
});

test('a server that was restarted leaves an open book as it is', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const library = path.join(folder, 'Books');
  mkdirSync(library);
  writeEpub(path.join(library, 'Text.epub'), { title: 'Text', parts: 3 });
  await scanLibrary(client, 'Books', library);
  const page = await openSignedIn(await readerOfFirstBook(client));
  const part = page.locator('iframe[data-part$="part-1.xhtml"]');
  await part.waitFor();
  await part.evaluate((frame) => frame.setAttribute('data-same', ''));
  await page.context().setOffline(true);
  await page.keyboard.press('k');
  const failure = page.getByRole('alert').filter({ hasText: 'This part cannot be displayed' });
  await failure.getByText('The server could not be reached').waitFor();
  const asked = page.waitForResponse(/\/api\/v1\/books\//);
  await page.context().setOffline(false);
  await asked;
  await page.locator('iframe[data-part$="part-2.xhtml"][style*="visible"]').waitFor();
  await expect.poll(() => page.locator('iframe[data-same]').count()).toBe(1);
});

test('covers that did not arrive are shown once the server is back', async ({
  client,
  folder,
  open,
}) => {
  writeCbz(path.join(folder, 'Comics', 'Saga', 'Saga 001.cbz'));
  await scanLibrary(client, 'Comics', path.join(folder, 'Comics'));
  const page = await open();
  await page.route('**/thumbnail*', (route) => route.abort());
  await enter(page);
  const drawn = page.locator('#content [data-state="missing"]').first();
  await drawn.waitFor();

  await page.context().setOffline(true);
  await page.getByText('The server cannot be reached').waitFor();
  await page.unroute('**/thumbnail*');
  await page.context().setOffline(false);
  await page.locator('#content img[data-loaded]').first().waitFor();
  await drawn.waitFor({ state: 'detached' });
});

test('a cover whose transfer was cut off, or that a busy server refused, is loaded again automatically', async ({
  client,
  folder,
  openSignedIn,
}) => {
  await scanGenerated(client, folder, 'Comics', 2);
  const page = await openSignedIn(null);
  const failed = new Map<string, number>();
  await page.route('**/thumbnail*', async (route) => {
    const request = route.request();
    const count = failed.get(request.url()) ?? 0;
    failed.set(request.url(), count + 1);
    if (count === 0) await route.abort('connectionreset');
    else if (count === 1) await route.fulfill({ status: 503, body: 'Busy' });
    else await route.continue();
  });
  await page.goto('/library/all');
  const covers = page.locator('#content img[src*="thumbnail"]');
  await page.getByText('Series 00002').first().waitFor();
  const shown = () =>
    covers.evaluateAll(
      (images) => images.filter((image) => (image as HTMLImageElement).naturalWidth > 0).length,
    );
  await expect.poll(shown, { timeout: 30_000 }).toBe(2);
  await expect.poll(() => page.getByText('The server cannot be reached').count()).toBe(0);
});

test('a book of which nothing arrives can be asked for again, or closed', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const library = path.join(folder, 'Books');
  mkdirSync(library);
  writeFileSync(path.join(library, 'Large.pdf'), largePdf(3));
  writeEpub(path.join(library, 'Text.epub'), { title: 'Text', parts: 3 });
  writeCbz(path.join(library, 'Comic', 'Comic.cbz'), 3);
  await scanLibrary(client, 'Books', library);
  const { data: books } = await client.call(listBooks, {});
  const parts = { cbz: /\/pages\/\d+/, epub: /\/resources\//, pdf: /\/file$/ };
  const waits = async (format: keyof typeof parts) => {
    const id = books.find((book) => book.format === format)?.id ?? '';
    const page = await openSignedIn(null);
    let hangs = true;
    await page.route(parts[format], (route) => (hangs ? undefined : route.continue()));
    await page.goto(`/read/${id}`, { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Try again' }).waitFor({ timeout: 30_000 });
    hangs = false;
    return page;
  };
  const pages = await Promise.all([waits('cbz'), waits('epub'), waits('pdf')]);
  for (const page of pages) {
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('main[data-state="ready"]').waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor({ state: 'detached' });
  }
});
