import { cpSync, mkdirSync, realpathSync } from 'node:fs';
import path from 'node:path';

import type { Browser, Page } from 'playwright';

import { faultsOf } from '../support/accessibility.ts';
import { reader } from '../support/reader.ts';
import { root } from '../support/server.ts';
import { expect, test } from '../support/test.ts';
import { startInChromium } from './start-in-chromium.ts';

const fixtures = path.resolve(root, '../shared/fixtures/library');
const text = (page: Page, number: number) =>
  page.locator(`main[data-page="${number}"][data-state="ready"]`).waitFor();

/** A separate desktop, and books in a folder outside of all libraries. */
const startWithBooks = async (browser: Browser, temporary: string, port: number) => {
  const folder = realpathSync(temporary);
  const userData = path.join(folder, 'Octavo');
  const put = (from: string, name: string): string => {
    const file = path.join(folder, 'Downloads', name);
    cpSync(path.join(fixtures, from), file);
    return file;
  };
  const { desktop, page: main } = await startInChromium(browser, userData, port);
  return {
    ...{ folder, desktop, main },
    comic: put('Comics/Page Blanche/Page Blanche (2012) (FR) [tar].cbt', 'Page Blanche #1.cbt'),
    novel: put('Books/Ralph Burke/The Incomplete Theft - Ralph Burke.epub', 'Theft.epub'),
    paper: put('PDF/pdf.js samples/pdfjs_wikipedia.pdf', 'Paper.pdf'),
    doubleClick: async (file: string): Promise<Page> => {
      const page = await desktop.openInWindow(file);
      page.setDefaultTimeout(15_000);
      return page;
    },
  };
};

/** Turns to the second spread and waits until the server has saved the position. */
const turn = async (page: Page): Promise<void> => {
  await reader(page).shows('Page 1');
  const kept = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.url().endsWith('/progress'),
  );
  await page.keyboard.press('ArrowRight');
  await reader(page).shows('Pages 2–3');
  await kept;
};

test('a comic, a text and a PDF open by a double-click, and where they were left', async ({
  folder,
  browser,
}) => {
  const { desktop, main, doubleClick, ...files } = await startWithBooks(browser, folder, 24_487);
  const first = await doubleClick(files.comic);
  await turn(first);
  // Signed in, without shell bridge, and the ticket is removed.
  expect(first.url()).not.toContain('ticket');
  expect(await first.evaluate(() => 'octavo' in window)).toBe(false);
  // The reader closes its own window.
  const closed = first.waitForEvent('close');
  await first.getByRole('button', { name: 'Close' }).focus();
  // The window may close before the key is released.
  const pressed = first.keyboard.press('Enter').catch(() => undefined);
  await Promise.all([closed, pressed]);
  await reader(await doubleClick(files.comic)).shows('Pages 2–3');
  const novel = await doubleClick(files.novel);
  await text(novel, 1);
  const opened = novel.url();

  // A window with separate storage still uses the application's appearance.
  await main.getByRole('button', { name: 'Skip for now' }).click();
  await main.goto(new URL('/settings', main.url()).href);
  await main.getByText('Deutsch', { exact: true }).click();
  await main.getByText('Dunkel', { exact: true }).click();
  await expect.poll(() => desktop.colorScheme()).toBe('dark');
  const paper = await doubleClick(files.paper);
  await text(paper, 1);
  const chosen = 'html[lang="de"][data-mantine-color-scheme="dark"]';
  await paper.locator(chosen).waitFor({ state: 'attached' });
  // An open window stays where it is.
  await novel.locator(chosen).waitFor({ state: 'attached' });
  expect(novel.url().split('#')[0]).toBe(opened.split('#')[0]);
  expect(await desktop.quit()).toBe(0);
});

/** Runs in the page: drops a folder of this path on it. */
const drop = (dropped: string): void => {
  (window as unknown as { droppedPaths: object }).droppedPaths = { Comics: dropped };
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([], 'Comics'));
  const init = { dataTransfer, bubbles: true, cancelable: true };
  document.body.dispatchEvent(new DragEvent('drop', init));
};

test('an opened file keeps its position when it is added to a library, and a dropped folder becomes a library', async ({
  folder: temporary,
  browser,
}) => {
  const desk = await startWithBooks(browser, temporary, 24_497);
  const { folder, desktop, main, comic, doubleClick } = desk;
  const library = path.join(folder, 'Comics');
  mkdirSync(library);
  await main.getByRole('button', { name: 'Skip for now' }).click();
  const form = main.getByRole('dialog');
  const name = form.getByLabel('Name', { exact: true });
  // The drop target is loaded shortly after Home.
  await expect
    .poll(
      async () => {
        await main.evaluate(drop, library);
        return name.isVisible();
      },
      { interval: 1000 },
    )
    .toBe(true);
  await expect.poll(() => main.getByLabel('Folder', { exact: true }).inputValue()).toBe(library);
  await form.getByRole('button', { name: 'Add and scan' }).click();
  await form.waitFor({ state: 'detached' });

  const page = await doubleClick(comic);
  await turn(page);
  const bookmark = page.getByRole('button', { name: 'Bookmark this page', pressed: true });
  await page.keyboard.press('b');
  await bookmark.waitFor({ state: 'attached' });
  await page.keyboard.press('m');
  await page.getByRole('button', { name: 'Add to library' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add to library' });
  await dialog.getByText('Page Blanche #1.cbt').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Copy into library' }).click();
  await page.waitForURL(/own=book/);
  await reader(page).shows('Pages 2–3');
  await bookmark.waitFor({ state: 'attached' });

  // Reveals the file in the file manager.
  const id = /read\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';
  await main.goto(new URL(`/book/${id}`, main.url()).href);
  await main.getByRole('button', { name: 'More ways to read' }).click();
  await main.getByRole('menuitem', { name: 'Show in file manager' }).click();
  await expect
    .poll(() => desktop.revealed)
    .toEqual([path.join(library, 'Page Blanche', 'Page Blanche #1.cbt')]);
  expect(await desktop.quit()).toBe(0);
});
