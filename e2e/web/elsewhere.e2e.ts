import { rmSync } from 'node:fs';
import path from 'node:path';

import type { Page } from 'playwright';

import { listBooks } from '../../shared/api/books.ts';
import { createCollection, deleteCollection } from '../../shared/api/collections.ts';
import { updateProgress } from '../../shared/api/progress.ts';
import { deleteLibrary } from '../../shared/api/libraries.ts';
import { startScan } from '../../shared/api/scans.ts';
import { listSeries } from '../../shared/api/series.ts';
import { createUser } from '../../shared/api/users.ts';
import { generateLibrary, scanLibrary, scanGenerated } from '../support/library.ts';
import type { Client } from '../../shared/client.ts';
import { goTo } from '../support/screens.ts';
import { holdBack } from '../support/page-steps.ts';
import { expect, test } from '../support/test.ts';

/** Opens a page that follows the server; the stream of the page before it does not count. */
const openLive = async (page: Page, address: string): Promise<void> => {
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForResponse((response) => response.url().includes('/events/live'));
};

/** A collection of one series; returns its id. */
const createGoneSoon = async (client: Client, folder: string): Promise<string> => {
  await scanGenerated(client, folder, 'Comics', 1);
  const { data: series } = await client.call(listSeries);
  const { id } = await client.call(createCollection, {
    body: { name: 'Gone soon', series_ids: series.map((found) => found.id) },
  });
  return id;
};

test('an open trash follows a scan, and says how many books it deletes', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const comics = generateLibrary(path.join(folder, 'Comics'), 8);
  const { library } = await scanLibrary(client, 'Comics', comics);
  const page = await openSignedIn(null);
  await openLive(page, '/trash');
  await page.getByText('The trash is empty').waitFor();
  const { data: books } = await client.call(listBooks);
  const read = books.find(({ series_name }) => series_name === 'Series 00001');
  const params = { id: read?.id ?? '' };
  await client.call(updateProgress, { params, body: { current_page: 1 } });
  for (const series of ['Series 00001', 'Series 00002']) {
    rmSync(path.join(comics, series), { recursive: true });
  }
  await client.call(startScan, { params: { id: library.id } });
  const rows = page.getByRole('region', { name: 'Missing books' }).getByRole('listitem');
  await expect.poll(() => rows.count()).toBe(2);
  // That of a book which somebody has read comes after a year.
  const deletions = (await rows.allTextContents()).map(
    (text) => /will be deleted on (.+?) at the earliest/.exec(text)?.[1],
  );
  const [first = 0, last = 0] = deletions.map((date) => Date.parse(date ?? '')).sort();
  expect(Math.round((last - first) / 86_400_000)).toBe(365 - 30);
  await page.getByRole('button', { name: 'Empty the trash' }).click();
  await page.getByRole('dialog', { name: 'Delete all 2 missing books permanently?' }).waitFor();

  // A page that no longer exists, because its last book left, leads to the one before.
  await page.goto('/trash?page=2');
  await page.getByRole('region', { name: 'Missing books' }).getByText('Comics').first().waitFor();
  await page.goto('/settings/tasks?page=2');
  await page.getByRole('list', { name: 'Tasks' }).getByRole('listitem').first().waitFor();
});

test('the page of a list that was deleted elsewhere says so', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const id = await createGoneSoon(client, folder);
  const page = await openSignedIn(null);
  await openLive(page, `/collection/${id}`);
  await page.getByRole('heading', { level: 1, name: 'Gone soon' }).waitFor();
  await client.call(deleteCollection, { params: { id } });
  await page.getByRole('heading', { level: 1, name: 'Gone soon' }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Home' }).last().waitFor();
});

test('a change between what a page loads and its stream of events is not missed', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const id = await createGoneSoon(client, folder);
  const page = await openSignedIn(null);
  const connect = await holdBack(page, '**/events/live*');
  await page.goto(`/collection/${id}`);
  await page.getByRole('heading', { level: 1, name: 'Gone soon' }).waitFor();
  await client.call(deleteCollection, { params: { id } });
  connect();
  await page.getByRole('heading', { level: 1, name: 'Gone soon' }).waitFor({ state: 'detached' });
});

test('a change while a second tab loads, which shares the stream of the first, is not missed', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const id = await createGoneSoon(client, folder);
  const first = await openSignedIn('/');
  await openLive(first, '/collections');
  const second = await first.context().newPage();
  const loaded = second.waitForResponse((response) => response.url().includes(id));
  const start = await holdBack(second, '**/live-server-*.js');
  await second.goto(`/collection/${id}`, { waitUntil: 'commit' });
  await loaded;
  const heading = second.getByRole('heading', { level: 1, name: 'Gone soon' });
  await heading.waitFor();
  await client.call(deleteCollection, { params: { id } });
  await first.getByText('Gone soon').first().waitFor({ state: 'detached' });
  start();
  await heading.waitFor({ state: 'detached' });
});

test('the pages about a library say when it was removed elsewhere, or when libraries cannot be loaded', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const comics = generateLibrary(path.join(folder, 'Comics'), 1);
  const { library } = await scanLibrary(client, 'Comics', comics);
  const pages = ['organise', 'convert', 'write-metadata', 'repeated-pages'].map(
    (name) => `/library/${library.id}/${name}`,
  );
  const page = await openSignedIn(null);
  await page.route('**/api/v1/libraries?*', (route) => route.fulfill({ status: 503, body: '{}' }));
  for (const address of pages) {
    await page.goto(address);
    await page.locator('#content').getByRole('button', { name: 'Retry' }).waitFor();
  }
  await page.unroute('**/api/v1/libraries?*');
  await openLive(page, pages[0] ?? '');
  await page.getByRole('heading', { level: 1, name: 'Organise' }).waitFor();
  await client.call(deleteLibrary, { params: { id: library.id } });
  await page.getByRole('heading', { level: 1, name: 'Nothing here' }).waitFor();
  for (const address of [...pages, `/library/${library.id}`]) {
    await goTo(page, address);
    await page.waitForURL(`**${address}`);
    await page.getByRole('heading', { level: 1, name: 'Nothing here' }).waitFor();
    await expect.poll(() => page.title()).toBe('Nothing here · Octavo');
  }
});

test('a refusal is shown in the language of the page, without ids', async ({
  client,
  folder,
  openSignedIn,
}) => {
  await scanGenerated(client, folder, 'Comics', 1);
  const { id } = await client.call(createCollection, { body: { name: 'Weg', series_ids: [] } });
  const page = await openSignedIn(`/collection/${id}`, { locale: 'de-DE' });
  await page.getByRole('heading', { level: 1, name: 'Weg' }).waitFor();
  // Somebody else is faster.
  await page.route(`**/collections/${id}`, async (route) => {
    if (route.request().method() === 'DELETE') {
      await client.call(deleteCollection, { params: { id } });
    }
    await route.continue();
  });
  await page.getByRole('button', { name: 'Weitere Aktionen' }).click();
  await page.getByRole('menuitem', { name: 'Liste löschen' }).click();
  await page.getByText('Diese Sammlung gibt es nicht mehr.').waitFor();
});

test('the number of chosen books is visible beside the sidebar', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const comics = generateLibrary(path.join(folder, 'Comics'), 12);
  const { library } = await scanLibrary(client, 'Comics', comics);
  const page = await openSignedIn(`/library/${library.id}?view=books`, { locale: 'de-DE' });
  await page
    .getByRole('link', { name: /Series 00001/ })
    .first()
    .waitFor();
  await page.keyboard.press('Control+a');
  const bar = page.getByRole('toolbar', { name: 'Auswahl' });
  const count = bar.getByRole('status');
  for (const width of [1280, 1380, 1500, 1600, 1024, 800]) {
    await page.setViewportSize({ width, height: 800 });
    const shown = await count.evaluate(
      ({ clientWidth, scrollWidth }) => clientWidth >= scrollWidth,
    );
    const overflow = await bar.evaluate(
      ({ clientWidth, scrollWidth }) => scrollWidth - clientWidth,
    );
    expect([width, shown, overflow]).toEqual([width, true, 0]);
  }
});

test('somebody without the permission learns who can open a page', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const { library } = await scanGenerated(client, folder, 'Comics', 1);
  const person = { username: 'bert', password: 'a good password' };
  await client.call(createUser, { body: person });
  const page = await openSignedIn('/', { person });
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(response.url());
  });
  for (const [address, text] of [
    [`/library/${library.id}/organise`, 'It needs the permission “Change series”.'],
    [`/library/${library.id}/convert`, 'It needs the permission “Add and change libraries'],
    ['/settings/schedules', 'It needs the permission “Add and change libraries'],
    ['/settings/backups', 'Only an admin can open it.'],
    ['/settings/release-sources', 'It needs the permission “Manage release sources”.'],
    ['/settings/people', 'It needs the permission “See people”.'],
    ['/settings/tasks', 'It needs the permission “See tasks”.'],
    ['/trash', 'It needs the permission “Add and change libraries'],
    ['/activity/reports', 'It needs the permission “Add and change libraries'],
  ] as const) {
    await goTo(page, address);
    await page.getByText(text).waitFor();
    await page.getByRole('heading', { level: 1, name: 'You cannot open this page' }).waitFor();
  }
  expect(refused).toEqual([]);
});
