import { cpSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { getBook, listBooks } from '../../shared/api/books.ts';
import { getProgress, updateProgress } from '../../shared/api/progress.ts';
import type { Client } from '../../shared/client.ts';
import { writeCbz } from '../../server/testing/zip.ts';
import { writeEpub } from '../support/epub.ts';
import { copyFixtures, scanLibrary } from '../support/library.ts';
import { phoneOptions, phoneSize } from '../support/phone.ts';
import { root } from '../support/server.ts';
import { endSession, holdBack, signIn } from '../support/page-steps.ts';
import { reader } from '../support/reader.ts';
import { expect, test } from '../support/test.ts';

/** Scans a comic of 12 pages and a text of 8 parts, one page each. */
const scanComicAndText = async (client: Client, folder: string) => {
  const shelf = join(folder, 'Shelf');
  writeCbz(join(shelf, 'Saga', 'Saga 001.cbz'), 12);
  writeEpub(join(shelf, 'Text', 'Text.epub'), { title: 'Text', parts: 8 });
  await scanLibrary(client, 'Shelf', shelf);
  return (await client.call(listBooks)).data;
};

/** Scans a single comic; returns its id as the parameter of requests. */
const scanComic = async (client: Client, folder: string, pages: number) => {
  writeCbz(join(folder, 'Shelf', 'Saga', 'Saga 001.cbz'), pages);
  await scanLibrary(client, 'Shelf', join(folder, 'Shelf'));
  const [book] = (await client.call(listBooks)).data;
  return { id: book?.id ?? '' };
};

test('a book that is suddenly at its beginning is offered at both positions, and restored from its history', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const params = await scanComic(client, folder, 40);
  const page17 = { current_page: 17, updated_at: new Date(Date.now() - 86_400_000).toISOString() };
  await client.call(updateProgress, { params, body: page17 });
  await client.call(updateProgress, { params, body: { current_page: 1 } });
  const reached = async () => (await client.call(getProgress, { params })).current_page;

  const page = await openSignedIn();
  await page.getByText('You were on page 17').waitFor();
  await page.getByRole('button', { name: 'Stay on page 1' }).waitFor();
  await page.getByRole('button', { name: 'Go to page 17' }).click();
  await expect.poll(reached).toBe(17);
  await page.getByText('You were on page 17').waitFor({ state: 'detached' });

  await page.goto(new URL(`/book/${params.id}`, page.url()).href);
  await page.getByRole('button', { name: 'More ways to read' }).click();
  await page.getByRole('menuitem', { name: 'Where I was' }).click();
  await page.getByRole('button', { name: /^Go back to: .*\b1 of 40/ }).click();
  await expect.poll(reached).toBe(1);
});

test('a comic of one page counts as read once its page is shown', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const params = await scanComic(client, folder, 1);
  const progress = async () => (await client.call(getBook, { params })).progress;
  const page = await openSignedIn('/');
  await page.route('**/pages/1*', (route) => route.abort());
  await page.goto(`/read/${params.id}`);
  await page.locator('[data-outcome="failed"]').waitFor();
  await page.waitForTimeout(2000);
  expect(await progress()).toBeNull();
  await page.unroute('**/pages/1*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(async () => (await progress())?.is_completed).toBe(true);
});

test('positions from before a book was opened are not taken for those of another device', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const books = await scanComicAndText(client, folder);
  const page = await openSignedIn('/');
  for (const { id } of books) {
    const connect = await holdBack(page, '**/events/live*');
    for (const current_page of [3, 5])
      await client.call(updateProgress, { params: { id }, body: { current_page } });
    await page.goto(`/read/${id}`);
    await page.locator('main[data-state="ready"]').waitFor();
    const replayed = page.waitForResponse((response) => response.url().includes('/events/live'));
    connect();
    await replayed;
    await page.waitForTimeout(500);
    await expect(page.getByRole('button', { name: 'Go to page' }).count()).resolves.toBe(0);
  }
});

test('the question about the position of another device stays while pages are turned', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const shelf = join(folder, 'Shelf');
  writeEpub(join(shelf, 'Text', 'Text.epub'), { title: 'Text', parts: 8 });
  const outline = 'nested_outline.pdf';
  const fixtures = resolve(root, '../shared/fixtures/library/PDF/pdf.js samples');
  cpSync(join(fixtures, outline), join(shelf, 'Outline', outline));
  await scanLibrary(client, 'Shelf', shelf);
  const page = await openSignedIn(null);
  for (const { id } of (await client.call(listBooks)).data) {
    const shows = (number: number) =>
      page.locator(`main[data-state="ready"][data-page="${number}"]`).waitFor();
    await page.goto(`/read/${id}`);
    await shows(1);
    await client.call(updateProgress, { params: { id }, body: { current_page: 5 } });
    const question = page.getByRole('button', { name: 'Go to page 5' });
    await question.waitFor();
    await page.keyboard.press('ArrowRight');
    await shows(2);
    // Longer than the pause before a position is written.
    await page.waitForTimeout(1500);
    await question.waitFor();
    // At the place itself there is nothing left to ask.
    for (const number of [3, 4, 5]) {
      await page.keyboard.press('ArrowRight');
      await shows(number);
    }
    await question.waitFor({ state: 'detached' });
  }
});

test('a book that was opened at a page continues after a reload where it was read to', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const books = await scanComicAndText(client, folder);
  const page = await openSignedIn(null);
  for (const { id, format } of books) {
    const shows = (number: number) =>
      format === 'cbz'
        ? page.getByRole('region', { name: `Page ${number} of` }).waitFor()
        : page.locator(`main[data-state="ready"][data-page="${number}"]`).waitFor();
    const params = { id };
    const reached = async () =>
      (await client.call(getProgress, { params }).catch(() => null))?.current_page;
    await page.goto(`/read/${id}?page=2`);
    await shows(2);
    // Nothing was read yet.
    await page.reload();
    await shows(2);
    await page.keyboard.press('PageDown');
    await shows(3);
    await page.keyboard.press('PageDown');
    await shows(4);
    await expect.poll(reached).toBe(4);
    await page.reload();
    await shows(4);
    await page.keyboard.press('PageDown');
    await expect.poll(reached).toBe(5);
  }
});

test('on a phone, a book that was opened at a page continues where it was read to, also if a panel covered it as that was saved', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const params = await scanComic(client, folder, 12);
  const page = await openSignedIn(null, phoneOptions);
  const comic = reader(page);
  await page.goto(`/read/${params.id}?page=2`);
  await comic.shows('Page 2');
  await page.locator('main[data-state="ready"]').waitFor();
  await page.keyboard.press('PageDown');
  await page.keyboard.press('s');
  const settings = page.getByRole('dialog', { name: 'Reader settings' });
  await settings.waitFor();
  const reached = async () =>
    (await client.call(getProgress, { params }).catch(() => null))?.current_page;
  await expect.poll(reached).toBe(3);
  await page.evaluate(() => history.back());
  await settings.waitFor({ state: 'detached' });
  await expect.poll(() => new URL(page.url()).search).toBe('');
  await page.reload();
  await comic.shows('Page 3');
});

test('a book that is read incognito continues after a reload at its page, and nothing is saved', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const books = await scanComicAndText(client, folder);
  const page = await openSignedIn(null);
  for (const { id, format } of books) {
    const shows = (number: number) =>
      format === 'cbz'
        ? page
            .locator('main[data-state="ready"]')
            .getByRole('region', { name: `Page ${number} of` })
            .waitFor()
        : page.locator(`main[data-state="ready"][data-page="${number}"]`).waitFor();
    for (const [search, first] of [
      ['?incognito=true', 1],
      ['?page=2&incognito=true', 2],
    ] as const) {
      await page.goto(`/read/${id}${search}`);
      await shows(first);
      await page.keyboard.press('PageDown');
      await shows(first + 1);
      await page.reload();
      await shows(first + 1);
    }
    // Twice: the second time browsers would reload a page that still has this address.
    for (const time of [1, 2]) {
      await page.goto(`/read/${id}?page=4&incognito=true`);
      await shows(4);
      await page.keyboard.press('PageDown');
      await shows(5);
      expect(new URL(page.url()).search, `time ${time}`).toBe('?incognito=true');
    }
    expect((await client.call(getBook, { params: { id } })).progress).toBeNull();
  }
});

test('a text reopens at the screen that was left, also if a paragraph continues there', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const melville = copyFixtures('library/Books/Herman Melville', join(folder, 'Books'));
  await scanLibrary(client, 'Books', melville);
  const [book] = (await client.call(listBooks)).data;
  const params = { id: book?.id ?? '' };
  const page = await openSignedIn(null, { viewport: phoneSize });
  const screen = async () => {
    await page.locator('main[data-state="ready"][data-page]').waitFor();
    const frame = page.locator('main iframe').first();
    return frame.evaluate((shown: HTMLIFrameElement) => shown.contentWindow?.scrollX ?? 0);
  };
  await page.goto(`/read/${params.id}?page=100`);
  const before = await screen();
  await page.keyboard.press('PageDown');
  await expect.poll(screen).toBe(before + 390);
  const saved = () => client.call(getProgress, { params }).catch(() => null);
  await expect.poll(async () => (await saved())?.location).toContain('char=');
  await page.reload();
  await expect.poll(screen).toBe(before + 390);
});

test('reading that turned incognito stays so after a reload, an expired session and in the next book', async ({
  client,
  server,
  folder,
  openSignedIn,
}) => {
  for (const number of [1, 2]) writeCbz(join(folder, 'Shelf', 'Saga', `Saga ${number}.cbz`), 12);
  await scanLibrary(client, 'Shelf', join(folder, 'Shelf'));
  const { data: books } = await client.call(listBooks, { query: { sort: 'number,asc' } });
  const page = await openSignedIn(null);
  const writes: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().endsWith('/progress')) {
      writes.push(request.url());
    }
  });
  const comic = reader(page);
  const badge = page.getByText('Incognito', { exact: true });
  await page.goto(`/read/${books[0]?.id ?? ''}`);
  await comic.shows('Page 1');
  await page.keyboard.press('m');
  await page.getByRole('button', { name: 'Incognito: keep no progress' }).click();
  await badge.waitFor();
  await page.keyboard.press('ArrowRight');
  await comic.shows('Page 2');

  await page.reload();
  await comic.shows('Page 2');
  await page.keyboard.press('m');
  await badge.waitFor();
  await page.keyboard.press('ArrowRight');
  await comic.shows('Page 3');

  // Nothing waits for the sign-in.
  await endSession(page, server.url);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await signIn(page);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor({ state: 'detached' });
  await page.keyboard.press(']');
  await comic.shows('Page 1');
  await badge.waitFor();
  await page.keyboard.press('ArrowRight');
  await comic.shows('Page 2');
  // Longer than the pause before a position is written.
  await page.waitForTimeout(1500);
  expect(writes).toEqual([]);

  // Off again, here and after a reload.
  await page.keyboard.press('m');
  await page.getByRole('button', { name: 'Incognito: keep no progress' }).click();
  await page.keyboard.press('ArrowRight');
  await comic.shows('Page 3');
  await expect.poll(() => writes).toHaveLength(1);
  await page.reload();
  await comic.shows('Page 3');
  await page.keyboard.press('m');
  await expect.poll(() => badge.count()).toBe(0);
});
