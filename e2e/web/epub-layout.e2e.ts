import path from 'node:path';

import type { Page } from 'playwright';

import type { Client } from '../../shared/client.ts';
import { writeEpub } from '../support/epub.ts';
import { scanLibrary } from '../support/library.ts';
import { readerOfFirstBook } from '../support/page-steps.ts';
import { expect, test } from '../support/test.ts';

interface Setting {
  folder: string;
  client: Client;
  openSignedIn: (address: string) => Promise<Page>;
}

/** Scans an EPUB with this markup and style, by default of one part, and opens it. */
const openBook = async (
  book: { markup: string; css?: string; parts?: number },
  { folder, client, openSignedIn }: Setting,
): Promise<Page> => {
  const library = path.join(folder, 'Books');
  writeEpub(path.join(library, 'Layout.epub'), { title: 'Layout', parts: 1, ...book });
  await scanLibrary(client, 'Books', library);
  const page = await openSignedIn(await readerOfFirstBook(client));
  await page.locator('main[data-state="ready"][data-page]').waitFor();
  return page;
};

const words = 'It was the best of times, it was the worst of times. '.repeat(30);

test('wide tables, formulas and blocks stay in their column', async ({
  folder,
  client,
  openSignedIn,
}) => {
  const cells = (row: number) =>
    Array.from({ length: 14 }, (_, index) => `<td>value-${row}-${index}</td>`).join('');
  const formula = '<mi>alpha</mi><mo>+</mo>'.repeat(40);
  const page = await openBook(
    {
      markup: `<table width="2000"><tr>${cells(1)}</tr><tr>${cells(2)}</tr></table>
        <math xmlns="http://www.w3.org/1998/Math/MathML" display="block">${formula}<mi>b</mi></math>
        <p class="wide">${words}</p>`,
      css: '.wide { width: 1500px; min-width: 1500px } td { white-space: nowrap }',
    },
    { folder, client, openSignedIn },
  );
  for (const columns of [2, 1]) {
    if (columns === 1) await page.setViewportSize({ width: 600, height: 800 });
    const longest = () =>
      page.evaluate(() => {
        const text = document.querySelector('main iframe[data-part]') as HTMLIFrameElement;
        const found = [...(text.contentDocument?.querySelectorAll('table, td, .wide') ?? [])];
        const widths = found.flatMap((element) =>
          [...element.getClientRects()].map(({ width }) => width),
        );
        return Math.max(...widths) / text.clientWidth;
      });
    await expect.poll(longest).toBeLessThan(1 / columns);
  }
});

test('a size in points follows the text size of the settings', async ({
  folder,
  client,
  openSignedIn,
}) => {
  const css = 'p { font-size: 9pt; line-height: 12pt } .small { font: small/1.5 serif }';
  const markup = `<p>${words}</p><p class="small">${words}</p><p style="font-size: 14px">${words}</p>`;
  const page = await openBook({ markup, css }, { folder, client, openSignedIn });
  const sizes = () =>
    page.evaluate(() => {
      const text = document.querySelector('main iframe[data-part]') as HTMLIFrameElement;
      const { contentDocument, contentWindow } = text;
      return [...(contentDocument?.querySelectorAll('p') ?? [])].flatMap((paragraph) => {
        const style = contentWindow?.getComputedStyle(paragraph);
        return [parseFloat(style?.fontSize ?? ''), parseFloat(style?.lineHeight ?? '')];
      });
    });
  const before = await sizes();
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('+');
  await expect
    .poll(async () => {
      const now = await sizes();
      return now.every((size, index) => size > 1.1 * (before[index] ?? 0));
    })
    .toBe(true);
});

test('the sign of a note shows the note, and leads to it', async ({
  folder,
  client,
  openSignedIn,
}) => {
  const markup = `<p>See<sup><a href="#n1">1</a></sup>, see<a epub:type="noteref"
      xmlns:epub="http://www.idpf.org/2007/ops" href="#n2">*</a>, and <a href="#n1">this link</a>.</p>
    <p>${words}</p><p>${words}</p><p>${words}</p><p>${words}</p>
    <aside id="n1"><p>The first note.</p><p>Its <i>end</i>. <a href="#top">↩</a></p></aside>
    <p><a id="n2"/>The second note.</p>`;
  const page = await openBook({ markup }, { folder, client, openSignedIn });
  const text = page.frameLocator('main iframe[data-part]');
  const left = () =>
    page.evaluate(() => {
      const shown = document.querySelector('main iframe[data-part]') as HTMLIFrameElement;
      return shown.contentWindow?.scrollX ?? 0;
    });
  const dialog = page.getByRole('dialog', { name: 'Note of the book' });

  await text.getByText('*', { exact: true }).click();
  await dialog.getByText('The second note.').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await text.getByText('1', { exact: true }).click();
  await dialog.getByText('The first note.').waitFor();
  await expect.poll(() => dialog.locator('p').innerText()).toBe('The first note.\nIts end.');
  await expect.poll(left).toBe(0);
  await dialog.getByRole('button', { name: 'Go to the note' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(left).toBeGreaterThan(0);

  await page.keyboard.press('Home');
  await expect.poll(left).toBe(0);
  await text.getByText('this link').click();
  await expect.poll(left).toBeGreaterThan(0);
  await expect.poll(() => dialog.count()).toBe(0);
});

test('a link to a missing file of the book reports that, and a slow part shows that it is being prepared', async ({
  folder,
  client,
  openSignedIn,
}) => {
  const page = await openBook(
    { markup: '<p><a href="gone.xhtml">Lost</a></p>', parts: 2 },
    { folder, client, openSignedIn },
  );
  await page.frameLocator('iframe[style*="visible"]').getByRole('link', { name: 'Lost' }).click();
  await page.getByText('The book has no page for this link').waitFor();

  const held = Promise.withResolvers<undefined>();
  await page.route(/part-2/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.keyboard.press('k');
  await page.getByText('Preparing the text').waitFor();
  held.resolve(undefined);
  await page.locator('iframe[data-part$="part-2.xhtml"][style*="visible"]').waitFor();
  await page.getByText('Preparing the text').waitFor({ state: 'detached' });
});
