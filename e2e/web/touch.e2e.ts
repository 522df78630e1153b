import path from 'node:path';

import type { Page } from 'playwright';

import { writeCbz } from '../../server/testing/zip.ts';
import { listBooks } from '../../shared/api/books.ts';
import { copyFixtures, scanLibrary, scanPepperAndCarrot } from '../support/library.ts';
import { phoneOptions } from '../support/phone.ts';
import { dragFinger, reader } from '../support/reader.ts';
import { expect, test } from '../support/test.ts';
import { readerOfFirstBook } from '../support/page-steps.ts';

/** Pinches with two fingers from one distance to another, around a point. */
const pinch = async (
  page: Page,
  x: number,
  y: number,
  startSpan: number,
  endSpan: number,
): Promise<void> => {
  const touch = await page.context().newCDPSession(page);
  const fingers = (span: number) => ({
    touchPoints: [
      { x: x - span / 2, y, id: 0 },
      { x: x + span / 2, y, id: 1 },
    ],
  });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', ...fingers(startSpan) });
  for (let step = 1; step <= 8; step += 1) {
    const span = startSpan + ((endSpan - startSpan) * step) / 8;
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', ...fingers(span) });
    await page.waitForTimeout(16);
  }
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await touch.detach();
};

const doubleTap = async (page: Page, x: number, y: number): Promise<void> => {
  await page.touchscreen.tap(x, y);
  await page.touchscreen.tap(x, y);
};

test('fingers zoom a comic: two of them, and a tap that comes twice', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const { contest: id } = await scanPepperAndCarrot(client, folder);
  const page = await openSignedIn(null, phoneOptions);
  // Simulates Safari before 18.2 and Firefox before 129, whose click events lack `pointerType`.
  await page.addInitScript(() => {
    const type = Object.getOwnPropertyDescriptor(PointerEvent.prototype, 'pointerType');
    Object.defineProperty(PointerEvent.prototype, 'pointerType', {
      get(this: PointerEvent): unknown {
        return this.type === 'click' ? undefined : type?.get?.call(this);
      },
    });
  });
  await page.goto(`/read/${id}?page=2&incognito=true`);
  await reader(page).shows('Page 2');
  const image = page.locator('img[data-page="2"]');
  const width = async () => (await image.boundingBox())?.width ?? 0;
  const whole = await width();

  await pinch(page, 195, 420, 80, 240);
  await expect.poll(width).toBeGreaterThan(whole * 2);
  // Only the comic is zoomed, not the page.
  expect(await page.evaluate(() => visualViewport?.scale)).toBe(1);
  await pinch(page, 195, 420, 240, 40);
  await expect.poll(width).toBeLessThan(whole * 1.05);

  await doubleTap(page, 195, 420);
  await expect.poll(width).toBeGreaterThan(whole * 2);
  // While zoomed in, a tap at the edge does not turn the page.
  await page.touchscreen.tap(380, 420);
  await page.waitForTimeout(500);
  await reader(page).shows('Page 2');
  await doubleTap(page, 195, 420);
  await expect.poll(width).toBeLessThan(whole * 1.05);

  // A one-finger swipe works as before.
  await reader(page).swipe('left');
  await reader(page).shows('Page 3');

  // Also over the card at the end.
  await page.keyboard.press('End');
  await page.keyboard.press('PageDown');
  const card = page.locator('main[data-end="1"] [role="group"]');
  const box = await card.boundingBox();
  await reader(page).swipe('right', (box?.y ?? 0) + 20);
  await card.waitFor({ state: 'detached' });
});

test('a finger that rests on something opens no link menu of the browser and selects no text', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const { library, books } = await scanPepperAndCarrot(client, folder);
  const page = await openSignedIn(`/library/${library.id}`, phoneOptions);
  const card = page.locator('#content a[href^="/series/"]').first();
  await card.waitFor();
  expect(await card.evaluate((link) => getComputedStyle(link).userSelect)).toBe('none');
  await page.goto(`/read/${books[0]?.id ?? ''}?incognito=true`);
  const image = page.locator('img[data-page="1"]');
  await image.waitFor();
  expect(await image.evaluate((shown) => getComputedStyle(shown).userSelect)).toBe('none');
  // Chromium does not support these rules, so check that the style sheets contain them for Safari.
  const sheets = await page.evaluate(async () => {
    const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
    return Promise.all(links.map(async ({ href }) => (await fetch(href)).text()));
  });
  expect(sheets.join('').match(/-webkit-touch-callout:\s*none/g)?.length).toBeGreaterThanOrEqual(2);
});

test('two fingers on a text neither zoom the page around it nor turn it', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const books = path.join(folder, 'books');
  copyFixtures('library/Books/Herman Melville', path.join(books, 'Melville'));
  await scanLibrary(client, 'Books', books);
  const { data } = await client.call(listBooks, { query: {} });
  const page = await openSignedIn(null, phoneOptions);
  for (const layout of ['auto', 'scroll']) {
    await page.goto(`/read/${data[0]?.id ?? ''}?incognito=true&page=20`);
    await page.locator('main[data-state="ready"]').waitFor();
    if (layout === 'scroll') await page.keyboard.press('v');
    const place = () =>
      page.evaluate(() => {
        const frame = [...document.querySelectorAll<HTMLIFrameElement>('main iframe')].find(
          ({ style }) => style.visibility === 'visible',
        );
        const { scrollX = 0, scrollY = 0 } = frame?.contentWindow ?? {};
        return [frame?.dataset['part'], scrollX, scrollY];
      });
    await page.waitForTimeout(500);
    const before = await place();
    await pinch(page, 195, 420, 80, 300);
    await pinch(page, 195, 420, 300, 80);
    await page.waitForTimeout(500);
    expect(await page.evaluate(() => visualViewport?.scale)).toBe(1);
    expect([layout, ...(await place())]).toEqual([layout, ...before]);
  }
});

test('a tap that comes twice zooms a PDF, and back after two fingers', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const books = path.join(folder, 'books');
  copyFixtures('library/PDF/pdfminer samples', path.join(books, 'Samples'));
  await scanLibrary(client, 'Books', books);
  const page = await openSignedIn(
    `${await readerOfFirstBook(client)}?incognito=true`,
    phoneOptions,
  );
  await page.locator('main[data-state="ready"]').waitFor();
  const sheet = page.locator('.page[data-page-number="1"]');
  const width = async () => (await sheet.boundingBox())?.width ?? 0;
  const whole = await width();

  await doubleTap(page, 195, 420);
  await expect.poll(width).toBeGreaterThan(whole * 2);
  await doubleTap(page, 195, 420);
  await expect.poll(width).toBeLessThan(whole * 1.05);

  await pinch(page, 195, 420, 280, 60);
  await expect.poll(width).toBeLessThan(whole / 2);
  await doubleTap(page, 195, 420);
  await expect.poll(width).toBeGreaterThan(whole * 0.95);

  // One tap still shows the controls.
  await page.locator('main[data-chrome="hidden"]').waitFor();
  await page.touchscreen.tap(195, 420);
  await page.locator('main[data-chrome="shown"]').waitFor();
});

test('a finger slides over the letters beside a list, without aiming at one', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const library = path.join(folder, 'Comics');
  for (const letter of 'ABCDEFGHIJKLM')
    for (let number = 10; number < 18; number += 1)
      writeCbz(path.join(library, `${letter} ${number}`, `${letter} ${number} 001.cbz`), 1);
  await scanLibrary(client, 'Comics', library);
  const page = await openSignedIn('/library/all', phoneOptions);
  const rail = page.getByRole('navigation', { name: 'Jump to letter' });
  const centreOf = async (letter: string) => {
    const button = rail.getByRole('button', { name: new RegExp(`^${letter}\\b`) });
    const { y, height } = (await button.boundingBox()) ?? { y: 0, height: 0 };
    return y + height / 2;
  };
  const { width } = phoneOptions.viewport;
  await expect.poll(() => centreOf('L')).toBeGreaterThan(0);
  // At either edge of the target, and to letters that have no entries.
  await dragFinger(
    page,
    { x: width - 39, y: await centreOf('B') },
    { x: width - 39, y: await centreOf('G') },
  );
  await page.getByRole('link', { name: 'G 10' }).waitFor();
  await expect.poll(() => page.getByRole('link', { name: 'A 10' }).count()).toBe(0);
  await page.touchscreen.tap(width - 1, await centreOf('Z'));
  await page.getByRole('link', { name: 'M 17' }).waitFor();
});
