import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { Page } from 'playwright';
import sharp from 'sharp';

import { listAnnotations } from '../../shared/api/annotations.ts';
import { getBook, listBooks } from '../../shared/api/books.ts';
import { updateProgress } from '../../shared/api/progress.ts';
import type { Client } from '../../shared/client.ts';
import { writeCbz } from '../../server/testing/zip.ts';
import { faultsOf } from '../support/accessibility.ts';
import { copyFixtures, scanLibrary } from '../support/library.ts';
import { readerOfFirstBook } from '../support/page-steps.ts';
import { phoneSize } from '../support/phone.ts';
import { reader } from '../support/reader.ts';
import { goTo } from '../support/screens.ts';
import { eventually } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

const folders = {
  Comics: 'library/Comics/Pepper & Carrot',
  Manga: 'library/Manga/ハルコさんの彼氏',
  Webtoons: 'library/Webtoons/Pepper & Carrot (long strip)',
};

const prepare = async (client: Client, folder: string) => {
  for (const [name, from] of Object.entries(folders)) {
    copyFixtures(from, path.join(folder, name, path.basename(from)));
    await scanLibrary(client, name, path.join(folder, name));
  }
  const { data } = await client.call(listBooks, { query: { pageSize: 500 } });
  return (title: string): string => {
    const book = data.find((candidate) => candidate.title.includes(title));
    if (!book) throw new Error(`No book of the library is called ${title}`);
    return book.id;
  };
};

/** How far a strip is scrolled into its first page. */
const stripOffset = (page: Page) =>
  page.evaluate(() => {
    const strip = document.querySelector('[data-axis="y"]');
    const first = document.querySelector('img[data-page="1"]');
    return strip && first ? strip.scrollTop / first.clientHeight : null;
  });

test('comics, manga and webtoons are read as their settings say, on every device', async ({
  folder,
  client,
  openSignedIn,
}) => {
  const bookOf = await prepare(client, folder);
  const comic = bookOf('Potion Contest');
  const place = async (id: string) =>
    (await client.call(getBook, { params: { id } })).progress?.current_page ?? null;
  const page = await openSignedIn(null, { reducedMotion: 'reduce' });
  const shown = reader(page);
  const press = (key: string) => page.keyboard.press(key);

  // A setting shows its source, applies to the series on every device, and can be reset.
  await page.goto(`/read/${comic}`);
  await shown.shows('Page 1');
  await press('s');
  const settings = page.getByRole('dialog', { name: 'Reader settings' });
  const layout = settings.getByRole('radiogroup', { name: 'Page layout' });
  await expect.poll(() => layout.locator('small').count()).toBe(0);
  await layout.getByRole('radio', { name: 'Single' }).check();
  await layout.getByText('Series', { exact: true }).waitFor();
  await settings.getByRole('radio', { name: 'This book' }).check();
  await layout.getByRole('radio', { name: 'Double', exact: true }).check();
  await layout.getByText('This book', { exact: true }).waitFor();
  await layout.getByRole('button', { name: 'Reset Page layout' }).click();
  await layout.getByText('Series', { exact: true }).waitFor();
  await settings.getByRole('radio', { name: 'This series' }).check();
  expect(await faultsOf(page, 'settings')).toEqual([]);
  await settings.getByRole('button', { name: 'Save as profile' }).click();
  await settings.getByLabel('Profile name').fill('One by one');
  await settings.getByRole('button', { name: 'Save', exact: true }).click();
  await layout.getByText('Series · One by one').waitFor();
  await press('Escape');
  await press('ArrowRight');
  await press('ArrowRight');
  await shown.shows('Page 3');

  const phone = await openSignedIn(`/read/${comic}?page=3`, {
    viewport: { width: 844, height: 390 },
    hasTouch: true,
  });
  const onPhone = reader(phone);
  await onPhone.shows('Page 3');
  await onPhone.swipe('left');
  await onPhone.shows('Page 4');
  await phone.goto('about:blank');

  await press('s');
  await settings
    .getByRole('radiogroup', { name: 'Profile' })
    .getByRole('radio', { name: 'None' })
    .click();
  await layout.locator('small').waitFor({ state: 'detached' });
  await press('Escape');
  await shown.shows('Pages 3–4');

  // A bookmark is listed and leads back.
  await press('b');
  await press('t');
  const contents = page.getByRole('dialog', { name: 'Pepper & Carrot' });
  await contents.getByRole('button', { name: 'Page 3', exact: true }).waitFor();
  expect(await faultsOf(page, 'contents')).toEqual([]);
  const { data: marks } = await client.call(listAnnotations, { query: { book_id: comic } });
  expect(marks.map((mark) => mark.page)).toEqual([3]);
  await press('Escape');

  // Incognito does not change the saved position.
  await press('Home');
  await shown.shows('Page 1');
  await eventually('page 1 as the place', async () => ((await place(comic)) === 1 ? true : null));
  await press('n');
  await press('End');
  await shown.shows('Page 12');
  await page.goto(`/read/${bookOf('ハルコ')}`);

  // A manga opens right to left, with a notice.
  await page.getByText('Right to left').first().waitFor();
  await shown.shows('Page 1');
  await press('ArrowLeft');
  await shown.shows('Pages 2–3');
  expect(await place(comic)).toBe(1);

  // A wide page is split into halves.
  await page.goto(`/read/${bookOf('Rainbow potions')}`);
  await shown.shows('Page 1');
  await press('s');
  await layout.getByRole('radio', { name: 'Single' }).check();
  await settings.getByText('More', { exact: true }).click();
  await settings.getByRole('radio', { name: 'Split' }).check();
  await press('Escape');
  await page.waitForFunction(() => {
    const image = document.querySelector<HTMLImageElement>('img[data-page="1"]');
    const half = image?.parentElement?.clientWidth ?? 0;
    return image !== null && Math.abs(half * 2 - image.clientWidth) < 2;
  });
  await press('ArrowRight');
  await shown.shows('Page 1');
  await press('ArrowRight');
  await shown.shows('Page 2');

  // A held key stops at the end; one more turn opens the next book.
  await press('End');
  const opened = page.url();
  for (let repeat = 0; repeat < 8; repeat++) await page.keyboard.down('ArrowRight');
  await page.keyboard.up('ArrowRight');
  await page.getByRole('group', { name: 'Next in the series' }).waitFor();
  expect(page.url()).toBe(opened);
  await press('ArrowRight');
  await page.waitForURL((url) => url.href !== opened);

  // A webtoon resumes at its exact scroll position, also in another window.
  const webtoon = bookOf('Episode 006');
  await page.goto(`/read/${webtoon}`);
  await shown.shows('Page 1');
  await page.mouse.move(640, 400);
  await page.mouse.wheel(0, 2400);
  const left = await eventually('the exact place', async () => {
    const { progress } = await client.call(getBook, { params: { id: webtoon } });
    return progress?.location ?? null;
  });
  expect(JSON.parse(left)).toMatchObject({ top: 1 });
  const before = await stripOffset(page);
  await page.setViewportSize({ width: 1000, height: 700 });
  await page.reload();
  await shown.shows('Page 1');
  expect(await stripOffset(page)).toBeCloseTo(before ?? -1, 2);
  expect(before).toBeGreaterThan(0);

  // Touch: swipe turns, pulling down closes the book.
  await client.call(updateProgress, { params: { id: comic }, body: { current_page: 5 } });
  const touch = await phone.context().newCDPSession(phone);
  await phone.goto(`/book/${comic}`);
  await phone.getByRole('link', { name: /Continue/ }).click();
  // The series is now in paged mode.
  await onPhone.shows('Page 5');
  const touchAt = (y: number) => ({ touchPoints: [{ x: 420, y }] });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', ...touchAt(100) });
  for (const y of [130, 180, 240, 300]) {
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', ...touchAt(y) });
  }
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await phone.waitForURL(/\/book\//);
});

test('pages that could not be loaded while the server was away appear when it is back', async ({
  client,
  folder,
  openSignedIn,
}) => {
  writeCbz(path.join(folder, 'Comics', 'Long', 'Long 1.cbz'), 40);
  await scanLibrary(client, 'Comics', path.join(folder, 'Comics'));
  const { data } = await client.call(listBooks, { query: {} });
  const page = await openSignedIn();
  await goTo(page, `/read/${data[0]?.id ?? ''}`);
  await reader(page).shows('Page 1');

  await page.route('**/api/v1/**', (route) => route.abort());
  await page.keyboard.press('End');
  const failed = page.getByRole('group', { name: 'Page 40 could not be shown' });
  await failed.getByText('The server cannot be reached').waitFor();

  await page.unrouteAll();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await failed.waitFor({ state: 'detached' });
  await page.locator('img[data-page="40"]').waitFor();
});

test('a page that is cut off says so, over the part of it that can be shown, and a page can be saved', async ({
  folder,
  client,
  openSignedIn,
}) => {
  const root = path.join(folder, 'Cut');
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const create = { width: 400, height: 600, channels: 3, background: '#c33', noise } as const;
  const data = await sharp({ create }).webp().toBuffer();
  writeCbz(path.join(root, 'Saga', 'Saga 1.cbz'), [
    { name: '1.webp', data: data.subarray(0, data.length / 3) },
    { name: '2.webp', data },
  ]);
  await scanLibrary(client, 'Cut', root);
  // As wide as a phone, so that the server would scale the page down.
  const page = await openSignedIn(await readerOfFirstBook(client), {
    viewport: phoneSize,
  });
  await page.getByText('Page 1 is cut off: the end of its file is missing').waitFor();
  expect(await faultsOf(page, 'cut off')).toEqual([]);
  await page.keyboard.press('ArrowRight');
  await reader(page).shows('Page 2');

  // Any page can be saved as it is in the book.
  await page.keyboard.press('i');
  const saved = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Save page' }).click();
  expect((await saved).suggestedFilename()).toBe('Saga 1 - 002.webp');
  expect(readFileSync(await (await saved).path()).equals(data)).toBe(true);
  const details = page.getByRole('region', { name: 'About this page' });
  await details.getByRole('button', { name: 'Close' }).click();
  await details.waitFor({ state: 'detached' });
});

test('ink on a transparent page is read on white, beside it too', async ({
  folder,
  client,
  openSignedIn,
}) => {
  const create = { width: 400, height: 600, channels: 4, background: '#0000' } as const;
  const ink = { create: { ...create, width: 40, height: 40, background: '#000' } };
  const data = await sharp({ create })
    .composite([{ input: ink }])
    .png()
    .toBuffer();
  writeCbz(path.join(folder, 'Comics', 'Ink', 'Ink 1.cbz'), [{ name: '1.png', data }]);
  await scanLibrary(client, 'Comics', path.join(folder, 'Comics'));
  const page = await openSignedIn(await readerOfFirstBook(client), { colorScheme: 'dark' });
  await reader(page).shows('Page 1');

  const colourAt = async (left: number, top: number) => {
    const part = sharp(await page.screenshot()).extract({ left, top, width: 1, height: 1 });
    return [...(await part.removeAlpha().raw().toBuffer())];
  };
  const box = (await page.locator('img[data-page="1"]').boundingBox()) ?? { x: 0, y: 0 };
  const white = [255, 255, 255];
  await eventually('paper beside the page', async () =>
    String(await colourAt(4, 780)) === String(white) ? true : null,
  );
  expect(await colourAt(Math.round(box.x) + 8, 780)).toEqual(white);
  expect(await colourAt(640, 400)).toEqual([0, 0, 0]);
});
