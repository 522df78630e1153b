import path from 'node:path';

import type { Locator, Page } from 'playwright';

import { writePdf } from '../../server/testing/pdf.ts';
import { pngPage, writeCbz } from '../../server/testing/zip.ts';
import { listBooks } from '../../shared/api/books.ts';
import { setPreference } from '../../shared/api/preferences.ts';
import { listSeries } from '../../shared/api/series.ts';
import { generateLibrary, scanLibrary, scanGenerated } from '../support/library.ts';
import { reader } from '../support/reader.ts';
import { asOwner, eventually, owner } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

const patience = { timeout: 10_000 };

/** Presses Tab or Shift+Tab until the target has the focus; fails if it never does. */
const tabTo = async (page: Page, target: Locator, key = 'Tab'): Promise<void> => {
  await target.waitFor({ state: 'attached' });
  const isFocused = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 80; presses += 1) {
    if (await isFocused()) return;
    await page.keyboard.press(key);
  }
  throw new Error(`Tab never reaches ${String(target)}`);
};

const press = async (page: Page, target: Locator): Promise<void> => {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
};

test('the first run needs no mouse', async ({ server, folder, open }) => {
  generateLibrary(path.join(folder, 'Comics'), 2);
  const page = await open('/', { reducedMotion: 'reduce' });
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  await page.locator('input[autocomplete~=username]:focus').waitFor();
  await page.keyboard.type(owner.username);
  await page.keyboard.press('Tab');
  await page.keyboard.type(owner.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(owner.password);
  await page.keyboard.press('Enter');

  await press(page, button('Choose folder'));
  const dialog = page.getByRole('dialog', { name: 'Choose a folder' });
  await press(page, dialog.getByRole('button', { name: 'Comics', exact: true }));
  await dialog.getByRole('navigation').getByRole('button', { name: 'Comics' }).waitFor();
  await press(page, dialog.getByRole('button', { name: 'Choose this folder' }));
  await dialog.waitFor({ state: 'detached' });
  await press(page, button('Next'));
  await page.getByRole('heading', { name: 'Does this look right?' }).waitFor();
  await press(page, button('Next'));
  await press(page, button('Open my library'));
  await page.getByRole('heading', { name: 'New series' }).waitFor();
  const client = await asOwner(server);
  await eventually('the scan', async () => (await client.call(listSeries)).total === 2 || null);
});

test('browsing, reading, choosing and setting need no mouse', async ({ client, folder, open }) => {
  const { library } = await scanGenerated(client, folder, 'Comics', 60);
  const read = async () => {
    const { data } = await client.call(listSeries, { query: { pageSize: 100 } });
    return data.filter((series) => series.read_status === 'read').length;
  };
  const page = await open('/', { reducedMotion: 'reduce' });
  await page.locator('input[autocomplete~=username]:focus').waitFor();
  await page.keyboard.type(owner.username);
  await page.keyboard.press('Tab');
  await page.keyboard.type(owner.password);
  await page.keyboard.press('Enter');

  // The palette opens the library.
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').waitFor();
  await page.keyboard.type('Comics');
  await page.getByRole('option', { name: /^Comics/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/library/${library.id}`);

  // Filter by keyboard: open, set, close.
  const list = page.getByRole('list', { name: 'Comics' });
  await press(page, page.getByRole('button', { name: 'Filter', exact: true }));
  await press(page, page.getByRole('button', { name: /^Unread/ }).first());
  await page.getByText(/^Read status is/).waitFor();

  // Scroll down several rows, open a series, then its book.
  await tabTo(page, list.getByRole('link').first());
  for (let rows = 0; rows < 5; rows += 1) await page.keyboard.press('ArrowDown');
  const content = page.locator('#content');
  await expect
    .poll(() => content.evaluate(({ scrollTop }) => scrollTop), patience)
    .toBeGreaterThan(100);
  const before = await content.evaluate(({ scrollTop }) => scrollTop);
  const chosen = await page.evaluate(() => document.activeElement?.textContent ?? '');
  const name = /Series \d{5}/.exec(chosen)?.[0] ?? '';
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  await press(page, page.getByRole('main').getByRole('link', { name: /^Read/ }));
  const comic = reader(page);
  await comic.shows('Page 1');
  await page.keyboard.press('ArrowRight');
  await comic.shows('Page 2');
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 1 }).waitFor();

  // Back restores the list's scroll position and focus.
  await page.keyboard.press('Alt+ArrowLeft');
  await page.waitForURL((address) => address.pathname === `/library/${library.id}`);
  await page.getByText(/^Read status is/).waitFor();
  await expect.poll(() => content.evaluate(({ scrollTop }) => scrollTop), patience).toBe(before);

  // Select three, mark as read, undo.
  const first = await read();
  await tabTo(page, list.getByRole('link').first());
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await page.getByText('3 series selected').waitFor();
  await press(page, page.getByRole('button', { name: 'Mark as read', exact: true }));
  await expect.poll(read, patience).toBe(first + 3);
  await page.getByText(/\d books marked as read/).waitFor();
  await page.keyboard.press('Control+z');
  await expect.poll(read, patience).toBe(first);

  // Open the settings by shortcut.
  await page.keyboard.press('Control+,');
  await page.getByRole('heading', { name: 'General', level: 1 }).waitFor();
  await tabTo(page, page.getByRole('radio', { name: 'System' }));
  await page.keyboard.press('ArrowLeft');
  await expect
    .poll(() => page.locator('html').getAttribute('data-mantine-color-scheme'), patience)
    .toBe('dark');
});

test('arrows scroll a page, turn it in the vertical mode, and Space turns in every reader', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const library = path.join(folder, 'Books');
  // Of equal width, so that both are twice as high as the window.
  const pages = [1, 2].map((page) => ({ name: `${page}.png`, data: pngPage(800, 1600, page) }));
  writeCbz(path.join(library, 'Comic', 'Comic.cbz'), pages);
  writePdf(path.join(library, 'Document', 'Document.pdf'), [
    [600, 900],
    [600, 900],
  ]);
  await scanLibrary(client, 'Books', library);
  const prefer = (key: string, value: string | boolean) =>
    client.call(setPreference, { params: { key }, body: { value } });
  await prefer('reader.fit', 'width');
  await prefer('reader.mode', 'ltr');
  await prefer('reader.pdf_continuous', false);
  await prefer('reader.pdf_mode', 'text');
  const { data: books } = await client.call(listBooks, {});
  const address = (format: string) =>
    `/read/${books.find((book) => book.format === format)?.id ?? ''}`;
  const page = await openSignedIn(null, { viewport: { width: 600, height: 800 } });
  const comic = reader(page);
  const scrolled = (selector: string) =>
    page.locator(selector).evaluateAll((panes) => Math.max(...panes.map((pane) => pane.scrollTop)));

  await page.goto(address('cbz'));
  await comic.shows('Page 1');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => scrolled('main section *')).toBeGreaterThan(0);
  await page.keyboard.press('ArrowDown');
  await comic.shows('Page 1');

  await prefer('reader.mode', 'vertical');
  await page.goto(address('cbz'));
  await comic.shows('Page 1');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => scrolled('main section *')).toBeGreaterThan(0);
  await comic.shows('Page 1');
  await page.keyboard.press('ArrowDown');
  await comic.shows('Page 2');
  await page.keyboard.press('ArrowUp');
  await comic.shows('Page 1');

  await page.goto(address('pdf'));
  await page.locator('main[data-state="ready"][data-page="1"]').waitFor();
  await page.keyboard.press('Space');
  await page.keyboard.press('Space');
  await page.locator('main[data-page="2"]').waitFor();
  await page.keyboard.press('Shift+Space');
  await page.keyboard.press('Shift+Space');
  await page.locator('main[data-page="1"]').waitFor();

  // Also from a button of its bar, where the browser would scroll nothing.
  await page.getByRole('button', { name: 'Contents', exact: true }).focus();
  const before = await scrolled('main section [tabindex="0"]');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => scrolled('main section [tabindex="0"]')).toBe(before + 40);
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => scrolled('main section [tabindex="0"]')).toBe(before);
});
