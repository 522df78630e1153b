import { utimesSync } from 'node:fs';
import path from 'node:path';

import type { Page } from 'playwright';

import { listAnnotations } from '../../shared/api/annotations.ts';
import { listBooks } from '../../shared/api/books.ts';
import { setPreference } from '../../shared/api/preferences.ts';
import type { Client } from '../../shared/client.ts';
import { writeEpub } from '../support/epub.ts';
import { scanLibrary } from '../support/library.ts';
import { delayRequests } from '../support/page-steps.ts';
import { phoneOptions } from '../support/phone.ts';
import { reader } from '../support/reader.ts';
import { expect, test } from '../support/test.ts';

/** Scans a series of two books in flowing text and one of two with fixed pages; returns the ids of the first books. */
const scanBooks = async (client: Client, folder: string) => {
  const library = path.join(folder, 'Books');
  for (const number of [1, 2]) {
    const flow = path.join(library, 'Flow', `Flow ${number}.epub`);
    writeEpub(flow, { title: `Flow ${number}`, parts: 6 });
    const fixed = path.join(library, 'Fixed', `Fixed ${number}.epub`);
    writeEpub(fixed, { title: `Fixed ${number}`, parts: 6, fixed: { width: 800, height: 600 } });
    for (const file of [flow, fixed]) utimesSync(file, 1_700_000_000, 1_700_000_000);
  }
  await scanLibrary(client, 'Books', library);
  const { data } = await client.call(listBooks, { query: {} });
  const idOf = (name: string): string => data.find(({ path }) => path.includes(name))?.id ?? name;
  return { flow: idOf('Flow 1'), fixed: idOf('Fixed 1') };
};

const openPhone = async (
  client: Client,
  folder: string,
  openSignedIn: (address: null, options: typeof phoneOptions) => Promise<Page>,
) => {
  const books = await scanBooks(client, folder);
  const page = await openSignedIn(null, phoneOptions);
  return { client, books, page };
};

/** Waits until a part of the book is visible. */
const showsPart = async (page: Page, number: number): Promise<void> => {
  await page.waitForFunction(
    (name) =>
      [...document.querySelectorAll<HTMLIFrameElement>('main[data-state="ready"] iframe')].some(
        ({ dataset, style }) =>
          style.visibility === 'visible' && dataset['part']?.endsWith(name) === true,
      ),
    `part-${number}.xhtml`,
  );
};

test('a swipe and the wheel reach the card at the end of an EPUB, and a swipe back closes it', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const { books, page } = await openPhone(client, folder, openSignedIn);
  const card = page.getByRole('group', { name: 'Next in the series' });
  for (const id of [books.flow, books.fixed]) {
    await page.goto(`/read/${id}?page=6&incognito=true`);
    await showsPart(page, 6);
    await reader(page).swipe('left');
    await card.waitFor();
    await reader(page).swipe('right');
    await card.waitFor({ state: 'detached' });
    await showsPart(page, 6);
    await page.mouse.move(195, 422);
    await page.mouse.wheel(0, 120);
    await card.waitFor();
    // The tail of the same movement does not leave the book.
    for (let event = 0; event < 8; event += 1) {
      await page.mouse.wheel(0, 100 - event * 10);
      await page.waitForTimeout(60);
    }
    await card.waitFor();
    await reader(page).swipe('left');
    await page.waitForURL((url) => !url.pathname.endsWith(id));
  }
});

/** The visible text, and how far it is scrolled, in screens. */
const seen = (page: Page) =>
  page.evaluate(() => {
    const [frame] = [...document.querySelectorAll<HTMLIFrameElement>('main iframe')].filter(
      ({ style }) => style.visibility === 'visible',
    );
    const {
      scrollY = 0,
      scrollX = 0,
      innerHeight = 1,
      innerWidth = 1,
    } = frame?.contentWindow ?? {};
    return {
      part: frame?.dataset['part']?.replace(/^.*\//, ''),
      down: scrollY / innerHeight,
      across: Math.abs(scrollX) / innerWidth,
    };
  });

test('the wheel leaves a text that scrolls at its end, and leads back to the end of the part before', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const library = path.join(folder, 'Books');
  writeEpub(path.join(library, 'Long.epub'), { title: 'Long', parts: 2, paragraphs: 60 });
  await scanLibrary(client, 'Books', library);
  const { data } = await client.call(listBooks, { query: {} });
  const page = await openSignedIn(null);
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  await page.mouse.move(width / 2, height / 2);
  /** Turns the wheel by one notch, and waits until another is a new movement. */
  const turnWheel = async (down: number): Promise<void> => {
    await page.mouse.wheel(0, down);
    await page.waitForTimeout(300);
  };
  for (const writing of ['horizontal', 'vertical'] as const) {
    for (const [key, value] of Object.entries({ epub_layout: 'scroll', epub_direction: writing }))
      await client.call(setPreference, { params: { key: `reader.${key}` }, body: { value } });
    const axis = writing === 'vertical' ? 'across' : 'down';
    await page.goto(`/read/${data[0]?.id ?? ''}?page=1&incognito=true`);
    await showsPart(page, 1);
    await turnWheel(300);
    await expect.poll(async () => (await seen(page))[axis]).toBeGreaterThan(0.1);
    // The movement that reaches the end stays there.
    await turnWheel(60_000);
    expect(await seen(page)).toMatchObject({ part: 'part-1.xhtml' });
    const end = (await seen(page))[axis];
    expect(end).toBeGreaterThan(0.5);
    await turnWheel(120);
    await expect.poll(() => seen(page)).toMatchObject({ part: 'part-2.xhtml', [axis]: 0 });
    await turnWheel(-120);
    await expect.poll(() => seen(page)).toMatchObject({ part: 'part-1.xhtml' });
    await expect.poll(async () => (await seen(page))[axis]).toBeGreaterThan(end - 0.2);
  }
});

test('a note outside of the reading order opens from each layout, and a mark in it counts as on the page before', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const library = path.join(folder, 'Books');
  const fixed = { width: 800, height: 600 };
  writeEpub(path.join(library, 'Fixed.epub'), { title: 'Fixed', parts: 3, hasNote: true, fixed });
  writeEpub(path.join(library, 'Flow.epub'), { title: 'Flow', parts: 3, hasNote: true });
  await scanLibrary(client, 'Books', library);
  const { data } = await client.call(listBooks, { query: {} });
  const idOf = (name: string): string => data.find(({ path }) => path.includes(name))?.id ?? name;
  const page = await openSignedIn(null, { viewport: { width: 700, height: 900 } });
  const text = page.frameLocator('main iframe[style*="visibility: visible"]');
  for (const name of ['Fixed', 'Flow']) {
    await page.goto(`/read/${idOf(name)}?page=2`);
    await showsPart(page, 2);
    await text.getByRole('link', { name: 'See the note' }).click();
    await text.getByText('This is note of').waitFor();
    await page.getByRole('button', { name: 'Back to page 2' }).waitFor();
    if (name === 'Flow') {
      await text.getByText('This is note of').click({ clickCount: 3 });
      await page.getByRole('button', { name: 'Highlight in green' }).click();
      await expect
        .poll(async () => (await client.call(listAnnotations, { query: {} })).data)
        .toMatchObject([{ kind: 'highlight', page: 2, text: 'This is note of Flow.' }]);
    }
    await page.keyboard.press('ArrowRight');
    await showsPart(page, 2);
    await page.getByRole('button', { name: 'Back to page 2' }).waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowRight');
    await showsPart(page, 3);
  }
});

test('keys that come faster than the parts of an EPUB load turn all of their pages', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const { books, page } = await openPhone(client, folder, openSignedIn);
  await delayRequests(page, '**/resources/**', 500);
  for (const id of [books.flow, books.fixed]) {
    await page.goto(`/read/${id}?incognito=true`);
    await showsPart(page, 1);
    for (let press = 0; press < 4; press += 1) {
      await page.keyboard.press('ArrowRight');
      await page.waitForTimeout(100);
    }
    await showsPart(page, 5);
    // In the other direction, a key takes back the turn that is still loading.
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await page.waitForTimeout(1500);
    await showsPart(page, 5);
    // More turns than there are pages end at the card.
    for (let press = 0; press < 4; press += 1) await page.keyboard.press('ArrowRight');
    await page.getByRole('group', { name: 'Next in the series' }).waitFor();
    await showsPart(page, 6);
  }
});

test('the paper around a fixed page takes taps, swipes and the wheel', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const { books, page } = await openPhone(client, folder, openSignedIn);
  await page.goto(`/read/${books.fixed}?incognito=true`);
  await showsPart(page, 1);
  // Above the page, which is wider than high.
  const top = 120;
  await page.touchscreen.tap(370, top);
  await showsPart(page, 2);
  await page.touchscreen.tap(20, top);
  await showsPart(page, 1);
  await reader(page).swipe('left', top);
  await showsPart(page, 2);
  await reader(page).swipe('right', top);
  await showsPart(page, 1);
  await page.mouse.move(195, top);
  await page.mouse.wheel(0, 120);
  await showsPart(page, 2);
  await page.touchscreen.tap(195, top);
  await page.locator('main[data-chrome="shown"]').waitFor();
  await showsPart(page, 2);
  const overscroll = await page
    .locator('html')
    .evaluate((root) => getComputedStyle(root).overscrollBehavior);
  expect(overscroll).toBe('none');
});

test('the card at the end draws a cover for a next book that has none', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const { books, page } = await openPhone(client, folder, openSignedIn);
  await page.goto(`/read/${books.flow}?page=6&incognito=true`);
  await showsPart(page, 6);
  await page.keyboard.press('ArrowRight');
  const card = page.getByRole('group', { name: 'Next in the series' });
  await card.getByText('Flow 2').first().waitFor();
  await expect
    .poll(() =>
      card
        .locator('img')
        .evaluateAll((images: HTMLImageElement[]) =>
          images.map(({ complete, naturalWidth }) => complete && naturalWidth === 0),
        ),
    )
    .not.toContain(true);
  await card.locator('[data-state="missing"]').waitFor();
});

test('turns go on past parts that a damaged EPUB lacks', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const library = path.join(folder, 'Books');
  const fixed = { width: 800, height: 1200 };
  writeEpub(path.join(library, 'A/Flow.epub'), {
    title: 'Flow',
    parts: 4,
    lacks: ['part-1', 'part-3'],
  });
  writeEpub(path.join(library, 'B/Fixed.epub'), {
    title: 'Fixed',
    parts: 4,
    lacks: ['part-3'],
    fixed,
  });
  await scanLibrary(client, 'Books', library);
  const { data } = await client.call(listBooks, { query: {} });
  const page = await openSignedIn(null, { viewport: { width: 600, height: 800 } });
  const message = page.getByRole('alert').getByText('The file of the book lacks it.');

  await page.goto(`/read/${data.find(({ title }) => title === 'Flow')?.id ?? ''}`);
  await message.waitFor();
  await page.keyboard.press('PageDown');
  await showsPart(page, 2);
  await message.waitFor({ state: 'detached' });
  await page.keyboard.press('PageDown');
  await message.waitFor();
  await page.keyboard.press('PageUp');
  await message.waitFor({ state: 'detached' });
  await showsPart(page, 2);
  await page.keyboard.press('PageDown');
  await message.waitFor();
  await page.keyboard.press('PageDown');
  await showsPart(page, 4);

  await page.goto(`/read/${data.find(({ title }) => title === 'Fixed')?.id ?? ''}`);
  await showsPart(page, 1);
  await page.keyboard.press('PageDown');
  await showsPart(page, 2);
  await page.keyboard.press('PageDown');
  await message.waitFor();
  await page.keyboard.press('PageDown');
  await showsPart(page, 4);
});
