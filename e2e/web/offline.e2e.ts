import { utimesSync } from 'node:fs';
import path from 'node:path';

import type { Page } from 'playwright';

import { writeCbz } from '../../server/testing/zip.ts';
import { getBook, listBooks } from '../../shared/api/books.ts';
import { getProgress, updateProgress } from '../../shared/api/progress.ts';
import { startScan } from '../../shared/api/scans.ts';
import { faultsOf } from '../support/accessibility.ts';
import { writeEpub } from '../support/epub.ts';
import { phoneOptions } from '../support/phone.ts';
import { startRewritingProxy } from '../support/rewriting-proxy.ts';
import { copyFixtures, scanLibrary } from '../support/library.ts';
import { reader } from '../support/reader.ts';
import { goTo } from '../support/screens.ts';
import { eventually, setUp } from '../support/server.ts';
import { expect, test } from '../support/test.ts';
import { enter } from '../support/page-steps.ts';

const phone = {
  ...phoneOptions,
  serviceWorkers: 'allow',
} as const;

/** Downloads the book whose page is shown, and waits until `count` books can be read offline. */
const keepBook = async (page: Page, count = 1): Promise<void> => {
  await page.getByRole('button', { name: 'More ways to read' }).click();
  await page.getByRole('menuitem', { name: 'Download to this device' }).click();
  const tabs = page.getByRole('navigation', { name: 'Main navigation' });
  await tabs.getByRole('link', { name: 'Downloads' }).click();
  await page
    .getByText('available offline')
    .nth(count - 1)
    .waitFor();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
};

test('a downloaded book is read without the server, and its position never overwrites a newer one', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const comics = copyFixtures('library/Comics', path.join(folder, 'Comics'));
  await scanLibrary(client, 'Comics', comics);
  const { data: books } = await client.call(listBooks, { query: { pageSize: 500 } });
  const book = books.find(({ title }) => title.includes('Potion Contest'));
  if (!book) throw new Error('The library lacks the book that is kept');
  const params = { id: book.id };
  const pageOnServer = async () => (await client.call(getProgress, { params })).current_page;

  const page = await openSignedIn(`/book/${book.id}`, phone);
  await keepBook(page);

  // Offline: the app opens and shows the downloads.
  await page.context().setOffline(true);
  await page.goto('/');
  await page.getByText('The server cannot be reached').waitFor();
  await page.getByRole('link', { name: `Read ${book.title}` }).click();
  const comic = reader(page);
  await comic.shows('Page 1');
  await comic.swipe('left');
  await comic.shows('Page 2');
  await comic.swipe('left');
  await comic.shows('Page 3');
  // The position is queued after a pause; the page can be closed then.
  await page.waitForFunction(() =>
    localStorage.getItem('octavo.later-progress')?.includes('"page":3'),
  );
  await page.goto(`/read/${book.id}`);
  await comic.shows('Page 3');

  // Online again: the queued position is sent.
  await page.goto('/downloads');
  await page.getByText('The server cannot be reached').waitFor();
  await page.context().setOffline(false);
  await eventually('the place read offline', async () =>
    (await pageOnServer().catch(() => 0)) === 3 ? true : null,
  );
  await page.getByText('The server cannot be reached').waitFor({ state: 'detached' });

  // Offline again; meanwhile another device reads on.
  await page.context().setOffline(true);
  await page.goto(`/read/${book.id}`);
  await comic.shows('Page 3');
  await comic.swipe('left');
  await comic.shows('Page 4');
  await page.waitForFunction(() =>
    localStorage.getItem('octavo.later-progress')?.includes('"page":4'),
  );
  await page.goto('/downloads');
  await client.call(updateProgress, { params, body: { current_page: 9 } });
  await page.context().setOffline(false);
  await eventually('the older place to be dropped', async () =>
    (await page.evaluate(() => localStorage.getItem('octavo.later-progress'))) === '{}'
      ? true
      : null,
  );
  expect(await pageOnServer(), 'the newer place stands').toBe(9);

  // Deleting frees the space.
  await page.getByRole('button', { name: `Remove ${book.title}` }).click();
  await page.getByText('No downloads on this device').waitFor();
  const left = () =>
    page.evaluate(async () => (await (await caches.open('octavo-books')).keys()).length);
  await expect.poll(left, { message: 'files of the removed book' }).toBe(0);
});

test('a download survives a full disk, and a downloaded book whose file changed is offered again', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const comics = copyFixtures('library/Comics', path.join(folder, 'Comics'));
  const { library } = await scanLibrary(client, 'Comics', comics);
  const { data: books } = await client.call(listBooks, { query: { pageSize: 500 } });
  const book = books.find(({ title }) => title.includes('Potion Contest'));
  if (!book) throw new Error('The library lacks the book that is kept');

  const page = await openSignedIn('/downloads', phone);
  await page.goto(`/book/${book.id}`);
  await page.getByRole('button', { name: 'More ways to read' }).click();
  // Storage is full after three pages.
  await page.evaluate(() => {
    const put = Cache.prototype.put;
    let room = 3;
    Cache.prototype.put = function (key, response) {
      if (typeof key === 'string' && key.includes('/pages/') && room-- <= 0) {
        return Promise.reject(new DOMException('No space', 'QuotaExceededError'));
      }
      return put.call(this, key, response);
    };
    Object.assign(window, { giveRoom: () => (room = Infinity) });
  });
  await page.getByRole('menuitem', { name: 'Download to this device' }).click();
  const tabs = page.getByRole('navigation', { name: 'Main navigation' });
  await tabs.getByRole('link', { name: 'Downloads' }).click();
  await page.getByText(/out of space. 3 of \d+ pages were downloaded/).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.goBack();
  await page.getByRole('link', { name: /^This device is out of space/ }).click();
  await page.evaluate('giveRoom()');
  await page.getByRole('button', { name: `Resume ${book.title}` }).click();
  await page.getByText('available offline').waitFor();

  // An old timestamp, because the scanner defers files that may still be written.
  const earlier = new Date(Date.now() - 3_600_000);
  utimesSync(book.path, earlier, earlier);
  await client.call(startScan, { params: { id: library.id } });
  await eventually('the scan of the changed file', async () => {
    const { file_modified_at } = await client.call(getBook, { params: { id: book.id } });
    return file_modified_at === book.file_modified_at ? null : true;
  });
  await page.reload();
  await page.getByText('has a newer file of this book').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: `Download ${book.title} again` }).click();
  await page.getByText('has a newer file of this book').waitFor({ state: 'detached' });
  await page.getByText('available offline').waitFor();
});

test('a downloaded book is read while a proxy answers in place of the server', async ({
  client,
  server,
  folder,
  open,
}) => {
  const comics = path.join(folder, 'Comics');
  writeCbz(path.join(comics, 'Saga', 'Saga 001.cbz'), 3);
  await scanLibrary(client, 'Comics', comics);
  const [book] = (await client.call(listBooks, { query: {} })).data;
  const proxy = await startRewritingProxy(server, 'nothing', (body) => body);
  const page = await open(`${proxy.url}/book/${book?.id ?? ''}`, phone);
  await enter(page);
  await keepBook(page);

  await server.stop();
  await page.goto(`${proxy.url}/`);
  await page.getByText('The server cannot be reached').waitFor();
  await page.getByRole('link', { name: `Read ${book?.title ?? ''}` }).click();
  const comic = reader(page);
  await comic.shows('Page 1');
  await comic.swipe('left');
  await comic.shows('Page 2');
  await page.waitForFunction(() =>
    localStorage.getItem('octavo.later-progress')?.includes('"page":2'),
  );
  await page.goto(`${proxy.url}/read/${book?.id ?? ''}`);
  await comic.shows('Page 2');
  proxy.close();
});

test('a downloaded book whose file was replaced shows no page of the earlier file', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const comics = path.join(folder, 'Comics');
  const file = path.join(comics, 'Saga', 'Saga 001.cbz');
  writeCbz(file, 2);
  const { library } = await scanLibrary(client, 'Comics', comics);
  const [book] = (await client.call(listBooks, { query: {} })).data;
  const id = book?.id ?? '';
  const page = await openSignedIn(`/book/${id}`, phone);
  await keepBook(page);
  const pageOne = (address: string) =>
    page.evaluate(async (path) => (await (await fetch(path)).blob()).size, address);
  const address = `/api/v1/books/${id}/pages/1`;
  const before = await pageOne(address);

  copyFixtures('library/Comics/Science Comics (1946)/Science Comics 001 (1946).cbz', file);
  const earlier = new Date(Date.now() - 3_600_000);
  utimesSync(file, earlier, earlier);
  await client.call(startScan, { params: { id: library.id } });
  await eventually('the scan of the replaced file', async () =>
    (await client.call(getBook, { params: { id } })).page_count === 36 ? true : null,
  );
  await page.goto(`/read/${id}`);
  await reader(page).shows('Page 1');
  expect(await pageOne(address)).not.toBe(before);
  await page.goto('/downloads');
  await page.getByText('available offline').waitFor();
  await page.context().setOffline(true);
  await page.goto(`/read/${id}?page=36`);
  await reader(page).shows('Page 36');
});

test('a downloaded book opens while the server never answers, and lists the books that it can show', async ({
  client,
  server,
  folder,
  openSignedIn,
}) => {
  const saga = path.join(folder, 'Comics', 'Saga');
  for (const number of [1, 2, 3]) writeCbz(path.join(saga, `Saga 00${number}.cbz`), 3);
  await scanLibrary(client, 'Comics', path.join(folder, 'Comics'));
  const { data } = await client.call(listBooks, { query: { sort: 'title,asc' } });
  const [first, , third] = data.map(({ id }) => id);
  const page = await openSignedIn(`/book/${third ?? ''}`, phone);
  await keepBook(page);
  await page.goto(`/book/${first ?? ''}`);
  await keepBook(page, 2);

  // As from outside of the home: no connection is refused, and none is made.
  process.kill(server.pid, 'SIGSTOP');
  try {
    await page.goto(`/read/${first ?? ''}`);
    const comic = reader(page);
    await comic.shows('Page 1');
    await page.keyboard.press('t');
    const contents = page.getByRole('dialog');
    await contents.getByText('These books are on this device').waitFor();
    await contents.getByText('Your bookmarks could not be loaded').waitFor();
    await contents.getByRole('button', { name: /^Saga 001/ }).waitFor();
    await expect.poll(() => contents.getByRole('button', { name: /^Saga/ }).count()).toBe(2);
    await contents.getByRole('button', { name: /^Saga 003/ }).click();
    await page.waitForURL(`**/read/${third ?? ''}`);
    await comic.shows('Page 1');
    await page.keyboard.press('PageUp');
    const before = page.getByRole('group', { name: 'Before this one' });
    await before.getByText('this book is not on this device').waitFor();
    await before.getByRole('button', { name: 'Open previous book', disabled: true }).waitFor();
  } finally {
    process.kill(server.pid, 'SIGCONT');
  }
});

test('a book opened without the server says so, and opens in its own reader once it is back', async ({
  client,
  folder,
  openSignedIn,
}) => {
  writeEpub(path.join(folder, 'Books', 'Text', 'Text.epub'), { title: 'Text', parts: 2 });
  await scanLibrary(client, 'Books', path.join(folder, 'Books'));
  const [book] = (await client.call(listBooks, { query: {} })).data;
  const page = await openSignedIn();
  await page.route('**/api/v1/**', (route) => route.abort());
  await goTo(page, `/read/${book?.id ?? ''}`);
  await page.getByRole('alert').getByText('The server cannot be reached').waitFor();
  await page.unroute('**/api/v1/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.locator('main[data-state="ready"] iframe').first().waitFor();
});

test('a new version of the app waits until the person agrees', async ({ server, open }) => {
  await setUp(server);
  let version = 1;
  const front = await startRewritingProxy(
    server,
    '/service-worker.js',
    (script) => `${script}\n// ${version}`,
  );
  const page = await open('/', { ...phone, baseURL: front.url });
  await enter(page);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.evaluate(() => document.documentElement.setAttribute('data-old', ''));

  version = 2;
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  const notice = page.getByText('A new version of Octavo is ready');
  await notice.waitFor();
  await expect.poll(() => page.locator('html[data-old]').count()).toBe(1);
  expect(await faultsOf(page, 'update')).toEqual([]);
  await page.getByRole('button', { name: 'Reload now' }).click();
  await page.locator('html:not([data-old])').waitFor();
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
  await expect.poll(() => notice.count()).toBe(0);
  front.close();
});

test('the app caches no page of a proxy in place of a script, and starts without the server afterwards', async ({
  server,
  open,
}) => {
  await setUp(server);
  let isAsking = true;
  let requests = 0;
  // Only the service worker asks for this script here.
  const front = await startRewritingProxy(
    server,
    /^\/assets\/epub-reader-page-[^/]+\.js$/,
    (script) => {
      requests += 1;
      return isAsking ? '<h1>Sign in</h1>' : script;
    },
    (type) => (isAsking ? 'text/html' : type),
  );
  const page = await open('/', { ...phone, baseURL: front.url });
  await enter(page);
  await expect.poll(() => requests).toBe(1);
  isAsking = false;
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const types = await page.evaluate(async () => {
    const [name = ''] = (await caches.keys()).filter((key) => key.startsWith('octavo-app-'));
    const cache = await caches.open(name);
    const scripts = (await cache.keys()).filter(({ url }) => url.endsWith('.js'));
    const responses = await Promise.all(scripts.map((script) => cache.match(script)));
    return responses.map((response) => response?.headers.get('content-type') ?? '');
  });
  expect(types.length).toBeGreaterThan(100);
  expect(types.filter((type) => !type.includes('javascript'))).toEqual([]);
  await page.context().setOffline(true);
  await page.goto('/');
  await page.getByText('The server cannot be reached').waitFor();
  front.close();
});
