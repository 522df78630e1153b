import path from 'node:path';

import { createLibrary } from '../../shared/api/libraries.ts';
import { getScanStatus } from '../../shared/api/scans.ts';
import { faultsOf } from '../support/accessibility.ts';
import { generateLibrary } from '../support/library.ts';
import { expect, test } from '../support/test.ts';

test('a scan is paused from its banner, and resumed from the list of running tasks', async ({
  folder,
  client,
  openSignedIn,
}) => {
  const page = await openSignedIn('/activity', { reducedMotion: 'reduce' });
  const body = { name: 'Shelf', path: generateLibrary(path.join(folder, 'Shelf'), 2000) };
  const { id } = await client.call(createLibrary, { body: { ...body, scan_immediately: true } });
  const status = () => client.call(getScanStatus, { params: { id } });

  const now = page.getByRole('main');
  await now.getByRole('button', { name: 'Pause scan of Shelf' }).click();
  await now.getByText('Paused ·').waitFor();
  const held = await status();
  expect(held).toMatchObject({ status: 'running', paused: true });
  expect(await faultsOf(page)).toEqual([]);

  // One that waits for it has made no progress.
  const next = { name: 'Next', path: generateLibrary(path.join(folder, 'Next'), 1) };
  const queued = await client.call(createLibrary, { body: { ...next, scan_immediately: true } });
  const bar = now.getByRole('progressbar', { name: 'Scan of Next' }).locator('span');
  await expect.poll(() => bar.getAttribute('style')).toBe('transform: scaleX(0);');
  await now.getByRole('button', { name: 'Cancel scan of Next' }).click();
  await expect
    .poll(() => client.call(getScanStatus, { params: { id: queued.id } }))
    .toMatchObject({ status: 'cancelled' });

  await page.getByRole('button', { name: /^Activity, 1 scan running/ }).click();
  const panel = page.getByRole('dialog');
  await panel.getByRole('button', { name: 'Resume scan of Shelf' }).click();
  await expect
    .poll(async () => (await status()).files_processed, { timeout: 20_000 })
    .toBeGreaterThan(held.files_processed);
  await panel.getByRole('button', { name: 'Cancel scan of Shelf' }).click();
  await panel.getByText('Cancelled').waitFor();
  await expect.poll(status).toMatchObject({ status: 'cancelled', paused: false });
});
