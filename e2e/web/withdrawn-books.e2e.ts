import { rmSync } from 'node:fs';
import path from 'node:path';

import type { Page } from 'playwright';

import { writeCbz } from '../../server/testing/zip.ts';
import { listBooks } from '../../shared/api/books.ts';
import { updateSeries } from '../../shared/api/edits.ts';
import { getProgress } from '../../shared/api/progress.ts';
import { noRestrictions } from '../../shared/api/restrictions.ts';
import { startScan } from '../../shared/api/scans.ts';
import { listTrash, removeFromTrash } from '../../shared/api/trash.ts';
import { createUser, updateUser } from '../../shared/api/users.ts';
import type { Client } from '../../shared/client.ts';
import { scanLibrary } from '../support/library.ts';
import { reader } from '../support/reader.ts';
import { asUser, eventually, owner } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

const mia = { username: 'mia', password: owner.password };

/** A library of series with one book each, and Mia, from whom an admin can hide any of them. */
const shareWithMia = async (client: Client, folder: string, names: string[]) => {
  const library = path.join(folder, 'Comics');
  for (const name of names) writeCbz(path.join(library, name, `${name}.cbz`), 5);
  const { library: comics } = await scanLibrary(client, 'Comics', library);
  const restrictions = { ...noRestrictions, denied_labels: ['Secret'] };
  const { id } = await client.call(createUser, { body: { ...mia, restrictions } });
  const { data: books } = await client.call(listBooks, {});
  const bookOf = (name: string) => books.find(({ path }) => path.includes(name));
  return {
    library,
    bookId: (name: string) => bookOf(name)?.id ?? '',
    /** Hides a series from Mia by a label, or shows it again. */
    hide: (name: string, isHidden = true) =>
      client.call(updateSeries, {
        params: { id: bookOf(name)?.series_id ?? '' },
        body: { labels: isHidden ? ['Secret'] : [] },
      }),
    withdrawAll: () =>
      client.call(updateUser, {
        params: { id },
        body: { restrictions: { ...noRestrictions, library_ids: [] } },
      }),
    scan: () => client.call(startScan, { params: { id: comics.id } }),
  };
};

const download = async (page: Page, bookId: string): Promise<void> => {
  await page.goto(`/book/${bookId}`);
  await page.getByRole('button', { name: 'Download to this device' }).click();
  await page.getByRole('button', { name: 'Remove from this device' }).waitFor();
};

/** Number of files of a book that this browser keeps. */
const filesOf = (page: Page, bookId: string): Promise<number> =>
  page.evaluate(async (id) => {
    const files = await (await caches.open('octavo-books')).keys();
    return files.filter(({ url }) => url.includes(id)).length;
  }, bookId);

test('copies on a device leave with the right to see the book, and not with its file', async ({
  client,
  folder,
  open,
}) => {
  const names = ['Bone', 'Saga', 'Akira', 'Away'];
  const shared = await shareWithMia(client, folder, names);
  const { library, bookId } = shared;
  const page = await open(null, { person: mia, serviceWorkers: 'allow' });
  for (const name of names) await download(page, bookId(name));
  await page.getByRole('link', { name: 'Downloads' }).click();
  const shown = (name: string) => page.getByRole('link', { name: `Read ${name}` });
  const isGone = async (name: string) => {
    await shown(name).waitFor({ state: 'detached' });
    await expect.poll(() => filesOf(page, bookId(name)), { message: name }).toBe(0);
  };
  for (const name of names) await shown(name).waitFor();

  await shared.hide('Bone');
  await isGone('Bone');

  // The file is gone, as on a drive that is away; then the book is removed for good.
  rmSync(path.join(library, 'Saga'), { recursive: true });
  rmSync(path.join(library, 'Away'), { recursive: true });
  await shared.scan();
  await eventually('the missing books', async () => {
    const { data } = await client.call(listTrash, {});
    return data.length === 2 ? true : null;
  });
  await client.call(removeFromTrash, { params: { id: bookId('Saga') } });
  await isGone('Saga');
  expect(await filesOf(page, bookId('Away'))).toBeGreaterThan(5);

  await shared.withdrawAll();
  await isGone('Akira');
  await isGone('Away');
});

test('copies on a device are compared with the server by one question for all', async ({
  client,
  folder,
  open,
}) => {
  const names = ['Bone', 'Saga', 'Akira'];
  const { bookId, hide } = await shareWithMia(client, folder, names);
  const page = await open(null, { person: mia, serviceWorkers: 'allow' });
  for (const name of names) await download(page, bookId(name));
  await page.getByRole('link', { name: 'Downloads' }).click();
  await page.getByRole('link', { name: 'Read Bone' }).waitFor();
  const single: string[] = [];
  const questions: unknown[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/\/books\/[0-9a-f-]{36}$/.test(pathname)) single.push(pathname);
    if (pathname.endsWith('/books/export')) questions.push(request.postDataJSON());
  });
  await hide('Bone');
  await page.getByRole('link', { name: 'Read Bone' }).waitFor({ state: 'detached' });
  expect(single).toEqual([`/api/v1/books/${bookId('Bone')}`]);
  const [ids = []] = questions.map((question) => (question as { ids: string[] }).ids);
  expect(ids.toSorted()).toEqual(names.map(bookId).toSorted());
});

test('pages of a book that becomes hidden leave an open reader, and the position is saved when it is shown again', async ({
  client,
  server,
  folder,
  open,
}) => {
  const { bookId, hide } = await shareWithMia(client, folder, ['Bone', 'Saga']);
  const params = { id: bookId('Bone') };
  const page = await open(`/read/${params.id}`, { person: mia });
  const comic = reader(page);
  await comic.shows('Page 1');
  await page.keyboard.press('ArrowRight');
  await comic.shows('Page 2');
  // Not sent yet.
  await page.route('**/progress', (route) => route.abort());
  await page.keyboard.press('ArrowRight');
  await comic.shows('Page 3');
  await hide('Bone');
  await page.getByRole('heading', { name: 'This book is no longer here' }).waitFor();
  await page.getByRole('alert').getByText('you no longer have access to it').waitFor();
  // Trying again helps nobody, so the way out is first.
  await expect
    .poll(() => page.getByRole('main').getByRole('button').allTextContents())
    .toEqual(['Close reader', 'Try again']);
  await expect.poll(() => page.locator('img[data-page]').count()).toBe(0);
  await page.unroute('**/progress');
  // An old link: the page of the book would be the next dead end.
  await page.goto(`/read/${params.id}`);
  await page.getByRole('button', { name: 'Close reader' }).click();
  await page.getByRole('heading', { name: 'New books' }).waitFor();

  await hide('Bone', false);
  await page.goto(`/read/${params.id}`);
  await comic.shows('Page 3');
  const own = await asUser(server, mia);
  expect(await own.call(getProgress, { params })).toMatchObject({ current_page: 3 });
});

test('an admin who looks at the library as somebody else keeps the copies of hidden books', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const { bookId, hide } = await shareWithMia(client, folder, ['Bone', 'Saga']);
  await hide('Bone');
  const page = await openSignedIn(null, { serviceWorkers: 'allow' });
  await download(page, bookId('Bone'));
  await page.goto('/settings/people');
  await page.getByRole('button', { name: 'See the library as mia' }).click();
  await page.getByText('You see the library as mia sees it').waitFor();
  await page.getByRole('link', { name: 'Downloads' }).click();
  // Copies would leave as soon as the server has been asked.
  await page.waitForTimeout(1500);
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('heading', { name: 'People' }).waitFor();
  expect(await filesOf(page, bookId('Bone'))).toBeGreaterThan(5);
});
