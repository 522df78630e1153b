/** `npm run screenshot`: takes the picture of the README, of the built app with a fresh library. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { launchBrowser } from '../e2e/support/browser.ts';
import { copyFixtures, scanLibrary } from '../e2e/support/library.ts';
import { setUp, startOctavo } from '../e2e/support/server.ts';
import { enter } from '../e2e/support/visitor.ts';
import { listBooks } from '../shared/api/books.ts';
import { updateProgress } from '../shared/api/progress.ts';
import { root } from './run.ts';

/** Books begun, by a part of their title, in the order in which they were opened. */
const begun = [
  ['Science Comics', 14],
  ['彼氏', 5],
  ['Potion Contest', 7],
] as const;

const folder = mkdtempSync(path.join(tmpdir(), 'octavo-screenshot-'));
const server = await startOctavo(path.join(folder, 'data'));
const browser = await launchBrowser();
try {
  const client = await setUp(server);
  for (const name of ['Comics', 'Manga', 'Webtoons'])
    await scanLibrary(client, name, copyFixtures(`library/${name}`, path.join(folder, name)));
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
  await page.waitForFunction(() => [...document.images].every((image) => image.complete));
  await page.screenshot({ path: path.join(root, 'docs/screenshot.png') });
} finally {
  await browser.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
