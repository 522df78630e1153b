import { cpSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { Page } from 'playwright';

import { startDesktop } from '../../main/desktop.ts';
import { faultsOf } from '../support/accessibility.ts';
import { reader } from '../support/reader.ts';
import { root } from '../support/server.ts';
import { expect, test } from '../support/test.ts';
import { createChromiumDesktop } from './chromium-ports.ts';

const fixtures = path.resolve(root, '../shared/fixtures/library');
const text = (page: Page, number: number) =>
  page.locator(`main[data-page="${number}"][data-state="ready"]`).waitFor();

test('books open by a double-click, keep their place, and take it into a library', async ({
  folder: temporary,
  browser,
}) => {
  const folder = realpathSync(temporary);
  const userData = path.join(folder, 'Octavo');
  const downloads = path.join(folder, 'Downloads');
  const library = path.join(folder, 'Comics');
  mkdirSync(path.join(library, 'Saga'), { recursive: true });
  const put = (from: string, name: string): string => {
    const file = path.join(downloads, name);
    cpSync(path.join(fixtures, from), file);
    return file;
  };
  const comic = put(
    'Comics/Page Blanche/Page Blanche (2012) (FR) [tar].cbt',
    'Page Blanche #1.cbt',
  );
  const novel = put('Books/Ralph Burke/The Incomplete Theft - Ralph Burke.epub', 'Theft.epub');
  const paper = put('PDF/pdf.js samples/pdfjs_wikipedia.pdf', 'Paper.pdf');

  mkdirSync(path.join(userData, 'data'), { recursive: true });
  const config = 'log: { level: warn }\nserver: { port: 24487 }\n';
  writeFileSync(path.join(userData, 'data', 'config.yaml'), config);
  const desktop = createChromiumDesktop(browser, userData);
  await startDesktop(desktop.ports, {
    preload: path.join(root, 'dist/main/preload.cjs'),
    webRoot: path.join(root, 'dist/renderer'),
  });
  const main = await desktop.page;
  main.setDefaultTimeout(15_000);
  const double = async (file: string) => {
    const page = await desktop.openInWindow(file);
    page.setDefaultTimeout(15_000);
    return page;
  };

  // Three kinds, each at once, signed in, and without anything of the shell.
  const first = await double(comic);
  await reader(first).shows('Page 1');
  expect(first.url()).not.toContain('ticket');
  expect(await first.evaluate(() => 'octavo' in window)).toBe(false);
  expect(await faultsOf(first)).toEqual([]);
  const kept = first.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.url().endsWith('/progress'),
  );
  await first.keyboard.press('ArrowRight');
  await reader(first).shows('Pages 2–3');
  await kept;
  // The reader ends its own window.
  const closed = first.waitForEvent('close');
  await first.getByRole('button', { name: 'Close' }).focus();
  await first.keyboard.press('Enter');
  await closed;
  const again = await double(comic);
  await reader(again).shows('Pages 2–3');

  const second = await double(novel);
  await text(second, 1);
  await second.close();
  const third = await double(paper);
  await text(third, 1);
  await third.close();

  // A folder that is dropped on the window becomes a library.
  await main.getByRole('button', { name: 'Later' }).click();
  await main.evaluate((dropped) => {
    (window as unknown as { droppedPaths: object }).droppedPaths = { Comics: dropped };
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([], 'Comics'));
    const init = { dataTransfer, bubbles: true, cancelable: true };
    document.body.dispatchEvent(new DragEvent('dragenter', init));
    document.body.dispatchEvent(new DragEvent('drop', init));
  }, library);
  await main.getByRole('dialog').getByLabel('Name', { exact: true }).waitFor();
  expect(await main.getByLabel('Folder', { exact: true }).inputValue()).toBe(library);
  await main.getByRole('dialog').getByRole('button', { name: 'Add and scan' }).click();
  await main.getByRole('dialog').waitFor({ state: 'detached' });

  // The comic goes into it, and with it the page that is read.
  await again.keyboard.press('m');
  await again.getByRole('button', { name: 'Add to library' }).click();
  const dialog = again.getByRole('dialog', { name: 'Add to library' });
  await dialog.getByText('Page Blanche #1.cbt').waitFor();
  expect(await faultsOf(again)).toEqual([]);
  await dialog.getByRole('button', { name: 'Copy into library' }).click();
  await again.waitForURL(/own=book/);
  await reader(again).shows('Pages 2–3');
  await again.close();

  // From now on the file is that book, and the file manager shows where it is.
  const id = /read\/([0-9a-f-]{36})/.exec((await double(comic)).url())?.[1] ?? '';
  await main.goto(new URL(`/book/${id}`, main.url()).href);
  await main.getByRole('button', { name: 'More ways to read' }).click();
  await main.getByRole('menuitem', { name: 'Show in file manager' }).click();
  await expect
    .poll(() => desktop.revealed)
    .toEqual([path.join(library, 'Page Blanche', 'Page Blanche #1.cbt')]);
  expect(await desktop.quit()).toBe(0);
});
