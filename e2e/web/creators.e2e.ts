import path from 'node:path';

import { listCreators } from '../../shared/api/creators.ts';
import { writeCbz } from '../../server/testing/zip.ts';
import { faultsOf } from '../support/accessibility.ts';
import { copyFixtures, scanLibrary } from '../support/library.ts';
import { expect, test } from '../support/test.ts';

test('creators: from a book to all works, over libraries, renamed and found; texts by their books', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const comics = path.join(folder, 'Comics');
  const add = (series: string, number: number, info: string) =>
    writeCbz(path.join(comics, series, `${series} ${number}.cbz`), 2, info);
  add('Whales', 1, '<Writer>Herman  Melville</Writer><Penciller>Ann Inker</Penciller>');
  add('Whales', 2, '<Writer>H. Melvile</Writer>');
  add('Birds', 1, '<Writer>Bo Author</Writer><Genre>Fantasy</Genre>');
  await scanLibrary(client, 'Comics', comics);
  const texts = await scanLibrary(
    client,
    'Texts',
    copyFixtures('library/Books/Herman Melville', path.join(folder, 'Texts/Herman Melville')),
  );
  const page = await openSignedIn(`/library/${texts.library.id}`, { reducedMotion: 'reduce' });
  const faults: string[] = [];
  const check = async (screen: string) => void faults.push(...(await faultsOf(page, screen)));

  // A library of texts opens on its books, under their writers.
  const list = page.getByRole('list', { name: 'Texts' });
  await list.getByText('Herman Melville').waitFor();
  const books = page.getByRole('link', { name: /^Books/ }).first();
  await expect.poll(() => books.getAttribute('aria-current')).toBe('true');
  await check('library of texts');

  // Its series has one book, which opens at once.
  await page
    .getByRole('link', { name: /^Series/ })
    .first()
    .click();
  await list.getByRole('link').first().click();
  await page.getByRole('heading', { level: 1, name: /Moby/ }).waitFor();
  await page.waitForURL('**/book/**');
  const crumbs = page.getByRole('banner').getByText('Moby-Dick', { exact: false });
  await expect.poll(() => crumbs.count()).toBeLessThan(2);

  // The chosen tab stays the one of this library.
  await page.goto(`/library/${texts.library.id}`);
  await list.getByText('1 book').waitFor();

  // From the book to the works in all libraries.
  await list.getByRole('link').first().click();
  await page.getByRole('link', { name: 'Herman Melville' }).last().click();
  await page.getByRole('heading', { level: 1, name: 'Herman Melville' }).waitFor();
  const works = page.getByRole('list', { name: /Series|Books/ });
  await works.getByText('Whales').first().waitFor();
  await check('creator');

  // Another spelling is merged by renaming, and separate again after undo.
  const total = async () => (await client.call(listCreators, {})).total;
  const before = await total();
  await page.goto('/creator/H.%20Melvile');
  await page.getByRole('button', { name: 'Rename' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rename H. Melvile' });
  await dialog.getByLabel('Name').fill('Herman Mel');
  await page.getByRole('option', { name: 'Herman Melville' }).click();
  await check('rename');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await page.getByText('H. Melvile renamed to Herman Melville').waitFor();
  await expect.poll(total).toBe(before - 1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(total).toBe(before);

  // All creators, by letter, role and word, by keyboard.
  await page.goto('/creators');
  const creators = page.getByRole('list', { name: 'Creators' });
  await creators.getByRole('link').first().focus();
  await expect.poll(() => creators.getByRole('link').first().textContent()).toMatch(/^Bo Author/);
  await page.keyboard.press('End');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toMatch(/^Herman/);
  await check('creators');
  await page.getByRole('searchbox', { name: 'Search creators' }).fill('ink');
  await page.waitForURL('**/creators?q=ink');
  await creators.getByText('Penciller · 1 book').waitFor();
  await page.keyboard.press('Tab');

  // The palette and the search find creators; the search shows their libraries.
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Search for a series').fill('inker');
  await page.getByRole('option', { name: /Ann Inker/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Ann Inker' }).waitFor();
  await page.goto('/search?q=melville');
  await page.getByRole('link', { name: 'Creators 1' }).click();
  await page.getByRole('list', { name: 'Creators' }).getByText('Herman Melville').waitFor();
  await page.goto('/search?q=whales');
  await page.getByRole('list', { name: 'Series' }).getByText('Comics').waitFor();
  await check('search');
  await page.goto('/search?q=whales&view=books');
  const hits = page.getByRole('list', { name: 'Books' }).getByText('Whales', { exact: false });
  await hits.first().waitFor();
  const sorted = page.waitForResponse((response) => response.url().includes('title%2Casc'));
  await page.locator('input[aria-label="Order of results"]').click();
  await page.getByRole('option', { name: 'Name' }).click();
  expect((await sorted).status()).toBe(200);
  await hits.first().waitFor();
  await page.getByRole('link', { name: 'Filter', exact: true }).click();
  await page.waitForURL(/\/library\/all\?view=books&filter=/);
  await page
    .getByRole('link', { name: /Whales/ })
    .first()
    .waitFor();
  await check('search as rules');

  // All libraries in one list, with the library as a filter.
  await page.goto('/library/all');
  const all = page.getByRole('list', { name: 'All libraries' });
  await expect.poll(() => all.getByRole('link').count()).toBe(3);
  await page.getByRole('button', { name: 'Filter' }).click();
  await page
    .getByRole('group', { name: 'Library' })
    .getByRole('button', { name: 'Comics' })
    .click();
  await expect.poll(() => all.getByRole('link').count()).toBe(2);
  await check('all libraries');

  // The editor has a field for each role, and offers what is there.
  await page.goto('/library/all');
  await all.getByRole('link', { name: /Whales/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Whales' }).waitFor();
  await page.keyboard.press('e');
  const editor = page.getByRole('dialog', { name: 'Edit series' });
  await editor.getByRole('tab', { name: 'Creators' }).click();
  await editor.getByLabel('Letterer', { exact: true }).pressSequentially('bo');
  await page.getByRole('option', { name: 'Bo Author' }).click();
  await check('editor of creators');
  await editor.getByRole('tab', { name: 'Tags' }).click();
  await editor.getByLabel('Genres', { exact: true }).pressSequentially('fan');
  await page.getByRole('option', { name: 'Fantasy' }).click();
  await editor.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'Bo Author' }).waitFor();
  await page.getByRole('link', { name: 'Fantasy' }).waitFor();
  expect(faults).toEqual([]);
});
