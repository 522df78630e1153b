import { utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { getTaskStats } from '../../shared/api/tasks.ts';
import type { Client } from '../../shared/client.ts';
import { writeCbz } from '../../server/testing/zip.ts';
import { scanLibrary, scanPepperAndCarrot } from '../support/library.ts';
import { settled } from '../support/page-steps.ts';
import { eventually } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

/** Number of responses that the page requested early and has not used yet. */
const unusedResponses = (): number | undefined =>
  (globalThis as { firstResponses?: ReadonlyMap<string, unknown> }).firstResponses?.size;

/** A page receives events of the last two seconds again, and refetches the data that they changed. */
const untilUnchanged = async (client: Client): Promise<void> => {
  await eventually('the end of all tasks', async () => {
    const { pending, running } = await client.call(getTaskStats);
    return pending + running === 0 || null;
  });
  await sleep(2500);
};

test('a page that is opened by its address requests its data once', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const { library, books } = await scanPepperAndCarrot(client, folder);
  const { id = '', series_id: series = '' } = books[0] ?? {};
  const page = await openSignedIn();
  await untilUnchanged(client);
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    const path = pathname.replace('/api/v1/', '');
    const isList = searchParams.get('pageSize') === '120' || path === 'health-issues';
    if (isList || path === `books/${id}` || path === `series/${series}`)
      asked.push(`${request.method()} ${path}`);
  });
  const pages = [
    [`/library/${library.id}`, 'GET series'],
    [`/library/${library.id}?view=books&sort=created_at`, 'GET books'],
    ['/library/all', 'GET series'],
    ['/search?q=carrot', 'POST series/search'],
    ['/health', 'GET health-issues'],
    [`/series/${series}`, `GET series/${series}`],
    [`/book/${id}`, `GET books/${id}`],
  ] as const;
  for (const [address, request] of pages) {
    asked.length = 0;
    await page.goto(address);
    await page.getByRole('main').getByRole('heading').first().waitFor({ state: 'attached' });
    await settled(page);
    expect(asked, address).toEqual([request]);
  }
});

test('a page requests its first data before its code is loaded, and not again', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const { books } = await scanPepperAndCarrot(client, folder);
  const { id = '', series_id: series = '' } = books[0] ?? {};
  const page = await openSignedIn();
  await untilUnchanged(client);
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/v1/')) asked.push(pathname.replace('/api/v1/', '') + search);
  });
  const common = ['auth/me', 'libraries?pageSize=500', 'user/preferences?pageSize=500'];
  const shelves = [
    ...['books/in-progress?pageSize=20', 'books/on-deck?pageSize=20'],
    ...['books/recently-added?pageSize=20', 'books/recently-read?pageSize=60'],
    'series/recently-added?pageSize=20',
  ];
  const firstOf = {
    '/': [...common, ...shelves],
    '/stats': common,
    [`/book/${id}`]: [...common, `books/${id}`],
    [`/series/${series}`]: [...common, `series/${series}`],
    [`/read/${id}`]: ['auth/me', `books/${id}`],
  };
  for (const [address, first] of Object.entries(firstOf)) {
    // The page before it can still be asking.
    await page.goto('about:blank');
    asked.length = 0;
    await page.goto(address);
    await page.getByRole('main').waitFor();
    await settled(page);
    const [early, later] = [asked.slice(0, first.length), asked.slice(first.length)];
    expect(early.toSorted(), address).toEqual(first.toSorted());
    const again = later.filter((url) => early.includes(url));
    expect(again, address).toEqual([]);
    expect(await page.evaluate(unusedResponses), address).toBe(0);
  }
  // A reader that is opened later asks for its book again, because another device may have moved the position.
  await page.goto(`/book/${id}`);
  await settled(page);
  await page.waitForTimeout(5100);
  asked.length = 0;
  await page
    .getByRole('main')
    .getByRole('link', { name: /^(Read|Continue)\b/ })
    .first()
    .click();
  await page.locator('main[data-state="ready"]').waitFor();
  expect(asked.filter((url) => url === `books/${id}`)).toHaveLength(1);
  // The library as another person sees it is requested with the name of that person.
  await page.goto('/stats');
  await page.evaluate(() => sessionStorage.setItem('octavo.view-as', '{"id":"1","name":"A"}'));
  await page.reload();
  expect(await page.evaluate(unusedResponses)).toBe(common.length);
  await page.evaluate(() => sessionStorage.removeItem('octavo.view-as'));
});

test('a page about books is shown without the texts of other pages', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const comics = path.join(folder, 'Comics');
  writeCbz(path.join(comics, 'Hafen/Hafen 1.cbz'), 2);
  const broken = path.join(comics, 'Hafen/Hafen 2.cbz');
  writeFileSync(broken, '');
  // An old timestamp, because scans defer files that may still be written.
  utimesSync(broken, new Date(0), new Date(0));
  await scanLibrary(client, 'Comics', comics);
  const page = await openSignedIn('/', { locale: 'de-DE' });
  await page.route('**/assets/lazy-german-*', (route) => route.abort());
  await page.goto('/health');
  await page.getByRole('heading', { name: 'Zustand' }).waitFor();
  await page.getByRole('list', { name: 'Probleme' }).getByText('Die Datei ist leer').waitFor();
});
