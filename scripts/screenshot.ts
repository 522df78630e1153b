/** `npm run screenshot`: takes the picture of the README, of the built app with a fresh library. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { launchBrowser } from '../e2e/support/browser.ts';
import { copyFixtures, scanLibrary } from '../e2e/support/library.ts';
import { setUp, startOctavo } from '../e2e/support/server.ts';
import { enter, settled } from '../e2e/support/visitor.ts';
import { listBooks } from '../shared/api/books.ts';
import { updateProgress } from '../shared/api/progress.ts';
import { root } from './run.ts';

/**
 * Series whose licences let their covers be shown here: Pepper&Carrot is CC BY (named in the README),
 * Science Comics is in the public domain.
 */
const shown = {
  Comics: ['Pepper & Carrot', 'Science Comics (1946)'],
  Manga: ['Pepper & Carrot (JA)'],
  Webtoons: ['Pepper & Carrot (long strip)'],
};
/** Books begun, by a part of their title, in the order in which they were opened. */
const begun = [
  ['Rainbow potions', 2],
  ['Science Comics', 14],
  ['Potion Contest', 7],
] as const;

const folder = mkdtempSync(path.join(tmpdir(), 'octavo-screenshot-'));
const server = await startOctavo(path.join(folder, 'data'));
const browser = await launchBrowser();
try {
  const client = await setUp(server);
  for (const [name, series] of Object.entries(shown)) {
    const target = path.join(folder, name);
    for (const title of series)
      copyFixtures(`library/${name}/${title}`, path.join(target, title), ['.cbz']);
    await scanLibrary(client, name, target);
  }
  const { data: books } = await client.call(listBooks, { query: { pageSize: 500 } });
  for (const [title, current_page] of begun) {
    const book = books.find((candidate) => candidate.title.includes(title));
    if (!book) throw new Error(`No book of the library is called ${title}`);
    await client.call(updateProgress, { params: { id: book.id }, body: { current_page } });
  }

  const page = await browser.newPage({
    baseURL: server.url,
    viewport: { width: 1280, height: 800 },
    colorScheme: 'dark',
    reducedMotion: 'reduce',
    locale: 'en-GB',
  });
  await page.goto('/');
  await enter(page);
  await page.getByRole('heading', { name: 'Continue' }).waitFor();
  await page.getByText('Page 7 of 12').first().waitFor();
  await settled(page);
  await page.screenshot({ path: path.join(root, 'docs/screenshot.png') });
} finally {
  await browser.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
