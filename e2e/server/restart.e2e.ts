import path from 'node:path';

import { listBooks } from '../../shared/api/books.ts';
import { createLibrary } from '../../shared/api/libraries.ts';
import { getProgress, updateProgress } from '../../shared/api/progress.ts';
import { getScanStatus, startScan } from '../../shared/api/scans.ts';
import { copyFixtures, generateLibrary, scanLibrary } from '../support/library.ts';
import { asOwner, eventually, setUp, startOctavo } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

test('a scan that a power cut ended is finished after the next start', async ({ folder }) => {
  const dataDir = path.join(folder, 'data');
  const comics = generateLibrary(path.join(folder, 'comics'), 6_000);
  const first = await startOctavo(dataDir);
  const client = await setUp(first);
  const library = await client.call(createLibrary, { body: { name: 'Comics', path: comics } });
  const params = { id: library.id };
  await client.call(startScan, { params });
  const interrupted = await eventually('the scan is under way', async () => {
    const scan = await client.call(getScanStatus, { params });
    return scan.files_processed > 0 ? scan : null;
  });
  expect(interrupted.status).toBe('running');
  await first.kill();

  const second = await startOctavo(dataDir);
  const again = await asOwner(second);
  await eventually(
    'the scan ends',
    async () =>
      (await again.call(getScanStatus, { params })).status === 'completed' ? true : null,
    90_000,
  );
  expect((await again.call(listBooks)).total).toBe(6_000);
  expect(await second.stop()).toBe(0);
});

test('a saved position survives a power cut', async ({ folder }) => {
  const dataDir = path.join(folder, 'data');
  const first = await startOctavo(dataDir);
  const client = await setUp(first);
  await scanLibrary(
    client,
    'Comics',
    copyFixtures('library/Comics/Pepper & Carrot', folder + '/comics'),
  );
  const [book] = (await client.call(listBooks)).data;
  if (!book) throw new Error('No book was found');
  await client.call(updateProgress, { params: { id: book.id }, body: { current_page: 3 } });
  await first.kill();

  const second = await startOctavo(dataDir);
  const again = await asOwner(second);
  expect(await again.call(getProgress, { params: { id: book.id } })).toMatchObject({
    current_page: 3,
  });
  expect(await second.stop()).toBe(0);
});

test('a second server on the same data says so in one line', async ({ server, folder }) => {
  const error = await startOctavo(path.join(folder, 'data')).catch((reason: unknown) =>
    String(reason),
  );
  expect(server.url).toMatch(/^http:/);
  expect(error).toMatch(/ended with 1:\noctavo: .*in use.*$/);
});
