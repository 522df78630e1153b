import { cpSync } from 'node:fs';
import path from 'node:path';

import type { Page } from 'playwright';

import { listAnnotations } from '../../shared/api/annotations.ts';
import { getBook, listBooks } from '../../shared/api/books.ts';
import { setPreference } from '../../shared/api/preferences.ts';
import { updateProgress } from '../../shared/api/progress.ts';
import type { Client } from '../../shared/client.ts';
import { faultsOf } from '../support/accessibility.ts';
import { scanLibrary } from '../support/library.ts';
import { eventually, root } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

const fixtures = path.resolve(root, '../shared/fixtures');
const files = [
  'library/PDF/The Rust Programming Language.pdf',
  'library/PDF/pdf.js samples/pdfjs_wikipedia.pdf',
  'library/PDF/pdf.js samples/nested_outline.pdf',
  'library/PDF/pdf.js samples/labelled_pages.pdf',
  'faults/encrypted/aes-256 (password foo).pdf',
];

/** Waits until a page of the document and its text layer are rendered. */
const shows = async (page: Page, number: number, words: string): Promise<void> => {
  await page.locator(`main[data-page="${number}"][data-state="ready"]`).waitFor();
  await page.locator('.textLayer').getByText(words).first().waitFor({ state: 'attached' });
};

/** Selects the words of a line by mouse drag. */
const select = async (page: Page, words: string): Promise<void> => {
  const line = page.locator('.textLayer').getByText(words).first();
  const box = await line.boundingBox();
  if (!box) throw new Error(`"${words}" is not in sight`);
  const middle = box.y + box.height / 2;
  await page.mouse.move(box.x + 2, middle);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 2, middle, { steps: 5 });
  await page.mouse.up();
};

test('a PDF is read, searched and marked, and a scanned one is a comic', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const library = path.join(folder, 'PDF');
  for (const file of files) {
    const target = path.join(library, path.basename(file, '.pdf'), path.basename(file));
    cpSync(path.join(fixtures, file), target);
  }
  await scanLibrary(client, 'PDF', library);
  const { data: books } = await client.call(listBooks, { query: { pageSize: 100 } });
  const idOf = (name: string): string => {
    const book = books.find(({ filename }) => filename.startsWith(name));
    if (!book) throw new Error(`No book ${name}`);
    return book.id;
  };
  const long = idOf('The Rust');
  const page = await openSignedIn(null);

  // Open and turn.
  await page.goto(`/read/${long}`);
  await shows(page, 1, 'The Rust Programming Language');
  await page.keyboard.press('ArrowRight');
  await shows(page, 2, 'Introduction');

  // Only nearby pages are rendered.
  await page.keyboard.press('m');
  await page.getByRole('textbox', { name: 'Go to page' }).fill('300');
  await page.keyboard.press('Enter');
  await page.locator('main[data-page="300"]').waitFor();
  await page.getByRole('textbox', { name: 'Go to page' }).fill('42');
  await page.keyboard.press('Enter');
  await page.locator('main[data-page="42"]').waitFor();
  await expect.poll(() => page.locator('canvas').count()).toBeLessThan(25);

  // The position is saved and restored.
  await eventually('the place', async () => {
    const { progress } = await client.call(getBook, { params: { id: long } });
    return progress?.current_page === 42 ? true : null;
  });
  await page.reload();
  await page.locator('main[data-page="42"][data-state="ready"]').waitFor();

  // Highlight a selection; its text is saved.
  const short = idOf('pdfjs_wikipedia');
  await page.goto(`/read/${short}`);
  await shows(page, 1, 'JavaScript library');
  await select(page, 'launched it');
  await page.getByRole('button', { name: 'Highlight in blue' }).click();
  const marks = await eventually('the mark', async () => {
    const { data } = await client.call(listAnnotations, { query: { book_id: short } });
    return data.length > 0 ? data : null;
  });
  expect(marks[0]).toMatchObject({ kind: 'highlight', color: 'blue', page: 1 });
  expect(marks[0]?.text).toContain('launched');

  // An external link asks for confirmation.
  await page.locator('.linkAnnotation a').first().click();
  await page.getByRole('dialog', { name: 'Leave the book?' }).waitFor();
  await page.getByRole('button', { name: 'Stay here' }).click();

  // Search across pages, and the table of contents.
  await page.goto(`/read/${idOf('nested_outline')}`);
  await shows(page, 1, 'Introduction');
  await page.keyboard.press('Control+f');
  await page.getByRole('searchbox').fill('future  WORK');
  await page
    .getByRole('status')
    .getByText(/^\d+ results?$/)
    .waitFor();
  await page.keyboard.press('Enter');
  await shows(page, 9, 'Future Work');
  await expect.poll(() => page.evaluate(() => CSS.highlights.get('octavo-here')?.size)).toBe(1);
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('t');
  await page.getByRole('button', { name: /Conclusion/ }).click();
  await shows(page, 7, 'Conclusion');

  // An image-only PDF opens as a comic until switched to a document. The document opens at the
  // comic's page, even if no position was saved, and shows the document's page label.
  await page.goto(`/read/${idOf('labelled_pages')}?page=4&incognito=true`);
  await page.locator('img[data-page="4"]').waitFor();
  await page.keyboard.press('s');
  await page.getByText('More', { exact: true }).click();
  await page.getByRole('radio', { name: 'Document' }).click();
  await page.locator('main[data-page="4"] .pdfViewer canvas').first().waitFor();
  await page.getByTitle('The document calls this page “iv”').waitFor({ state: 'attached' });

  // A document that cannot be opened shows the reason.
  await page.goto(`/read/${idOf('aes-256')}`);
  await page.getByRole('alert').getByText('protected by a password').waitFor();
});

/** Scans a PDF of several pages with an outline. */
const scanOutline = async (client: Client, folder: string) => {
  const file = 'library/PDF/pdf.js samples/nested_outline.pdf';
  const library = path.join(folder, 'PDF');
  cpSync(path.join(fixtures, file), path.join(library, 'Outline', path.basename(file)));
  await scanLibrary(client, 'PDF', library);
  const { data } = await client.call(listBooks, { query: {} });
  return data[0];
};

test('a PDF opens at its position without a way back, and opening it writes nothing', async ({
  folder,
  client,
  openSignedIn,
}) => {
  const book = await scanOutline(client, folder);
  const params = { id: book?.id ?? '' };
  const saved = await client.call(updateProgress, { params, body: { current_page: 6 } });
  const page = await openSignedIn(null);
  const writes: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().endsWith('/progress')) {
      writes.push(request.postData() ?? '');
    }
  });
  for (const value of [true, false]) {
    await client.call(setPreference, {
      params: { key: 'reader.pdf_continuous' },
      body: { value },
    });
    await page.goto(`/book/${params.id}`);
    await page.getByRole('link', { name: /^Continue/ }).click();
    await page.locator('main[data-page="6"][data-state="ready"]').waitFor();
    // Longer than the pause before a position is written.
    await page.waitForTimeout(1500);
    const back = page.getByRole('button', { name: /^Back to page/ });
    await expect.poll(() => back.count(), { timeout: 3000 }).toBe(0);
    await page.locator('main[data-page="6"]').waitFor();
    await page.goBack();
    await page.waitForURL(`**/book/${params.id}`);
  }
  expect(writes).toEqual([]);
  const { progress } = await client.call(getBook, { params });
  expect(progress).toEqual(saved);
});

test('the wheel turns the pages of a PDF, back to the end of the one before, and reaches the card at its end', async ({
  folder,
  client,
  openSignedIn,
}) => {
  const book = await scanOutline(client, folder);
  const last = book?.page_count ?? 0;
  const page = await openSignedIn(null);
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  await page.mouse.move(width / 2, height / 2);
  const card = page.getByRole('group', { name: 'Next in the series' });
  /** Turns the wheel by one notch, and waits until another is a new movement. */
  const turnWheel = async (down: number): Promise<void> => {
    await page.mouse.wheel(0, down);
    await page.waitForTimeout(300);
  };
  for (const value of [false, true]) {
    await client.call(setPreference, { params: { key: 'reader.pdf_continuous' }, body: { value } });
    await page.goto(`/read/${book?.id ?? ''}?page=${last}&incognito=true`);
    await page.locator(`main[data-page="${last}"][data-state="ready"]`).waitFor();
    if (!value) {
      await turnWheel(-120);
      await page.locator(`main[data-page="${last - 1}"]`).waitFor();
      // The page is shown at its end, where one more movement turns.
      await turnWheel(120);
      await page.locator(`main[data-page="${last}"]`).waitFor();
    }
    await expect
      .poll(async () => {
        await turnWheel(120);
        return card.count();
      })
      .toBe(1);
  }

  // Also after two pages side by side, of which the viewer knows the first.
  await client.call(setPreference, {
    params: { key: 'reader.pdf_continuous' },
    body: { value: false },
  });
  await client.call(setPreference, {
    params: { key: 'reader.pdf_layout' },
    body: { value: 'double-odd' },
  });
  await page.goto(`/read/${book?.id ?? ''}?page=${last}&incognito=true`);
  await page.locator(`main[data-page="${last - 1}"][data-state="ready"]`).waitFor();
  await page.keyboard.press('ArrowRight');
  await card.waitFor();
});
