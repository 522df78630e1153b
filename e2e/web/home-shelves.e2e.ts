import path from 'node:path';

import { listBooks } from '../../shared/api/books.ts';
import { updateProgress } from '../../shared/api/progress.ts';
import { startScan } from '../../shared/api/scans.ts';
import { writeCbz } from '../../server/testing/zip.ts';
import { generateLibrary, scanLibrary } from '../support/library.ts';
import { phoneOptions } from '../support/phone.ts';
import { expect, test } from '../support/test.ts';

test('a book that arrives while Home is open is the first in sight, if the shelf was at its start', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const comics = generateLibrary(path.join(folder, 'Comics'), 12);
  const { library } = await scanLibrary(client, 'Comics', comics);
  const page = await openSignedIn('/', phoneOptions);
  const track = page.getByRole('region', { name: 'New books' }).getByRole('list');
  await track.getByRole('link').nth(10).waitFor();
  const add = async (name: string) => {
    writeCbz(path.join(comics, name, `${name} 001.cbz`), 2);
    await client.call(startScan, { params: { id: library.id } });
    await track.getByRole('listitem').first().filter({ hasText: name }).waitFor();
  };
  const place = () => track.evaluate(({ scrollLeft }) => scrollLeft);
  await add('Newcomer');
  await page.waitForTimeout(300);
  expect(await place()).toBe(0);
});

test('a series whose only book was begun does not look read', async ({
  client,
  folder,
  openSignedIn,
}) => {
  writeCbz(path.join(folder, 'Comics', 'Saga', 'Saga 001.cbz'), 10);
  await scanLibrary(client, 'Comics', path.join(folder, 'Comics'));
  const [book] = (await client.call(listBooks)).data;
  await client.call(updateProgress, {
    params: { id: book?.id ?? '' },
    body: { current_page: 2 },
  });
  const page = await openSignedIn('/library/all?view=series');
  const bar = page.locator('[data-cover] > [style*="--value"]');
  await bar.waitFor();
  expect(await bar.evaluate((span) => span.style.getPropertyValue('--value'))).toBe('0');
});
