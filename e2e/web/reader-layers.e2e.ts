import { cpSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { Page } from 'playwright';

import { pngPage, writeCbz } from '../../server/testing/zip.ts';
import { listBooks } from '../../shared/api/books.ts';
import { setPreference } from '../../shared/api/preferences.ts';
import type { Client } from '../../shared/client.ts';
import { writeEpub } from '../support/epub.ts';
import { scanLibrary } from '../support/library.ts';
import { phoneOptions } from '../support/phone.ts';
import { dragFinger } from '../support/reader.ts';
import { root } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

const idOf = async (client: Client, name: string): Promise<string> => {
  const { data } = await client.call(listBooks, { query: { pageSize: 100 } });
  return data.find((book) => book.path.includes(name))?.id ?? '';
};

/** Scans two books of two tall pages. */
const scanStrips = async (client: Client, folder: string): Promise<void> => {
  const library = path.join(folder, 'Comics');
  for (const number of [1, 2]) {
    const pages = [1, 2].map((page) => ({ name: `${page}.png`, data: pngPage(800, 1600, page) }));
    writeCbz(path.join(library, 'Strip', `Strip 00${number}.cbz`), pages);
  }
  await scanLibrary(client, 'Comics', library);
};

const open = async (page: Page, id: string): Promise<void> => {
  await page.goto(`/read/${id}`);
  await page.locator('main[data-state="ready"]').waitFor();
};

test('Escape in a strip closes a card over it, stops a countdown, and leaves the book otherwise', async ({
  client,
  folder,
  openSignedIn,
}) => {
  await scanStrips(client, folder);
  const prefer = (key: string, value: string | number) =>
    client.call(setPreference, { params: { key }, body: { value } });
  await prefer('reader.mode', 'webtoon');
  await prefer('reader.at_end_delay', 30);
  const [first, second] = [await idOf(client, '001'), await idOf(client, '002')];
  const page = await openSignedIn(null);
  const card = (name: string) => page.getByRole('group', { name, exact: true });
  const stage = page.locator('main section > div[dir]');
  /** Also if the strip is laid out meanwhile. */
  const toEnd = () =>
    expect
      .poll(() =>
        stage.evaluate(async (pane) => {
          pane.scrollTo(0, pane.scrollHeight);
          const nextFrame = () => new Promise((resolve) => void requestAnimationFrame(resolve));
          await nextFrame();
          await nextFrame();
          return pane.scrollHeight - pane.clientHeight - pane.scrollTop < 2;
        }),
      )
      .toBe(true);

  // Before the start, the card is over the pages: another turn would open the book before.
  await open(page, second);
  await page.keyboard.press('PageUp');
  await card('Before this one').waitFor();
  await page.keyboard.press('Escape');
  await card('Before this one').waitFor({ state: 'detached' });
  await page.keyboard.press('PageUp');
  await card('Before this one').waitFor();
  await stage.evaluate((pane) => pane.scrollTo(0, 200));
  await card('Before this one').waitFor({ state: 'detached' });

  // After the last book, nothing is open over the strip.
  await toEnd();
  await page.keyboard.press('PageDown');
  await page.locator('main[data-end="1"]').waitFor();
  await page.keyboard.press('Escape');
  await page.waitForURL(`**/book/${second}`);

  // The countdown to the next book is stopped for good.
  await open(page, first);
  await toEnd();
  await page.getByText(/^Opens in \d+ s/).waitFor();
  await page.keyboard.press('Escape');
  await page.getByText(/^Opens in \d+ s/).waitFor({ state: 'detached' });
  await stage.evaluate((pane) => pane.scrollBy(0, -1));
  await toEnd();
  await expect.poll(() => page.getByText(/^Opens in \d+ s/).count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.waitForURL(`**/book/${first}`);
});

test('a finger on the card before a strip scrolls the strip', async ({
  client,
  folder,
  openSignedIn,
}) => {
  await scanStrips(client, folder);
  await client.call(setPreference, { params: { key: 'reader.mode' }, body: { value: 'webtoon' } });
  const page = await openSignedIn(null, phoneOptions);
  await open(page, await idOf(client, '002'));
  await page.keyboard.press('PageUp');
  const card = page.getByRole('group', { name: 'Before this one', exact: true });
  const { x, y } = (await card.boundingBox()) ?? { x: 0, y: 0 };
  await dragFinger(page, { x: x + 40, y: y + 20 }, { x: x + 40, y: y - 200 });
  await card.waitFor({ state: 'detached' });
  const stage = page.locator('main section > div[dir]');
  await expect.poll(() => stage.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(100);
});

test('the card at the end skips books that cannot be read, and mentions them', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const series = path.join(folder, 'Comics', 'Saga');
  for (const number of [1, 3]) writeCbz(path.join(series, `Saga 00${number}.cbz`), 1);
  for (const number of [2, 4]) writeFileSync(path.join(series, `Saga 00${number}.cbz`), 'damaged');
  await scanLibrary(client, 'Comics', path.dirname(series));
  const [first, third] = [await idOf(client, '001'), await idOf(client, '003')];
  const page = await openSignedIn(null);
  await open(page, first);
  const card = page.getByRole('group', { name: 'Next in the series' });
  await page.keyboard.press('ArrowRight');
  await card.getByText('Saga 003', { exact: true }).waitFor();
  await card.getByText('Books in between cannot be read.').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.waitForURL(`**/read/${third}`);
  await page.locator('main[data-state="ready"]').waitFor();
  await page.keyboard.press('ArrowRight');
  await card.getByText('The books after this one cannot be read.').waitFor();
  await card.getByRole('link', { name: 'Back to series' }).waitFor();
  await page.keyboard.press('c');
  await expect.poll(() => page.getByRole('button', { name: 'Next book' }).isDisabled()).toBe(true);
});

test('the wheel turns over the card at the end, whose buttons leave the focus to the pages', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const library = path.join(folder, 'Books');
  for (const number of [1, 2]) {
    writeCbz(path.join(library, 'Comic', `Comic 00${number}.cbz`), 1);
    writeEpub(path.join(library, 'Text', `Text 00${number}.epub`), { title: 'Text', parts: 1 });
  }
  await scanLibrary(client, 'Books', library);
  const page = await openSignedIn(null);
  const card = page.getByRole('group', { name: 'Next in the series' });
  const reachCard = async () => {
    await page.keyboard.press('PageDown');
    await card.hover({ position: { x: 60, y: 20 } });
  };
  for (const series of ['Comic', 'Text']) {
    await open(page, await idOf(client, `${series} 001`));
    for (const button of ['Stay here', 'Read again']) {
      await reachCard();
      await card.getByRole('button', { name: button }).focus();
      await page.keyboard.press('Enter');
      await card.waitFor({ state: 'detached' });
      await page.locator('main section:focus').waitFor();
    }
    await reachCard();
    const turnUntil = (delta: number, isDone: () => Promise<boolean>) =>
      expect
        .poll(async () => {
          await page.mouse.wheel(0, delta);
          return isDone();
        })
        .toBe(true);
    await turnUntil(-120, async () => (await card.count()) === 0);
    await reachCard();
    const next = await idOf(client, `${series} 002`);
    await turnUntil(120, async () => page.url().includes(next));
  }
});

test('Escape closes a note, a panel and the menu of a selection, one at a time, before the book', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const library = path.join(folder, 'Books');
  writeEpub(path.join(library, 'Text', 'Text.epub'), { title: 'Text', parts: 1 });
  await scanLibrary(client, 'Books', library);
  const id = await idOf(client, 'Text');
  const page = await openSignedIn(null);
  const menu = page.getByRole('toolbar', { name: 'Selected text' });

  await open(page, id);
  const text = page.frameLocator('iframe[data-part]').locator('p').first();
  await text.dblclick();
  await menu.waitFor();
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });

  // Also from the field of a note, which is over the pages and the panel.
  await page.keyboard.press('a');
  const panel = page.getByRole('dialog', { name: 'Bookmarks and notes' });
  await panel.waitFor();
  await text.dblclick();
  await menu.getByRole('button', { name: 'Add a note' }).click();
  const note = page.getByRole('dialog', { name: 'Note', exact: true });
  await note.getByRole('textbox').pressSequentially('A thought');
  await page.keyboard.press('Escape');
  await note.waitFor({ state: 'detached' });
  await expect.poll(() => panel.isVisible()).toBe(true);
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await menu.waitFor();
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await page.waitForURL(`**/book/${id}`);
});

test('the screen is filled as long as a reader is open, also by the next book', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const library = path.join(folder, 'Comics');
  for (const number of [1, 2]) writeCbz(path.join(library, 'Saga', `Saga 00${number}.cbz`), 2);
  await scanLibrary(client, 'Comics', library);
  const [first, second] = [await idOf(client, '001'), await idOf(client, '002')];
  const page = await openSignedIn(null);
  const isFilled = () => page.evaluate(() => document.fullscreenElement !== null);

  await open(page, first);
  await page.keyboard.press('f');
  await expect.poll(isFilled).toBe(true);
  await page.keyboard.press(']');
  await page.waitForURL(`**/read/${second}`);
  await page.locator('main[data-state="ready"]').waitFor();
  expect(await isFilled()).toBe(true);
  // Escape leaves it, and nothing else.
  await page.keyboard.press('Escape');
  await expect.poll(isFilled).toBe(false);
  await page.locator('main[data-state="ready"]').waitFor();
  await page.keyboard.press('f');
  await expect.poll(isFilled).toBe(true);
  await page.getByRole('button', { name: 'Close reader' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL((address) => !address.pathname.startsWith('/read/'));
  await expect.poll(isFilled).toBe(false);
});

test('keys act on a panel that has the focus, and Close closes the book from there', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const library = path.join(folder, 'Books');
  writeCbz(path.join(library, 'Comic', 'Comic.cbz'), 60);
  writeEpub(path.join(library, 'Text', 'Text.epub'), { title: 'Text', parts: 40 });
  await scanLibrary(client, 'Books', library);
  const [comic, text] = [await idOf(client, 'Comic'), await idOf(client, 'Text')];
  const page = await openSignedIn(null);
  const press = (key: string) => page.keyboard.press(key);

  await open(page, text);
  await press('t');
  const panel = page.getByRole('dialog', { name: 'Contents' });
  const scrolled = () => panel.evaluate(({ scrollTop }) => scrollTop);
  await panel.and(page.locator(':focus')).waitFor();
  // Again, because a key is lost at the end of the movement of the one before.
  const scrollBy = async (key: string) => {
    await press(key);
    return scrolled();
  };
  for (const key of ['End', 'PageDown', 'ArrowDown', 'Space']) {
    await expect.poll(() => scrollBy(key)).toBeGreaterThan(0);
    await expect.poll(() => scrollBy('Home')).toBe(0);
  }
  await page.locator('main[data-page="1"]').waitFor();
  await press('Escape');
  await panel.waitFor({ state: 'detached' });
  await press('ArrowDown');
  await page.locator('main[data-page="2"]').waitFor();
  await press('t');
  await panel.waitFor();
  await page.getByRole('button', { name: 'Close reader' }).focus();
  await press('Enter');
  await page.waitForURL(`**/book/${text}`);

  await open(page, comic);
  await press('p');
  for (const [key, number] of [
    ['End', 60],
    ['ArrowLeft', 59],
    ['Home', 1],
  ] as const) {
    await press(key);
    await page.locator(`button[aria-label="Page ${number}"]:focus`).waitFor();
  }
  await page.getByRole('region', { name: 'Page 1 of 60' }).waitFor();
  // The pages have the focus again, although the panel before this one is gone.
  await press('s');
  await page.getByRole('dialog', { name: 'Reader settings' }).waitFor();
  await press('Escape');
  await page.locator('main section:focus').waitFor();
  for (const key of ['Escape', 'Enter']) {
    await press('g');
    await page.getByRole('textbox', { name: 'Go to page' }).and(page.locator(':focus')).waitFor();
    await press('1');
    await press(key);
    await page.locator('main section:focus').waitFor();
  }

  // Tab goes on from what is in view in a panel that was scrolled.
  await page.setViewportSize({ width: 1280, height: 400 });
  await press('s');
  const settings = page.getByRole('dialog', { name: 'Reader settings' });
  await settings.and(page.locator(':focus')).waitFor();
  const below = () => settings.evaluate(({ scrollTop }) => scrollTop);
  await expect
    .poll(async () => {
      await press('End');
      return below();
    })
    .toBeGreaterThan(200);
  const end = await below();
  await press('Tab');
  await settings.locator(':focus').waitFor();
  expect(await below()).toBeGreaterThanOrEqual(end);
  await press('Escape');
  await page.setViewportSize({ width: 1280, height: 800 });

  // The card at the end is spoken, because it takes no focus.
  const accessibility = await page.context().newCDPSession(page);
  const names = async () => {
    const { nodes } = await accessibility.send('Accessibility.getFullAXTree');
    return nodes.map(({ name }) => String(name?.value));
  };
  await press('End');
  // Alone, or beside the one before, once the sizes of the pages are known.
  await page.getByRole('region', { name: /60 of 60$/ }).waitFor();
  await press('ArrowRight');
  await expect.poll(names).toContain('End of “Comic” – You have reached the end of the series.');
});

test('Tab goes past the pages of a document without turning them', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const library = path.join(folder, 'Documents');
  const fixture = '../shared/fixtures/library/PDF/pdf.js samples/nested_outline.pdf';
  cpSync(path.resolve(root, fixture), path.join(library, 'Document.pdf'));
  await scanLibrary(client, 'Documents', library);
  const id = await idOf(client, 'Document');
  const page = await openSignedIn(null);
  const menu = page.getByRole('toolbar', { name: 'Selected text' });

  await open(page, id);
  const words = page.locator('.textLayer span').first();
  await words.waitFor();
  await page.locator('.textLayer').nth(1).waitFor();
  await page.keyboard.press('Tab');
  await page.locator('button[aria-label="Previous page"]:focus').waitFor();
  await page.locator('main[data-page="1"]').waitFor();

  // An entry of the contents keeps the focus when the text of its page appears.
  await page.keyboard.press('t');
  const entry = page.getByRole('button', { name: /Conclusion/ });
  await entry.focus();
  await page.keyboard.press('Enter');
  await page.locator('main[data-page="7"]').waitFor();
  await page.locator('.page[data-page-number="7"] .textLayer span').first().waitFor();
  await entry.and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Home');
  await page.locator('main[data-page="1"]').waitFor();
  await page.locator('.page[data-page-number="1"] .textLayer span').first().waitFor();

  // The menu of a selection hands the focus back to the pages.
  const pages = page.locator('main section > [tabindex="0"]');
  await pages.focus();
  await words.evaluate((line) => document.getSelection()?.selectAllChildren(line));
  await menu.waitFor();
  await page.keyboard.press('Tab');
  await menu.locator('button:focus').waitFor();
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  await expect.poll(() => pages.evaluate((shown) => shown === document.activeElement)).toBe(true);
  await page.keyboard.press('Escape');
  await page.waitForURL(`**/book/${id}`);
});

test('the bars appear where the mouse moves to an edge, not where it rests as a reader opens', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const library = path.join(folder, 'Books');
  writeCbz(path.join(library, 'Comic', 'Comic.cbz'), 3);
  writeEpub(path.join(library, 'Text', 'Text.epub'), { title: 'Text', parts: 3 });
  await scanLibrary(client, 'Books', library);
  const page = await openSignedIn(null);
  for (const title of ['Comic', 'Text']) {
    await open(page, await idOf(client, title));
    const resting = { pointerType: 'mouse', clientX: 600, clientY: 2, bubbles: true };
    const edge = page.locator('main [data-at="top"]').or(page.locator('main section'));
    for (const type of ['pointerover', 'pointermove'])
      await edge.first().dispatchEvent(type, resting);
    await page.locator('main[data-chrome="hidden"]').waitFor();
    await page.mouse.move(640, 400);
    await page.mouse.move(640, 4, { steps: 4 });
    await page.locator('main[data-chrome="peek"]').waitFor();
  }
});
