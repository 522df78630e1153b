import { writeFileSync } from 'node:fs';
import path from 'node:path';

import type { Page } from 'playwright';

import { setPreference } from '../../shared/api/preferences.ts';
import type { Client } from '../../shared/client.ts';
import { pngPage, writeCbz } from '../../server/testing/zip.ts';
import { faultsOf } from '../support/accessibility.ts';
import { scanLibrary } from '../support/library.ts';
import { readerOfFirstBook } from '../support/page-steps.ts';
import { reader } from '../support/reader.ts';
import { expect, test } from '../support/test.ts';

const image = { width: 600, height: 900 };
const box = { left: 120, top: 90, right: 210, bottom: 390 };
const count = 6;

/** Opens a manga whose pages have one block of text each, with its file beside it. */
const openManga = async (
  { client, folder }: { client: Client; folder: string },
  openSignedIn: (address: string) => Promise<Page>,
  preferences: Record<string, unknown> = {},
  size = image,
) => {
  const library = path.join(folder, 'Manga');
  const names = Array.from({ length: count }, (_, page) => `${page + 1}.png`);
  writeCbz(
    path.join(library, 'Cat.cbz'),
    names.map((name, page) => ({ name, data: pngPage(size.width, size.height, 200 + page) })),
  );
  const pages = names.map((name, page) => ({
    img_path: name,
    img_width: size.width,
    img_height: size.height,
    blocks: [
      {
        box: [box.left, box.top, box.right, box.bottom],
        vertical: true,
        font_size: 36,
        lines: ['吾輩は', `猫${page + 1}である`],
      },
    ],
  }));
  writeFileSync(path.join(library, 'Cat.mokuro'), JSON.stringify({ pages }));
  await scanLibrary(client, 'Manga', library);
  for (const [key, value] of Object.entries({ 'reader.mode': 'ltr', ...preferences }))
    await client.call(setPreference, { params: { key }, body: { value } });
  const page = await openSignedIn(await readerOfFirstBook(client));
  return page;
};

/** How far each box on screen is from its place on its image (px). */
const offsets = (page: Page) =>
  page.evaluate(
    ({ image, box }) =>
      [...document.querySelectorAll<HTMLImageElement>('img[data-page]')].map((shown) => {
        const around = shown.getBoundingClientRect();
        const text = shown.parentElement
          ?.querySelector('[data-page-text]')
          ?.getBoundingClientRect();
        if (!text) return Infinity;
        const scale = around.width / image.width;
        return Math.max(
          Math.abs(text.left - (around.left + box.left * scale)),
          Math.abs(text.top - (around.top + box.top * scale)),
          Math.abs(text.height - (box.bottom - box.top) * scale),
          Math.abs(text.right - (around.left + box.right * scale)),
        );
      }),
    { image, box },
  );

const isAtPlace = (page: Page, shown: number) =>
  expect
    .poll(async () => (await offsets(page)).map((offset) => offset <= 2))
    .toEqual(Array.from({ length: shown }, () => true));

test('the text of a page shows where it is pointed at, and is selected and copied', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const page = await openManga({ client, folder }, openSignedIn, { 'reader.layout': 'single' });
  const block = page.locator('[data-current] [data-page-text]');
  await reader(page).shows('Page 1');
  await page.getByRole('button', { name: 'Text on the page' }).waitFor();
  await expect.poll(() => block.count()).toBe(0);
  await page.keyboard.press('w');
  await isAtPlace(page, 1);
  expect(await block.evaluate((element) => getComputedStyle(element).color)).toBe(
    'rgba(0, 0, 0, 0)',
  );
  await block.hover();
  expect(await block.evaluate((element) => getComputedStyle(element).color)).toBe(
    'rgb(17, 17, 17)',
  );
  expect(await block.evaluate((element) => getComputedStyle(element).writingMode)).toBe(
    'vertical-rl',
  );
  expect(await block.evaluate((element) => element.closest('[lang]')?.getAttribute('lang'))).toBe(
    'ja',
  );
  expect(await faultsOf(page)).toEqual([]);

  // A drag over the text selects it and turns nothing.
  const place = await block.boundingBox();
  if (!place) throw new Error('The block is not shown');
  await page.mouse.move(place.x + place.width - 4, place.y + 2);
  await page.mouse.down();
  await page.mouse.move(place.x + 4, place.y + place.height - 4, { steps: 5 });
  await page.mouse.up();
  const selected = await page.evaluate(() => getSelection()?.toString().replace(/\s+/g, ' '));
  expect(selected).toBe('吾輩は 猫1である');
  await page.evaluate(() => {
    addEventListener('copy', () => {
      document.body.dataset['copied'] = getSelection()?.toString() ?? '';
    });
  });
  await page.keyboard.press('Control+c');
  await expect.poll(() => page.evaluate(() => document.body.dataset['copied'])).toContain('猫1');

  // A larger page, the next page by a click beside the text, and the strip.
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  await isAtPlace(page, 1);
  await page.keyboard.press('0');
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  await page.mouse.click(width - 10, height / 2);
  await reader(page).shows('Page 2');
  await isAtPlace(page, 1);
  await block.filter({ hasText: '猫2' }).click();
  await reader(page).shows('Page 2');

  await page.reload();
  await reader(page).shows('Page 2');
  await isAtPlace(page, 1);
});

test.for([
  { name: 'a spread', preferences: { 'reader.layout': 'double' }, shown: 2 },
  { name: 'a strip', preferences: { 'reader.mode': 'webtoon' }, shown: 1 },
  {
    name: 'cropped borders',
    preferences: { 'reader.layout': 'single', 'reader.crop_borders': 'auto' },
    shown: 1,
  },
])(
  'the boxes are at their positions in $name',
  async ({ preferences, shown }, { client, folder, openSignedIn }) => {
    const page = await openManga({ client, folder }, openSignedIn, {
      ...preferences,
      'reader.page_text': true,
    });
    await expect.poll(async () => (await offsets(page)).length).toBeGreaterThanOrEqual(shown);
    await isAtPlace(page, (await offsets(page)).length);
  },
);

test('the boxes turn with a wide page in a narrow window', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const wide = { width: image.height, height: image.width };
  const page = await openManga(
    { client, folder },
    (address) => openSignedIn(address, { viewport: { width: 600, height: 1000 } }),
    { 'reader.layout': 'single', 'reader.wide_pages': 'rotate', 'reader.page_text': true },
    wide,
  );
  // Turned clockwise, the top of the page is at the right.
  const offset = () =>
    page.evaluate(
      ({ wide, box }) => {
        const shown = document.querySelector('[data-current] img[data-page]');
        const around = shown?.getBoundingClientRect();
        const text = shown?.parentElement
          ?.querySelector('[data-page-text]')
          ?.getBoundingClientRect();
        if (!around || !text) return Infinity;
        const scale = around.height / wide.width;
        return Math.max(
          Math.abs(text.top - (around.top + box.left * scale)),
          Math.abs(text.right - (around.right - box.top * scale)),
          Math.abs(text.height - (box.right - box.left) * scale),
          Math.abs(text.width - (box.bottom - box.top) * scale),
        );
      },
      { wide, box },
    );
  await expect.poll(offset).toBeLessThanOrEqual(2);
});
