import path from 'node:path';

import type { Locator } from 'playwright';

import { listBooks } from '../../shared/api/books.ts';
import { updateProgress } from '../../shared/api/progress.ts';
import { writeEpub } from '../support/epub.ts';
import {
  copyFixtures,
  scanGenerated,
  scanLibrary,
  scanPepperAndCarrot,
} from '../support/library.ts';
import { readerOfFirstBook } from '../support/page-steps.ts';
import { phoneOptions, phoneSize } from '../support/phone.ts';
import { reader } from '../support/reader.ts';
import { expect, test } from '../support/test.ts';

test('a phone without fullscreen has no button for it, and no canvas is larger than iOS draws', async ({
  client,
  folder,
  openSignedIn,
}) => {
  copyFixtures('library/Comics/Pepper & Carrot', path.join(folder, 'Books', 'Carrot'));
  copyFixtures('library/PDF/pdf.js samples', path.join(folder, 'Books', 'PDF'));
  await scanLibrary(client, 'Books', path.join(folder, 'Books'));
  const { data } = await client.call(listBooks, { query: { pageSize: 100 } });
  const bookOf = (name: string) => data.find((book) => book.path.includes(name))?.id ?? '';

  const page = await openSignedIn(null, {
    viewport: { width: 844, height: 390 },
    deviceScaleFactor: 3,
    hasTouch: true,
    isMobile: true,
  });
  const comic = `/read/${bookOf('Potion Contest')}`;
  const button = page.getByRole('button', { name: /^full ?screen$/i });
  await page.goto(comic);
  await button.waitFor({ state: 'attached' });
  await page.addInitScript(() => {
    Object.defineProperty(Document.prototype, 'fullscreenEnabled', { value: undefined });
  });
  await page.goto(comic);
  await reader(page).shows('Page 1');
  await page.getByRole('button', { name: 'Thumbnails' }).first().waitFor({ state: 'attached' });
  await expect.poll(() => button.count()).toBe(0);

  await page.goto(`/read/${bookOf('nested_outline')}`);
  await page.locator('main[data-page="1"][data-state="ready"] canvas').first().waitFor();
  for (let times = 0; times < 8; times += 1) await page.keyboard.press('+');
  await page.waitForTimeout(1500);
  const largest = () =>
    page.evaluate(() =>
      Math.max(
        ...[...document.querySelectorAll('canvas')].map(({ width, height }) => width * height),
      ),
    );
  await expect.poll(largest).toBeGreaterThan(1_000_000);
  expect(await largest()).toBeLessThanOrEqual(16 * 1024 * 1024);
});

test('a thumb reaches the controls of each reader, and its slider is long', async ({
  client,
  folder,
  openSignedIn,
}) => {
  await scanLibrary(client, 'PDF', copyFixtures('library/PDF', path.join(folder, 'PDF')));
  const melville = copyFixtures('library/Books/Herman Melville', path.join(folder, 'Books'));
  await scanLibrary(client, 'Books', melville);
  const { contest } = await scanPepperAndCarrot(client, folder);
  const { data: books } = await client.call(listBooks, { query: { pageSize: 500 } });
  const bookOf = (part: string) => books.find(({ title }) => title.includes(part))?.id ?? '';
  const page = await openSignedIn(null, phoneOptions);
  for (const id of [contest, bookOf('Moby-Dick'), bookOf('Rust')]) {
    await page.goto(`/read/${id}?incognito=true`);
    await page.locator('main[data-state="ready"]').waitFor();
    const settings = page.getByRole('button', { name: 'Reader settings' });
    const box = await settings.boundingBox();
    expect(box?.y).toBeGreaterThan(780);
    const slider = page.locator('main [role="toolbar"] input[type="range"]');
    expect((await slider.boundingBox())?.width).toBeGreaterThan(200);
    // No button lies over another.
    const boxes = await page
      .locator('main [role="toolbar"] button:visible')
      .evaluateAll((buttons) =>
        buttons.map((button) => {
          const { left, right, top, bottom } = button.getBoundingClientRect();
          return { left, right, top, bottom };
        }),
      );
    const overlaps = boxes.flatMap((box, index) =>
      boxes
        .slice(index + 1)
        .filter(
          (other) =>
            box.left < other.right - 1 &&
            other.left < box.right - 1 &&
            box.top < other.bottom - 1 &&
            other.top < box.bottom - 1,
        ),
    );
    expect(overlaps).toEqual([]);
    await page.keyboard.press('s');
    await page.getByRole('dialog').waitFor();
  }
});

test('the offer to go where another device is stays within the window beside a panel', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const { contest: id } = await scanPepperAndCarrot(client, folder);
  const page = await openSignedIn(`/read/${id}`, { viewport: phoneSize });
  await reader(page).shows('Page 1');
  await page.keyboard.press('s');
  await page.getByRole('dialog', { name: 'Reader settings' }).waitFor();
  await client.call(updateProgress, { params: { id }, body: { current_page: 7 } });
  const notice = page.getByRole('status').filter({ hasText: '7' });
  await notice.getByRole('button').first().waitFor();
  const box = await notice.boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
});

test('a notification leaves the buttons of a filter sheet and of a dialog in sight', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const { library } = await scanGenerated(client, folder, 'Comics', 2);
  const page = await openSignedIn(`/library/${library.id}`);
  const notice = page.getByRole('status').filter({ hasText: 'Undo' });
  const covers = async (button: Locator, which = notice): Promise<boolean> => {
    const [shown, covered] = [await which.boundingBox(), await button.boundingBox()];
    if (!shown || !covered) throw new Error('The notification or the button is gone');
    const isBeside = shown.x + shown.width <= covered.x || covered.x + covered.width <= shown.x;
    return !isBeside && shown.y < covered.y + covered.height && covered.y < shown.y + shown.height;
  };
  const series = page.getByRole('list', { name: 'Comics' }).getByRole('link').first();
  const filter = page.getByRole('button', { name: 'Filter', exact: true });

  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await series.focus();
    await page.keyboard.press('u');
    // Under the pointer, it does not go after ten seconds, which a busy machine can take.
    await notice.hover();
    await filter.focus();
    await page.keyboard.press('Enter');
    const show = page.getByRole('button', { name: 'Show 2 series' });
    await show.waitFor();
    await expect.poll(() => covers(show)).toBe(false);
    await page.keyboard.press('Escape');
    await show.waitFor({ state: 'detached' });
    await notice.getByRole('button', { name: 'Dismiss' }).click();
    await notice.waitFor({ state: 'detached' });
  }

  // The editor is so high and wide that two are not below it, nor one beside it or above it.
  for (const [width, height] of [
    [390, 600],
    [1280, 700],
    [800, 700],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const mark of ['as read', 'as unread']) {
      await series.focus();
      await page.keyboard.press('u');
      await notice.filter({ hasText: mark }).hover();
    }
    await series.focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('e');
    const editor = page.getByRole('dialog');
    for (const name of ['Save', 'Cancel', 'Close']) {
      const button = editor.getByRole('button', { name, exact: true });
      await button.waitFor();
      for (const which of [notice.first(), notice.last()])
        await expect.poll(() => covers(button, which), { message: name }).toBe(false);
    }
    await page.keyboard.press('Escape');
    await editor.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await notice.first().getByRole('button', { name: 'Dismiss' }).click();
    await expect.poll(() => notice.count()).toBe(1);
    await notice.getByRole('button', { name: 'Dismiss' }).click();
    await notice.waitFor({ state: 'detached' });
  }
});

test('a notification is above the lower bar of a reader, as long as that is shown', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const books = path.join(folder, 'Books');
  writeEpub(path.join(books, 'Text', 'Text.epub'), { title: 'Text', parts: 3 });
  await scanLibrary(client, 'Books', books);
  const page = await openSignedIn(`${await readerOfFirstBook(client)}?incognito=true`, {
    viewport: phoneSize,
  });
  await page.locator('main[data-state="ready"]').waitFor();
  await page.keyboard.press('m');
  await page.locator('main[data-chrome="shown"]').waitFor();
  await page.keyboard.press('b');
  await page.getByRole('button', { name: 'Remove the bookmark' }).waitFor({ state: 'attached' });
  await page.keyboard.press('b');
  const notice = page.getByRole('status').filter({ hasText: 'Undo' });
  // Under the pointer, it does not go after ten seconds, which a busy machine can take.
  await notice.hover();
  const bottomOfNotice = async () => {
    const box = await notice.boundingBox();
    return box ? box.y + box.height : Infinity;
  };
  const slider = await page.locator('main [role="toolbar"] input[type="range"]').boundingBox();
  const top = slider?.y ?? 0;
  expect(top).toBeGreaterThan(700);
  await expect.poll(bottomOfNotice).toBeLessThan(top);
  await page.keyboard.press('m');
  await page.locator('main[data-chrome="hidden"]').waitFor();
  await expect.poll(bottomOfNotice).toBeGreaterThan(top);
});

test('the tab of the libraries is the current one in a library, too', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const { library } = await scanPepperAndCarrot(client, folder);
  const page = await openSignedIn('/', phoneOptions);
  const current = page.getByRole('navigation').locator('[aria-current=page]').last();
  await expect.poll(() => current.textContent()).toBe('Home');
  for (const address of [
    '/libraries',
    `/library/${library.id}`,
    `/library/${library.id}/organise`,
  ]) {
    await page.goto(address);
    await expect.poll(() => current.textContent(), { message: address }).toBe('Libraries');
  }
  await page.goto('/downloads');
  await expect.poll(() => current.textContent()).toBe('Downloads');
});
