import path from 'node:path';

import { createLibrary } from '../../shared/api/libraries.ts';
import { getScanStatus, startScan } from '../../shared/api/scans.ts';
import { generateLibrary, scanLibrary } from '../support/library.ts';
import { expect, test } from '../support/test.ts';

const seriesCount = 10_000;

test('a scan shows how far it is and can be cancelled, and what was found stays', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const comics = generateLibrary(path.join(folder, 'comics'), seriesCount);
  const library = await client.call(createLibrary, { body: { name: 'Comics', path: comics } });
  const params = { id: library.id };

  const page = await openSignedIn(`/library/${library.id}`);
  await page.goto(`/library/${library.id}`);
  await page.getByText('Not scanned yet').waitFor();
  await page.getByRole('button', { name: 'Scan for changes' }).click();

  const bar = page.getByRole('main').getByRole('progressbar', { name: 'Scan of Comics' });
  await bar.waitFor();
  await page.getByRole('button', { name: 'Activity, 1 scan running' }).waitFor();
  const seen = new Set<string | null>();
  await expect
    .poll(async () => seen.add(await bar.getAttribute('aria-valuenow')).size, {
      interval: 20,
      timeout: 10_000,
    })
    .toBeGreaterThan(1);
  // Books are written in batches.
  const added = async () => (await client.call(getScanStatus, { params })).books_added;
  await expect.poll(added, { interval: 20 }).toBeGreaterThan(0);
  await page.getByRole('main').getByRole('button', { name: 'Cancel scan of Comics' }).click();
  await bar.waitFor({ state: 'detached' });

  const scan = await client.call(getScanStatus, { params });
  expect(scan.status).toBe('cancelled');
  expect(scan.books_added).toBeGreaterThan(0);
  expect(scan.books_added).toBeLessThan(seriesCount);
  await page.getByRole('link', { name: /Series 00001/ }).waitFor();

  await client.call(startScan, { params });
  const tab = page.getByRole('navigation', { name: 'Views' }).getByText('10,000');
  await tab.first().waitFor({ timeout: 60_000 });
});

test('a library of 10,000 series scrolls without standing still', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const comics = generateLibrary(path.join(folder, 'comics'), seriesCount);
  const { library } = await scanLibrary(client, 'Comics', comics);
  const page = await openSignedIn(`/library/${library.id}`);
  await page.getByRole('link', { name: /Series 00001/ }).waitFor();

  // Fast wheel scrolling, with frame times recorded.
  await page.evaluate(() => {
    const frames: number[] = [];
    Object.assign(window, { frames });
    const next = (time: number) => {
      frames.push(time);
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
  await page.mouse.move(700, 500);
  for (let turn = 0; turn < 30; turn += 1) {
    await page.mouse.wheel(0, 1_500);
    await page.waitForTimeout(30);
  }
  const gaps = await page.evaluate(() => {
    const { frames } = window as unknown as { frames: number[] };
    return frames.slice(1).map((time, index) => time - (frames[index] ?? time));
  });
  const p95 = gaps.sort((a, b) => a - b)[Math.floor(gaps.length * 0.95)] ?? 0;
  // Generous, because software rendering on a busy machine draws few frames; a list without
  // virtualization draws none for seconds. Smoothness is measured by a benchmark.
  expect(p95, 'milliseconds between frames').toBeLessThan(1_000);
  const cards = page.getByRole('list', { name: 'Comics' }).getByRole('listitem');
  await expect.poll(() => cards.count(), { message: 'cards that exist' }).toBeLessThan(200);

  await cards.first().getByRole('link').focus();
  await page.keyboard.press('End');
  await page.getByRole('link', { name: /Series 10000/ }).waitFor();
});
