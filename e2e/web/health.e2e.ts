import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { createLibrary, listLibraries } from '../../shared/api/libraries.ts';
import { writeCbz } from '../../server/testing/zip.ts';
import { faultsOf } from '../support/accessibility.ts';
import { scanLibrary } from '../support/library.ts';
import { asOwner } from '../support/server.ts';
import { expect, test } from '../support/test.ts';
import { signIn } from '../support/page-steps.ts';

test('a broken file is reported, ignored and shown again, and gone once it was repaired', async ({
  folder,
  client,
  openSignedIn,
}) => {
  const comics = path.join(folder, 'Comics');
  writeCbz(path.join(comics, 'Harbour/Harbour 1.cbz'), 2);
  const broken = path.join(comics, 'Harbour/Harbour 2.cbz');
  writeFileSync(broken, 'no archive');
  // An old timestamp, because scans defer files that may still be written.
  utimesSync(broken, new Date(0), new Date(0));
  writeCbz(path.join(comics, 'Copy/Harbour again.cbz'), 2);
  writeFileSync(path.join(comics, 'Harbour/Harbour 3.djvu'), 'a document');
  const { library } = await scanLibrary(client, 'Comics', comics);

  const page = await openSignedIn(`/library/${library.id}?view=books`, { reducedMotion: 'reduce' });
  // Its card offers its menu, but not to read it.
  const read = page.getByRole('button', { name: 'Read', exact: true });
  await page.getByRole('link', { name: 'Harbour 1' }).hover();
  await read.waitFor();
  await page.getByRole('link', { name: 'Harbour 2' }).hover();
  await page.getByRole('button', { name: 'Actions for this title' }).waitFor();
  await expect.poll(() => read.count()).toBe(0);

  await page.getByRole('link', { name: /^Health/ }).click();
  await page.getByRole('button', { name: /Broken/ }).click();
  const list = page.getByRole('list', { name: 'Problems' });
  await list.getByText('Harbour/Harbour 2.cbz').waitFor();
  expect(await faultsOf(page)).toEqual([]);

  await list.getByRole('button', { name: 'Ignore: Harbour 2' }).click();
  await page.getByText('No problems of this type').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await list.getByText('Harbour/Harbour 2.cbz').waitFor();

  writeCbz(broken, 3);
  await list.getByRole('button', { name: 'Try again: Harbour 2' }).click();
  await page.getByText('No problems of this type').waitFor();

  // The address of a kind of hint shows it among the hints.
  await page.goto('/health?kind=gap');
  const hints = page
    .getByRole('navigation', { name: 'Severity' })
    .getByRole('link', { name: /^Hints/ });
  await expect.poll(() => hints.getAttribute('aria-current')).toBe('page');
  await page.getByRole('button', { name: /Gap/i, pressed: true }).waitFor();

  await page.getByRole('button', { name: 'Unsupported files (1)' }).click();
  const dialog = page.getByRole('dialog', { name: 'Unsupported files' });
  await dialog.getByText('Harbour/Harbour 3.djvu').waitFor();
  await dialog.getByText('Convert the document to PDF').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: /^Duplicates/ }).click();
  await page.getByRole('heading', { name: 'Duplicates', level: 1 }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.goto('/trash');
  await page.getByText('The trash is empty').waitFor();
  expect(await faultsOf(page)).toEqual([]);
});

test('a backup is written, and restores its state after a change', async ({
  folder,
  client,
  server,
  openSignedIn,
}) => {
  const page = await openSignedIn('/settings/backups', { reducedMotion: 'reduce' });
  await page.getByText('No backups yet').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Back up now' }).click();
  const restore = page.getByRole('button', { name: /^Restore the backup/ });
  await restore.waitFor();

  mkdirSync(path.join(folder, 'Later'));
  await client.call(createLibrary, { body: { name: 'Later', path: path.join(folder, 'Later') } });
  await restore.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/^Octavo restarts/).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Restore' }).click();

  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await signIn(page);
  await page.getByText('Before a restore').waitFor();
  expect((await (await asOwner(server)).call(listLibraries)).data).toEqual([]);
  expect(await faultsOf(page)).toEqual([]);
});

test('the buttons of Health show no number before it is known', async ({ openSignedIn }) => {
  const page = await openSignedIn(null);
  const held: (() => void)[] = [];
  await page.route(/\/health-issues\/(counts|unsupported-files)/, async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  await page.goto('/health');
  const duplicates = page.getByRole('link', { name: /^Duplicates/ });
  const unsupported = page.getByRole('button', { name: /^Unsupported files/ });
  await expect.poll(() => duplicates.innerText()).toBe('Duplicates (…)');
  await expect.poll(() => unsupported.innerText()).toBe('Unsupported files (…)');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  for (const release of held) release();
  await expect.poll(() => duplicates.innerText()).toBe('Duplicates (0)');
  await expect.poll(() => unsupported.innerText()).toBe('Unsupported files (0)');
});
