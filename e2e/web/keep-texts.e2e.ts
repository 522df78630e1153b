import path from 'node:path';

import type { Page } from 'playwright';

import { listBooks } from '../../shared/api/books.ts';
import { deleteLibrary } from '../../shared/api/libraries.ts';
import { markBookRead } from '../../shared/api/progress.ts';
import { faultsOf } from '../support/accessibility.ts';
import { copyFixtures, scanLibrary } from '../support/library.ts';
import { phoneOptions } from '../support/phone.ts';
import { expect, test } from '../support/test.ts';

const phone = {
  ...phoneOptions,
  serviceWorkers: 'allow',
} as const;
const hasWorker = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller !== null);

test('an EPUB and a PDF are downloaded by the cloud button and read without the server', async ({
  client,
  folder,
  openSignedIn,
}) => {
  await scanLibrary(client, 'Books', copyFixtures('library/Books', path.join(folder, 'Books')));
  await scanLibrary(client, 'PDF', copyFixtures('library/PDF', path.join(folder, 'PDF')));
  const { data: books } = await client.call(listBooks, { query: { pageSize: 500 } });
  const text = books.find(({ format, error }) => format === 'epub' && error === null);
  const pdf = books.find(({ title }) => title.includes('Rust'));
  if (!text || !pdf) throw new Error('The library lacks a text or a PDF');

  const page = await openSignedIn('/downloads', phone);
  for (const { id } of [text, pdf]) {
    await page.goto(`/book/${id}`);
    await page.getByRole('button', { name: 'Download to this device' }).click();
    await page
      .getByRole('button', { name: 'Remove from this device' })
      .waitFor({ timeout: 60_000 });
  }
  expect(await faultsOf(page)).toEqual([]);
  await hasWorker(page);
  await page.goto('/downloads');
  await page.getByText('available offline').nth(1).waitFor({ timeout: 60_000 });
  await page.getByText(/This browser (keeps|may delete) the downloads/).waitFor();
  expect(await faultsOf(page)).toEqual([]);

  await page.context().setOffline(true);
  await page.goto('/downloads');
  await page.getByText('The server cannot be reached').waitFor();
  await page.getByRole('link', { name: `Read ${text.title}` }).click();
  await expect
    .poll(async () => {
      const frames = page.frames().slice(1);
      const texts = await Promise.all(
        frames.map((frame) => frame.evaluate(() => document.body.textContent).catch(() => '')),
      );
      return texts.join('').trim().length;
    })
    .toBeGreaterThan(20);
  await page.goto('/downloads');
  await page.getByRole('link', { name: `Read ${pdf.title}` }).click();
  await page.locator('.page canvas').first().waitFor();
  await page.context().setOffline(false);
});

test('a whole series is downloaded in one press, and the next three unread books automatically', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const comics = copyFixtures('library/Comics', path.join(folder, 'Comics'));
  const { library } = await scanLibrary(client, 'Comics', comics);
  const { data: books } = await client.call(listBooks, {
    query: { pageSize: 500, sort: 'number,asc' },
  });
  const series = books.find(({ title }) => title.includes('Potion Contest'))?.series_id ?? '';
  const own = books.filter(({ series_id }) => series_id === series);
  expect(own.length).toBeGreaterThan(2);

  const page = await openSignedIn(`/series/${series}`, phone);
  const menu = page.getByRole('button', { name: 'More ways to read' });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Keep the next three unread here' }).click();
  await page.getByText('stay on this device').waitFor();
  await page.goto('/downloads');
  await page
    .getByText('available offline')
    .nth(Math.min(3, own.length) - 1)
    .waitFor({ timeout: 60_000 });
  await page.getByRole('heading', { name: 'Kept automatically' }).waitFor();
  expect(await faultsOf(page)).toEqual([]);

  // Read books are removed at the next start.
  const [first] = own;
  await client.call(markBookRead, { params: { id: first?.id ?? '' } });
  await page.reload();
  await page
    .getByRole('link', { name: `Read ${first?.title ?? ''}` })
    .waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Stop keeping/ }).click();
  await page.getByRole('heading', { name: 'Kept automatically' }).waitFor({ state: 'detached' });

  await page.goto(`/series/${series}`);
  await menu.click();
  await page.getByRole('menuitem', { name: 'Download all books to this device' }).click();
  await page.getByText(/books? (is|are) being downloaded/).waitFor();
  await page.goto('/downloads');
  await page
    .getByText('available offline')
    .nth(own.length - 1)
    .waitFor({ timeout: 60_000 });

  // Books that this person can no longer see leave the device: hidden and deleted books answer alike.
  await client.call(deleteLibrary, { params: { id: library.id } });
  await page.reload();
  await page.getByText('No downloads on this device').waitFor();
});
