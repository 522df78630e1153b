import { listBooks } from '../../shared/api/books.ts';
import { scanGenerated } from '../support/library.ts';
import { phoneOptions } from '../support/phone.ts';
import { reader } from '../support/reader.ts';
import { goTo } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';

test('on a phone, Back closes the topmost sheet or panel first, and then leaves the page', async ({
  client,
  server,
  folder,
  openSignedIn,
}) => {
  await scanGenerated(client, folder, 'Comics', 1);
  const { data } = await client.call(listBooks, { query: {} });
  const page = await openSignedIn('/', phoneOptions);
  const isAt = (address: string) =>
    expect.poll(() => new URL(page.url()).pathname).toBe(new URL(address, server.url).pathname);

  const back = () => page.evaluate(() => history.back());

  await goTo(page, '/lists');
  await goTo(page, '/library/all');
  const filters = page.getByRole('region', { name: 'Filters' });
  const openFilters = () => page.getByRole('button', { name: 'Filter' }).first().click();
  await openFilters();
  await filters.waitFor();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  await palette.waitFor();
  await back();
  await palette.waitFor({ state: 'detached' });
  await filters.waitFor();
  await back();
  await filters.waitFor({ state: 'detached' });
  await isAt('/library/all');

  await openFilters();
  await filters.getByRole('button', { name: 'Close' }).click();
  await filters.waitFor({ state: 'detached' });
  await back();
  await isAt('/lists');

  const book = `/read/${data[0]?.id ?? ''}`;
  await goTo(page, book);
  await reader(page).shows('Page 1');
  const settings = page.getByRole('dialog', { name: 'Reader settings' });
  await page.keyboard.press('s');
  await settings.waitFor();
  await back();
  await settings.waitFor({ state: 'detached' });
  await isAt(book);
  await back();
  await isAt('/lists');

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('dialog', { name: 'More' }).waitFor();
  await back();
  await page.getByRole('dialog', { name: 'More' }).waitFor({ state: 'detached' });
  await isAt('/lists');

  // A reader that is closed with a panel leaves no entry behind, also if it was the first page of the app.
  await page.goto(book);
  await reader(page).shows('Page 1');
  await page.keyboard.press('s');
  await settings.waitFor();
  await page.getByRole('button', { name: 'Close reader' }).focus();
  await page.keyboard.press('Enter');
  await isAt(book.replace('read', 'book'));
  await back();
  await isAt('/lists');
});

test('on the first page of the app, Back closes a sheet too, and leaves the app only then', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn('/', phoneOptions);
  // A new document, as the icon of an installed app opens.
  await page.goto('/collections');
  await page.evaluate(() => document.documentElement.setAttribute('data-same', ''));
  const isSame = async (expected: boolean) => {
    await expect.poll(() => page.locator('html[data-same]').count()).toBe(expected ? 1 : 0);
  };
  const back = () => page.evaluate(() => history.back());
  const sheet = page.getByRole('dialog', { name: 'More' });
  const openSheet = async () => {
    await page.getByRole('button', { name: 'More' }).click();
    await sheet.waitFor();
  };

  await openSheet();
  await back();
  await sheet.waitFor({ state: 'detached' });
  await isSame(true);

  // A link in the sheet leads on, and Back from there to the page.
  await openSheet();
  await sheet.getByRole('link', { name: 'Statistics' }).click();
  await page.getByRole('heading', { name: 'Statistics', level: 1 }).waitFor();
  await back();
  await page.getByRole('heading', { name: 'Collections', level: 1 }).waitFor();

  // A sheet that was closed by hand leaves no entry behind.
  await openSheet();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await expect
    .poll(() => page.evaluate(() => (history.state as { isSpare?: boolean }).isSpare))
    .toBeUndefined();
  await isSame(true);
  await back();
  await isSame(false);
});
