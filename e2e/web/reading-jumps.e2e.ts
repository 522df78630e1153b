import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { Request } from 'playwright';

import { getBook, listBooks } from '../../shared/api/books.ts';
import { getReadingStats } from '../../shared/api/reading-stats.ts';
import { pdfOf } from '../../server/testing/pdf.ts';
import { pngPage, writeCbz } from '../../server/testing/zip.ts';
import { faultsOf } from '../support/accessibility.ts';
import { writeEpub } from '../support/epub.ts';
import { copyFixtures, scanLibrary } from '../support/library.ts';
import { holdBack } from '../support/page-steps.ts';
import { reader } from '../support/reader.ts';
import { eventually, root } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

const fixtures = path.resolve(root, '../shared/fixtures');

test('a jump keeps the way back and finishes nothing; the last pages that are read do', async ({
  folder,
  client,
  openSignedIn,
}) => {
  copyFixtures('library/Comics/Pepper & Carrot', path.join(folder, 'All', 'Carrot'));
  copyFixtures('library/Books/Herman Melville', path.join(folder, 'All', 'Melville'));
  const rust = 'The Rust Programming Language.pdf';
  cpSync(path.join(fixtures, 'library/PDF', rust), path.join(folder, 'All', 'Rust', rust));
  await scanLibrary(client, 'All', path.join(folder, 'All'));
  const { data: books } = await client.call(listBooks, { query: { pageSize: 100 } });
  const idOf = (name: string): string => books.find(({ path }) => path.includes(name))?.id ?? name;
  const progressOf = async (id: string) =>
    (await client.call(getBook, { params: { id } })).progress ?? null;
  const page = await openSignedIn(null, { reducedMotion: 'reduce' });

  // Comic: End leads to the last page, without reading it.
  const comic = idOf('Potion Contest');
  await page.goto(`/book/${comic}`);
  await page.getByRole('link', { name: 'Read', exact: true }).click();
  const shown = reader(page);
  await shown.shows('Page 1');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('End');
  await shown.shows('Page 12');
  const back = page.getByRole('button', { name: /Back to page/ });
  await back.waitFor();
  expect(await faultsOf(page, 'way back')).toEqual([]);
  await eventually('the position', async () =>
    (await progressOf(comic))?.current_page === 12 ? true : null,
  );
  expect((await progressOf(comic))?.is_completed).toBe(false);
  await page.keyboard.press('Alt+ArrowLeft');
  await shown.shows('Page 2');
  await expect.poll(() => back.count()).toBe(0);

  // The browser's back button takes the same way, and then leaves the book.
  await page.keyboard.press('End');
  await back.waitFor();
  const address = page.url();
  await page.goBack();
  await shown.shows('Page 2');
  expect(page.url()).toBe(address);
  await expect.poll(() => back.count()).toBe(0);

  // Turning to the end finishes the book, which a notification can undo.
  for (let turn = 0; turn < 8; turn += 1) await page.keyboard.press('ArrowRight');
  const finished = page.getByRole('status').filter({ hasText: 'marked as read' });
  await finished.waitFor();
  expect((await progressOf(comic))?.is_completed).toBe(true);
  await finished.getByRole('button', { name: 'Undo' }).click();
  await eventually('the book unfinished', async () =>
    (await progressOf(comic))?.is_completed === false ? true : null,
  );

  // EPUB: the contents, a link and the end of the book.
  const whale = idOf('Moby-Dick');
  await page.goto(`/read/${whale}`);
  const place = (number: string) => page.locator(`main[data-state="ready"]${number}`);
  await place('[data-page="1"]').waitFor();
  await page.keyboard.press('End');
  await place('[data-page]:not([data-page="1"])').waitFor();
  await page.getByRole('button', { name: 'Back to page 1' }).waitFor();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('group', { name: 'Next in the series' }).waitFor();
  await page.keyboard.press('ArrowLeft');
  await eventually('the end as position', async () => ((await progressOf(whale)) ? true : null));
  await expect.poll(async () => (await progressOf(whale))?.is_completed).toBe(false);
  await page.keyboard.press('Alt+ArrowLeft');
  await place('[data-page="1"]').waitFor();
  await expect.poll(() => back.count()).toBe(0);

  // PDF: the same; resting on the last page reads it.
  const manual = idOf('The Rust');
  await page.goto(`/read/${manual}`);
  await place('[data-page="1"]').waitFor();
  await page.keyboard.press('End');
  await place('[data-page]:not([data-page="1"])').waitFor();
  await page.getByRole('button', { name: 'Back to page 1' }).waitFor();
  await eventually('the last page', async () => ((await progressOf(manual)) ? true : null));
  expect((await progressOf(manual))?.is_completed).toBe(false);
  await finished.filter({ hasText: 'Rust' }).waitFor({ timeout: 20_000 });
  expect((await progressOf(manual))?.is_completed).toBe(true);

  // None of that were pages.
  const stats = await client.call(getReadingStats, { query: {} });
  expect(stats.pages_read).toBeLessThan(20);
});

test('opening the last page of a book writes nothing, unless it is the only one', async ({
  folder,
  client,
  openSignedIn,
}) => {
  writeCbz(path.join(folder, 'All', 'Long', 'Long.cbz'), 5);
  writeCbz(path.join(folder, 'All', 'Poster', 'Poster.cbz'), 1);
  writeEpub(path.join(folder, 'All', 'Text', 'Text.epub'), { title: 'Text', parts: 5 });
  const rust = 'The Rust Programming Language.pdf';
  cpSync(path.join(fixtures, 'library/PDF', rust), path.join(folder, 'All', 'Rust', rust));
  await scanLibrary(client, 'All', path.join(folder, 'All'));
  const { data: books } = await client.call(listBooks, { query: { pageSize: 100 } });
  const page = await openSignedIn(null, { reducedMotion: 'reduce' });
  const writes: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().endsWith('/progress')) {
      writes.push(request.url());
    }
  });
  for (const { id, page_count, filename } of books) {
    if (filename === 'Poster.cbz') continue;
    const last = filename === 'Text.epub' ? 5 : page_count;
    await page.goto(`/read/${id}?page=${last}`);
    const shown = filename === 'Long.cbz' ? '' : `[data-page="${last}"]`;
    await page.locator(`main[data-state="ready"]${shown}`).waitFor();
    // Longer than the pause before a position is written.
    await page.waitForTimeout(2000);
    expect(writes, filename).toEqual([]);
  }
  const poster = books.find(({ filename }) => filename === 'Poster.cbz')?.id ?? '';
  await page.goto(`/read/${poster}`);
  await reader(page).shows('Page 1');
  await eventually('the poster as read', async () => {
    const { progress } = await client.call(getBook, { params: { id: poster } });
    return progress?.current_page === 1 ? true : null;
  });
});

test('a finished book stays finished when its last pages are laid out again', async ({
  folder,
  client,
  openSignedIn,
}) => {
  const library = path.join(folder, 'Books');
  const pages = [1, 2, 3, 4, 5].map((number) => ({
    name: `${number}.png`,
    data: pngPage(80, 120, number),
  }));
  writeCbz(path.join(library, 'Comic', 'Comic.cbz'), pages);
  writeEpub(path.join(library, 'Text', 'Text.epub'), { title: 'Text', parts: 1, paragraphs: 90 });
  await scanLibrary(client, 'Books', library);
  const { data: books } = await client.call(listBooks, {});
  const wide = { width: 1280, height: 800 };
  const page = await openSignedIn(null, { viewport: wide });
  for (const { id, format, title } of books) {
    const progress = async () => (await client.call(getBook, { params: { id } })).progress;
    await page.setViewportSize(wide);
    await page.goto(`/book/${id}`);
    await page.getByRole('link', { name: 'Read', exact: true }).click();
    await page.locator('main[data-state="ready"]').waitFor();
    await eventually(`the end of ${title}`, async () => {
      if ((await progress())?.is_completed === true) return true;
      if ((await page.locator('main[data-end]').count()) === 0)
        await page.keyboard.press('ArrowRight');
      return null;
    });
    await page.setViewportSize({ width: 360, height: 400 });
    if (format === 'cbz') await reader(page).shows('Page 4');
    else await expect.poll(() => page.locator('main').innerText()).not.toContain('100%');
    // Leaving sends what is queued.
    await page.goto(`/book/${id}`);
    await page.getByRole('link', { name: 'Read again' }).waitFor();
    expect(await progress(), title).toMatchObject({ is_completed: true });
  }
});

/** A PDF of six pages in three groups. The third page is all of the second 256 KiB, and opening the file needs none of it. */
const pdfWithLatePage = (): Buffer => {
  const kids = (...numbers: number[]) =>
    `/Kids [${numbers.map((number) => `${number} 0 R`).join(' ')}]`;
  const page = (parent: number) =>
    `<< /Type /Page /Parent ${parent} 0 R /MediaBox [0 0 400 600] /Contents 12 0 R /Resources << /Font << /F 13 0 R >> >> >>`;
  const text = 'BT /F 40 Tf 20 300 Td (Words of the page) Tj ET';
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages ${kids(3, 6, 9)} /Count 6 >>`,
    `<< /Type /Pages /Parent 2 0 R ${kids(4, 5)} /Count 2 >>`,
    page(3),
    page(3),
    `<< /Type /Pages /Parent 2 0 R ${kids(7, 8)} /Count 2 >>`,
    page(6).padEnd(600_000),
    page(6),
    `<< /Type /Pages /Parent 2 0 R ${kids(10, 11)} /Count 2 >>`,
    page(9),
    page(9),
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]);
};

test('a jump whose page arrives late moves nobody away who has jumped or turned since', async ({
  folder,
  client,
  openSignedIn,
}) => {
  const library = path.join(folder, 'All');
  mkdirSync(path.join(library, 'Late'), { recursive: true });
  writeFileSync(path.join(library, 'Late', 'Late.pdf'), pdfWithLatePage());
  writeEpub(path.join(library, 'Text', 'Text.epub'), { title: 'Text', parts: 5, paragraphs: 90 });
  await scanLibrary(client, 'All', library);
  const { data: books } = await client.call(listBooks, {});
  const idOf = (format: string) => books.find((book) => book.format === format)?.id ?? '';
  const page = await openSignedIn(null);
  const place = () => page.locator('main').getAttribute('data-page');
  /** Whether the reader still shows a page when everything has arrived and been drawn. */
  const stays = async (number: string, arrive: () => Promise<unknown>) => {
    await page.locator(`main[data-page="${number}"]`).waitFor();
    await arrive();
    await page.waitForTimeout(500);
    expect(await place()).toBe(number);
  };

  // The page of the first jump arrives after that of the second.
  const arrived = Promise.withResolvers<undefined>();
  const isLate = (request: Request) =>
    request.headers()['range']?.startsWith('bytes=262144-') === true;
  await page.route('**/file', async (route) => {
    if (isLate(route.request())) await arrived.promise;
    await route.continue();
  });
  await page.goto(`/read/${idOf('pdf')}`);
  await page.locator('main[data-page="1"][data-state="ready"]').waitFor();
  await page.keyboard.press('m');
  for (const number of ['3', '6']) {
    await page.getByRole('textbox', { name: 'Go to page' }).fill(number);
    await page.keyboard.press('Enter');
  }
  await stays('6', async () => {
    const response = page.waitForResponse((late) => isLate(late.request()));
    arrived.resolve(undefined);
    await (await response).finished();
  });

  // The last part of a text is loading when its first page is shown again, or turned.
  await page.goto(`/read/${idOf('epub')}`);
  await page.locator('main[data-page="1"][data-state="ready"]').waitFor();
  for (const [key, shown] of [
    ['Home', '1'],
    ['ArrowRight', '2'],
  ] as const) {
    const release = await holdBack(page, '**/resources/**');
    const asked = page.waitForRequest('**/resources/**');
    await page.keyboard.press('End');
    await asked;
    await page.keyboard.press(key);
    await stays(shown, async () => {
      release();
      await page.unrouteAll({ behavior: 'wait' });
    });
  }
});
