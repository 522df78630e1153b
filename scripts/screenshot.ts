/** `npm run screenshot`: takes the README's screenshots of the built app with a fresh library. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { Browser, Page } from 'playwright';
import sharp from 'sharp';

import { launchBrowser } from '../e2e/support/browser.ts';
import { copyFixtures, scanLibrary } from '../e2e/support/library.ts';
import { setUp, startOctavo, type Octavo } from '../e2e/support/server.ts';
import { enter, settled } from '../e2e/support/page-steps.ts';
import type { Book } from '../shared/api/book-record.ts';
import { listBooks } from '../shared/api/books.ts';
import { updateProgress } from '../shared/api/progress.ts';
import type { Client } from '../shared/client.ts';
import { root } from './run.ts';

/** Series whose licences let them be shown here; the README names them. */
const shown = {
  Comics: ['Pepper & Carrot', 'Science Comics (1946)'],
  Manga: ['Pepper & Carrot (JA)'],
  Webtoons: ['Pepper & Carrot (long strip)'],
  Books: ['Arthur Conan Doyle'],
  PDF: ['The Rust Programming Language.pdf'],
};
/** Books in progress by a part of their title, in the order opened. */
const begun = [
  ['Rainbow potions', 2],
  ['Science Comics', 14],
  ['Potion Contest', 7],
] as const;

const pictures = path.join(root, 'docs/pictures');

const fillLibraries = async (client: Client, folder: string): Promise<Book[]> => {
  for (const [name, series] of Object.entries(shown)) {
    const target = path.join(folder, name);
    for (const title of series)
      copyFixtures(`library/${name}/${title}`, path.join(target, title), ['.cbz', '.epub', '.pdf']);
    await scanLibrary(client, name, target);
  }
  return (await client.call(listBooks, { query: { pageSize: 500 } })).data;
};

/**
 * WebP, because comic pages take a fifth of the size of a PNG, and every site that shows a README
 * supports it.
 */
const save = async (page: Page, name: string): Promise<void> => {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
  await settled(page);
  const png = await page.screenshot();
  const webp = await sharp(png).webp({ quality: 80, effort: 6 }).toBuffer();
  writeFileSync(path.join(pictures, `${name}.webp`), webp);
  console.log(`${name}.webp: ${Math.round(webp.length / 1024)} kB`);
};

const sizes = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
};

/** A page of a signed-in user. */
const openPage = async (
  browser: Browser,
  server: Octavo,
  size: keyof typeof sizes,
  colorScheme: 'light' | 'dark',
): Promise<Page> => {
  const page = await browser.newPage({
    ...sizes[size],
    baseURL: server.url,
    colorScheme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
  });
  // As on a device that has shown the tap zones before.
  await page.addInitScript(() => localStorage.setItem('octavo.zones-shown', 'true'));
  await page.goto('/');
  await enter(page);
  await page.getByRole('heading', { name: 'Continue' }).waitFor();
  // Away from the cards, which show more when hovered.
  await page.mouse.move(0, 0);
  return page;
};

const takePictures = async (browser: Browser, server: Octavo, books: readonly Book[]) => {
  const find = (title: string): Book => {
    const book = books.find((candidate) => candidate.title.includes(title));
    if (!book) throw new Error(`No book of the library is called ${title}`);
    return book;
  };
  /** `sight` must be visible before the screenshot. */
  const read = async (page: Page, name: string, address: string, sight: string) => {
    await page.goto(address);
    await page.locator(sight).first().waitFor();
    await page.waitForLoadState('networkidle');
    // The address was a jump, from which the readers offer a way back.
    const stay = page.getByRole('button', { name: 'Stay here' });
    if (await stay.isVisible()) await stay.click();
    await save(page, name);
  };

  for (const scheme of ['light', 'dark'] as const) {
    const page = await openPage(browser, server, 'desktop', scheme);
    await save(page, `home-${scheme}`);
    await read(page, `series-${scheme}`, `/series/${find('Potion Contest').series_id}`, 'main h1');
    await page.close();
  }
  const page = await openPage(browser, server, 'desktop', 'dark');
  await read(
    page,
    'reader-comic',
    `/read/${find('Potion Contest').id}?page=3&incognito=true`,
    'img[src], canvas',
  );
  await page.close();
  const light = await openPage(browser, server, 'desktop', 'light');
  await read(
    light,
    'reader-epub',
    `/read/${find('Sherlock Holmes').id}?page=6&incognito=true`,
    'iframe',
  );
  await read(
    light,
    'reader-pdf',
    `/read/${find('Rust').id}?page=20&incognito=true`,
    '.textLayer span',
  );
  await light.close();

  for (const scheme of ['light', 'dark'] as const) {
    const phone = await openPage(browser, server, 'phone', scheme);
    await save(phone, `phone-${scheme}`);
    await phone.close();
  }
};

mkdirSync(pictures, { recursive: true });
const folder = mkdtempSync(path.join(tmpdir(), 'octavo-screenshot-'));
const server = await startOctavo(path.join(folder, 'data'));
const browser = await launchBrowser();
try {
  const client = await setUp(server);
  const books = await fillLibraries(client, folder);
  for (const [title, current_page] of begun) {
    const id = books.find((book) => book.title.includes(title))?.id ?? '';
    await client.call(updateProgress, { params: { id }, body: { current_page } });
  }
  await takePictures(browser, server, books);
} finally {
  await browser.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
