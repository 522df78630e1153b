import { mkdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { getBook, listBooks } from '../../shared/api/books.ts';
import { deleteLibrary } from '../../shared/api/libraries.ts';
import { updateProgress } from '../../shared/api/progress.ts';
import { startScan } from '../../shared/api/scans.ts';
import type { Client } from '../../shared/client.ts';
import { writeCbz } from '../../server/testing/zip.ts';
import { writeEpub } from '../support/epub.ts';
import { scanLibrary } from '../support/library.ts';
import { readerOfFirstBook } from '../support/page-steps.ts';
import { reader } from '../support/reader.ts';
import { eventually } from '../support/server.ts';
import { expect, test } from '../support/test.ts';
import { textPdf } from '../support/text-pdf.ts';

/** Dates a file back, so that a scan does not wait until it is complete. */
const aged = (file: string, hours: number) => {
  const time = new Date(Date.now() - hours * 3_600_000);
  utimesSync(file, time, time);
};

const writePdf = (file: string, pages: number): void => {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, textPdf({ widths: Array.from({ length: pages }, () => 400) }));
};

const rescan = async (client: Client, library: string, book: string, pages: number) => {
  await client.call(startScan, { params: { id: library } });
  await eventually('the scan of the replaced file', async () =>
    (await client.call(getBook, { params: { id: book } })).page_count === pages ? true : null,
  );
};

/** A scanned file of nine pages, of which the eighth was read last. */
const openBook = async (client: Client, file: string) => {
  const { library } = await scanLibrary(client, 'Books', path.dirname(path.dirname(file)));
  const [book] = (await client.call(listBooks, { query: {} })).data;
  const id = book?.id ?? '';
  await eventually('the pages of a text', async () =>
    (await client.call(getBook, { params: { id } })).page_count === 9 ? true : null,
  );
  await client.call(updateProgress, { params: { id }, body: { current_page: 8 } });
  const progress = async () => (await client.call(getBook, { params: { id } })).progress;
  return { id, library: library.id, progress };
};

test('the comic reader follows a file that is replaced by a shorter and a longer one', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const file = path.join(folder, 'Books', 'Saga', 'Saga 001.cbz');
  writeCbz(file, 9);
  aged(file, 3);
  const { id, library, progress } = await openBook(client, file);
  const page = await openSignedIn(`/read/${id}`);
  await reader(page).shows('Page 8');
  const image = () => page.locator('img[data-page]').first().getAttribute('src');
  const before = await image();

  writeCbz(file, 5);
  aged(file, 2);
  await rescan(client, library, id, 5);
  await page.getByText('It now has 5 pages').waitFor();
  await reader(page).shows('Page 5');
  await page.getByRole('region', { name: 'Page 5 of 5' }).waitFor();
  expect(await image()).not.toBe(before);
  expect(await progress()).toMatchObject({ is_completed: false });

  writeCbz(file, 12);
  aged(file, 1);
  await rescan(client, library, id, 12);
  await page.getByRole('region', { name: 'Page 5 of 12' }).waitFor();
  await page.keyboard.press('ArrowRight');
  await reader(page).shows('Page 6');
  await eventually('the page that was turned to', async () =>
    (await progress())?.current_page === 6 ? true : null,
  );
});

test('the PDF reader follows a file that is replaced by a shorter and a longer one', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const file = path.join(folder, 'Books', 'Notes', 'Notes.pdf');
  writePdf(file, 9);
  aged(file, 3);
  const { id, library, progress } = await openBook(client, file);
  const page = await openSignedIn(`/book/${id}`);
  await page.goto(`/read/${id}`);
  const shows = async (number: number, count: number) => {
    await page.locator(`main[data-page="${number}"][data-state="ready"]`).waitFor();
    await page.getByText(`/ ${count}`, { exact: true }).waitFor({ state: 'attached' });
  };
  await shows(8, 9);

  writePdf(file, 5);
  aged(file, 2);
  await rescan(client, library, id, 5);
  await page.getByText('It now has 5 pages').waitFor();
  await shows(5, 5);
  await expect.poll(() => page.getByRole('button', { name: /Back to/ }).count()).toBe(0);
  expect(await progress()).toMatchObject({ is_completed: false });

  writePdf(file, 12);
  aged(file, 1);
  await rescan(client, library, id, 12);
  await shows(5, 12);
});

test('the EPUB reader follows a file that is replaced by a shorter one', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const file = path.join(folder, 'Books', 'Notes', 'Notes.epub');
  writeEpub(file, { title: 'Notes', parts: 9 });
  aged(file, 3);
  const { id, library, progress } = await openBook(client, file);
  const page = await openSignedIn(`/read/${id}`);
  const text = () => page.frameLocator('iframe:visible').getByText(/This is/);
  await text().filter({ hasText: 'part-8 of Notes' }).waitFor();

  writeEpub(file, { title: 'Short notes', parts: 5 });
  aged(file, 2);
  await rescan(client, library, id, 5);
  await page.getByText('It now has 5 pages').waitFor();
  await text().filter({ hasText: 'part-5 of Short notes' }).waitFor();
  expect(await progress()).toMatchObject({ is_completed: false });
});

test('the EPUB reader says why a part is not there, and shows it when the drive is back', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const drive = path.join(folder, 'Books');
  writeEpub(path.join(drive, 'Notes', 'Notes.epub'), { title: 'Notes', parts: 9 });
  aged(path.join(drive, 'Notes', 'Notes.epub'), 3);
  const { id, library } = await openBook(client, path.join(drive, 'Notes', 'Notes.epub'));
  const page = await openSignedIn(`/read/${id}?page=2`);
  const text = () => page.frameLocator('iframe:visible').getByText(/This is/);
  await text().filter({ hasText: 'part-2 of Notes' }).waitFor();

  renameSync(drive, `${drive} away`);
  const alert = page.getByRole('alert');
  // The server trusts an open file for a second.
  for (let turns = 0; turns < 6 && (await alert.count()) === 0; turns += 1) {
    await page.keyboard.press('ArrowRight');
    await alert.waitFor({ timeout: 400 }).catch(() => null);
  }
  await alert.getByText('Connect its drive and try again').waitFor();
  renameSync(`${drive} away`, drive);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await alert.waitFor({ state: 'detached' });
  await text().waitFor();

  await client.call(deleteLibrary, { params: { id: library } });
  await alert.getByText('It was deleted, or you no longer have access').waitFor();
  await expect.poll(() => page.locator('iframe').count()).toBe(0);
});

test('the comic reader says why a page is not there', async ({ client, folder, openSignedIn }) => {
  const drive = path.join(folder, 'Books');
  const file = path.join(drive, 'Saga', 'Saga 001.cbz');
  writeCbz(file, 30);
  aged(file, 3);
  await scanLibrary(client, 'Books', drive);
  const page = await openSignedIn(await readerOfFirstBook(client));
  await reader(page).shows('Page 1');
  renameSync(drive, `${drive} away`);
  // The server trusts an open file for a second.
  await page.waitForTimeout(1200);
  await page.keyboard.press('End');
  const failure = page.getByRole('group', { name: 'Page 30 could not be shown' });
  await failure.getByText('Connect its drive and try again').waitFor();
  renameSync(`${drive} away`, drive);
  await failure.getByRole('button', { name: 'Try again' }).click();
  await reader(page).shows('Page 30');
});
