import path from 'node:path';

import { listBooks } from '../../shared/api/books.ts';
import { writeCbz } from '../../server/testing/zip.ts';
import { writeEpub } from '../support/epub.ts';
import { scanLibrary } from '../support/library.ts';
import { expect, test } from '../support/test.ts';

test('covers are drawn for texts without one, and no image of them is requested', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const root = path.join(folder, 'Shelf');
  writeCbz(path.join(root, 'Comics', 'Comic.cbz'), 2);
  for (const title of ['Ferry', 'Harbour'])
    writeEpub(path.join(root, title, `${title}.epub`), { title, parts: 2 });
  const { library } = await scanLibrary(client, 'Shelf', root);
  const isAnalyzed = async () =>
    (await client.call(listBooks, {})).data.every(({ analyzed }) => analyzed);
  await expect.poll(isAnalyzed).toBe(true);

  const page = await openSignedIn(null);
  const requested: string[] = [];
  const refused: string[] = [];
  page.on('response', (response) => {
    if (!response.url().includes('/thumbnail')) return;
    requested.push(response.url());
    if (response.status() === 404) refused.push(response.url());
  });
  await page.goto(`/library/${library.id}`);
  const list = page.getByRole('list', { name: 'Shelf' });
  await list.getByRole('link', { name: 'Harbour' }).waitFor();
  await list.getByRole('link', { name: 'Ferry' }).click();
  await page.getByRole('heading', { name: 'Ferry' }).waitFor();
  await expect.poll(() => requested.length).toBeGreaterThan(0);
  await page.waitForLoadState('networkidle');
  expect(refused).toEqual([]);
});
