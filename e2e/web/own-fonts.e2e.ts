import path from 'node:path';

import { listBooks } from '../../shared/api/books.ts';
import { faultsOf } from '../support/accessibility.ts';
import { copyFixtures, scanLibrary } from '../support/library.ts';
import { root } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

const font = path.join(root, 'node_modules/pdfjs-dist/standard_fonts/LiberationSans-Bold.ttf');

test('a font that an admin adds can be chosen for the text of an EPUB', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const melville = copyFixtures('library/Books/Herman Melville', `${folder}/Books/Melville`);
  await scanLibrary(client, 'Books', melville);
  const page = await openSignedIn('/settings/reading', { serviceWorkers: 'allow' });
  const fonts = page.getByRole('region', { name: 'Fonts' });
  await fonts.getByLabel('Add fonts…').setInputFiles(font);
  await fonts.getByText('Liberation Sans', { exact: true }).waitFor();
  await fonts.getByText('1 style').waitFor();
  expect(await faultsOf(page, 'fonts')).toEqual([]);
  await page.getByRole('radio', { name: 'Liberation Sans' }).check();

  const { data } = await client.call(listBooks);
  await page.goto(`/read/${data[0]?.id ?? ''}`);
  const text = page.frameLocator('iframe[data-part]:visible').locator('body');
  const isLoaded = () =>
    text.evaluate(({ ownerDocument }) =>
      [...ownerDocument.fonts].some(
        ({ family, status }) => family.includes('Own Liberation Sans') && status === 'loaded',
      ),
    );
  await text.waitFor();
  await expect.poll(isLoaded).toBe(true);
  expect(await text.evaluate((body) => getComputedStyle(body).fontFamily)).toContain(
    'Own Liberation Sans',
  );

  // A kept book keeps the font.
  await page.goto(`/book/${data[0]?.id ?? ''}`);
  await page.getByRole('button', { name: 'Download to this device' }).click();
  await page.getByRole('button', { name: 'Remove from this device' }).waitFor({ timeout: 60_000 });
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.context().setOffline(true);
  await page.goto('/downloads');
  await page.getByText('The server cannot be reached').waitFor();
  await page.getByRole('link', { name: 'Read Moby-Dick' }).click();
  await text.waitFor();
  await expect.poll(isLoaded).toBe(true);
  await page.context().setOffline(false);

  // Deleted fonts come back by undo.
  await page.goto('/settings/reading');
  await fonts.getByRole('button', { name: 'Delete Liberation Sans' }).click();
  await fonts.getByText('1 style').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+z');
  await fonts.getByText('1 style').waitFor();
});
