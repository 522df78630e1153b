import path from 'node:path';

import { createAnnotation } from '../../shared/api/annotations.ts';
import { listBooks } from '../../shared/api/books.ts';
import { updateProgress } from '../../shared/api/progress.ts';
import { copyFixtures, scanLibrary, scanPepperAndCarrot } from '../support/library.ts';
import { eventually } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

test('page numbers beyond a thousand are grouped as in other numbers of the language', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const books = path.join(folder, 'Books');
  await scanLibrary(client, 'Books', copyFixtures('library/Books/Herman Melville', books));
  const id = await eventually('the pages of the book', async () => {
    const { data } = await client.call(listBooks, {});
    return data.find(({ page_count }) => page_count > 1000)?.id ?? null;
  });
  const params = { id };
  await client.call(updateProgress, { params, body: { current_page: 1034 } });
  const page = await openSignedIn(`/book/${params.id}`, { locale: 'de-DE' });
  await page.getByText('Seite 1.034 von 1.255').first().waitFor();
  await page.getByRole('link', { name: 'Weiterlesen · S. 1.034' }).click();
  await page.locator('main[data-state=ready]').waitFor();
  // The screen that shows the page can begin before it.
  const shown = page.getByText(/^Seite 1\.0\d\d von 1\.255$/);
  await shown.first().waitFor({ state: 'attached' });
});

test('a wide cover beside annotations is shown whole', async ({ client, folder, openSignedIn }) => {
  const { books } = await scanPepperAndCarrot(client, folder);
  const wide = books.find((book) => book.path.includes('Potion of Flight'));
  const params = { id: wide?.id ?? '' };
  const body = { kind: 'bookmark', page: 2, note: 'The cauldron', text: null } as const;
  await client.call(createAnnotation, { params, body });
  const page = await openSignedIn('/annotations');
  const book = page.getByRole('region', { name: wide?.title ?? '' });
  const cover = book.locator('[data-state=landscape] img[data-loaded]');
  await cover.waitFor();
  expect(await cover.evaluate((image) => getComputedStyle(image).objectFit)).toBe('contain');
});
