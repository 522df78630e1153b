import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { Page } from 'playwright';

import type { Client } from '../../shared/client.ts';
import { scanLibrary } from '../support/library.ts';
import { readerOfFirstBook } from '../support/page-steps.ts';
import { expect, test } from '../support/test.ts';
import { textPdf, type TextPdf } from '../support/text-pdf.ts';

interface Setting {
  folder: string;
  client: Client;
  openSignedIn: (address: string) => Promise<Page>;
}

/** Scans a PDF and opens it in the reader. */
const openPdf = async (pdf: TextPdf, { folder, client, openSignedIn }: Setting): Promise<Page> => {
  const library = path.join(folder, 'PDF');
  mkdirSync(library);
  writeFileSync(path.join(library, 'Pages.pdf'), textPdf(pdf));
  await scanLibrary(client, 'PDF', library);
  const tab = await openSignedIn(await readerOfFirstBook(client));
  return tab;
};

const pageOf = (tab: Page, number: number) => tab.locator(`.page[data-page-number="${number}"]`);
const shows = (tab: Page, number: number) =>
  tab.locator(`main[data-page="${number}"][data-state="ready"]`).waitFor();

test('a page beside a much wider one of the same PDF is in sight', async ({
  folder,
  client,
  openSignedIn,
}) => {
  const tab = await openPdf({ widths: [400, 8000] }, { folder, client, openSignedIn });
  await shows(tab, 1);
  const wide = pageOf(tab, 2);
  await expect.poll(async () => (await wide.boundingBox())?.width ?? 0).toBeGreaterThan(5000);
  const box = await pageOf(tab, 1).boundingBox();
  const width = tab.viewportSize()?.width ?? 0;
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
});

test('a page of another size fits when it is turned to', async ({
  folder,
  client,
  openSignedIn,
}) => {
  const tab = await openPdf({ widths: [400, 2000, 400] }, { folder, client, openSignedIn });
  await shows(tab, 1);
  const narrow = (await pageOf(tab, 1).boundingBox())?.width;
  await tab.keyboard.press('v');
  await tab.keyboard.press('ArrowRight');
  await shows(tab, 2);
  const window = tab.viewportSize()?.width ?? 0;
  await expect
    .poll(async () => (await pageOf(tab, 2).boundingBox())?.width)
    .toBeLessThanOrEqual(window);
  await tab.keyboard.press('ArrowRight');
  await shows(tab, 3);
  await expect.poll(async () => (await pageOf(tab, 3).boundingBox())?.width).toBe(narrow);
});

test('a PDF whose first page is missing says so, and offers to draw the others', async ({
  folder,
  client,
  openSignedIn,
}) => {
  const tab = await openPdf({ widths: [null, 400, 400] }, { folder, client, openSignedIn });
  await tab.getByRole('alert').getByText('This PDF is damaged').waitFor();
  await tab.getByRole('button', { name: 'Open as a comic' }).click();
  await tab.locator('main[data-state="ready"]').waitFor();
});

test('a PDF that is marked as right to left is read from right to left', async ({
  folder,
  client,
  openSignedIn,
}) => {
  const catalog = '/ViewerPreferences << /Direction /R2L >>';
  const tab = await openPdf({ widths: [400, 400, 400], catalog }, { folder, client, openSignedIn });
  await shows(tab, 1);
  await tab.keyboard.press('ArrowLeft');
  await shows(tab, 2);
  await tab.keyboard.press('ArrowRight');
  await shows(tab, 1);
  await tab.keyboard.press('d');
  const leftOf = async (number: number) => (await pageOf(tab, number).boundingBox())?.x ?? 0;
  await expect.poll(async () => (await leftOf(3)) < (await leftOf(2))).toBe(true);
});

test('a page that takes long is named until it is drawn', async ({
  folder,
  client,
  openSignedIn,
}) => {
  const arrived = Promise.withResolvers<undefined>();
  const openSlowly = async (address: string) => {
    const tab = await openSignedIn(null);
    // The text of the page, whose other bytes are at both ends of the file.
    await tab.route('**/file', async (route) => {
      if (route.request().headers()['range']?.startsWith('bytes=262144-')) await arrived.promise;
      await route.continue();
    });
    await tab.goto(address);
    return tab;
  };
  const slow = { widths: [400], bytes: 1_000_000 };
  const tab = await openPdf(slow, { folder, client, openSignedIn: openSlowly });
  const label = () => pageOf(tab, 1).evaluate((page) => getComputedStyle(page, '::after').content);
  await expect.poll(label, { timeout: 10_000 }).toBe('"1"');
  arrived.resolve(undefined);
  await shows(tab, 1);
  expect(await label()).toBe('none');
});

test('the bars end where a panel begins, in a window that is enlarged to 200 %', async ({
  folder,
  client,
  openSignedIn,
}) => {
  const tab = await openPdf({ widths: [400, 400] }, { folder, client, openSignedIn });
  await shows(tab, 1);
  // 1440 × 900 pixels, enlarged.
  await tab.setViewportSize({ width: 720, height: 450 });
  await tab.keyboard.press('t');
  const panel = tab.getByRole('dialog');
  await panel.waitFor();
  const widest = () =>
    tab
      .getByRole('toolbar')
      .getByRole('button')
      .evaluateAll((buttons) =>
        Math.max(...buttons.map((button) => button.getBoundingClientRect().right)),
      );
  const left = async () => (await panel.boundingBox())?.x ?? 0;
  await expect.poll(left).toBeGreaterThan(300);
  await expect.poll(async () => (await widest()) - (await left())).toBeLessThanOrEqual(0);
});
