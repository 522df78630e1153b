import { cpSync } from 'node:fs';
import path from 'node:path';

import type { Page } from 'playwright';

import { listAnnotations } from '../../shared/api/annotations.ts';
import { getBook, listBooks } from '../../shared/api/books.ts';
import { faultsOf } from '../support/accessibility.ts';
import { scanLibrary } from '../support/library.ts';
import { eventually, root, setUp } from '../support/server.ts';
import { expect, test } from '../support/test.ts';
import { enter } from '../support/visitor.ts';

const fixtures = path.resolve(root, '../shared/fixtures');
const files = [
  'library/PDF/The Rust Programming Language.pdf',
  'library/PDF/pdf.js samples/pdfjs_wikipedia.pdf',
  'library/PDF/pdf.js samples/nested_outline.pdf',
  'library/PDF/pdf.js samples/labelled_pages.pdf',
  'faults/encrypted/aes-256 (password foo).pdf',
];

/** Waits until a page of the document is drawn and its words lie over it. */
const shows = async (page: Page, number: number, words: string): Promise<void> => {
  await page.locator(`main[data-page="${number}"][data-state="ready"]`).waitFor();
  await page.locator('.textLayer').getByText(words).first().waitFor({ state: 'attached' });
};

/** Chooses the words of a line as a mouse does that is drawn over them. */
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
  folder,
  server,
  open,
}) => {
  const library = path.join(folder, 'PDF');
  for (const file of files) {
    const target = path.join(library, path.basename(file, '.pdf'), path.basename(file));
    cpSync(path.join(fixtures, file), target);
  }
  const client = await setUp(server);
  await scanLibrary(client, 'PDF', library);
  const { data: books } = await client.call(listBooks, { query: { pageSize: 100 } });
  const idOf = (name: string): string => {
    const book = books.find(({ filename }) => filename.startsWith(name));
    if (!book) throw new Error(`No book ${name}`);
    return book.id;
  };
  const long = idOf('The Rust');
  const page = await open('/');
  await enter(page);

  // Opened and turned.
  await page.goto(`/read/${long}`);
  await shows(page, 1, 'The Rust Programming Language');
  await page.keyboard.press('ArrowRight');
  await shows(page, 2, 'Introduction');

  // Only the pages around are drawn.
  await page.keyboard.press('m');
  await page.getByRole('textbox', { name: 'Go to page' }).fill('300');
  await page.keyboard.press('Enter');
  await page.locator('main[data-page="300"]').waitFor();
  await page.getByRole('textbox', { name: 'Go to page' }).fill('42');
  await page.keyboard.press('Enter');
  await page.locator('main[data-page="42"]').waitFor();
  expect(await page.locator('canvas').count()).toBeLessThan(25);

  // The place is kept and found again.
  await eventually('the place', async () => {
    const { progress } = await client.call(getBook, { params: { id: long } });
    return progress?.current_page === 42 ? true : null;
  });
  await page.reload();
  await page.locator('main[data-page="42"][data-state="ready"]').waitFor();

  // Marked, with what was marked.
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

  // A link out of the document asks.
  await page.locator('.linkAnnotation a').first().click();
  await page.getByRole('dialog', { name: 'Leave the book?' }).waitFor();
  await page.getByRole('button', { name: 'Stay here' }).click();

  // Words are found on any page, and its contents lead to theirs.
  await page.goto(`/read/${idOf('nested_outline')}`);
  await shows(page, 1, 'Introduction');
  await page.keyboard.press('Control+f');
  await page.getByRole('searchbox').fill('future  WORK');
  await page.getByRole('status').getByText('Found').waitFor();
  await page.keyboard.press('Enter');
  await shows(page, 9, 'Future Work');
  expect(await page.evaluate(() => CSS.highlights.get('octavo-here')?.size)).toBe(1);
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('t');
  await page.getByRole('button', { name: /Conclusion/ }).click();
  await shows(page, 7, 'Conclusion');

  // Images only: a comic, until it is to be a document. That is shown where the comic was, also where
  // nothing was saved of it, and a page has the name that the document gives it.
  await page.goto(`/read/${idOf('labelled_pages')}?page=4&incognito=true`);
  await page.locator('img[data-page="4"]').waitFor();
  await page.keyboard.press('s');
  await page.getByRole('radio', { name: 'Document' }).click();
  await page.locator('main[data-page="4"] .pdfViewer canvas').first().waitFor();
  await page.getByTitle('The document calls this page “iv”').waitFor({ state: 'attached' });

  // What cannot be opened says why.
  await page.goto(`/read/${idOf('aes-256')}`);
  await page.getByRole('alert').getByText('protected by a password').waitFor();
});
