import path from 'node:path';

import { getLibrary, listLibraries } from '../../shared/api/libraries.ts';
import { writeCbz } from '../../server/testing/zip.ts';
import { faultsOf } from '../support/accessibility.ts';
import { generateLibrary, scanGenerated } from '../support/library.ts';
import { phoneSize } from '../support/phone.ts';
import { expect, test } from '../support/test.ts';

test('a library that is added in the app shows new files without a scan', async ({
  folder,
  client,
  openSignedIn,
}) => {
  const books = generateLibrary(path.join(folder, 'Comics'), 1);
  const page = await openSignedIn('/settings/libraries');
  await page.getByRole('button', { name: 'Add a folder' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Folder', { exact: true }).fill(books);
  await dialog.getByLabel('Name').fill('Comics');
  await expect
    .poll(() => dialog.getByLabel('New files appear automatically').isChecked())
    .toBe(true);
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Add and scan' }).click();
  await dialog.waitFor({ state: 'detached' });
  const row = page.getByRole('link', { name: 'Comics' });
  await row.getByText('1 book').waitFor();
  const [library] = (await client.call(listLibraries, {})).data;
  expect(library).toMatchObject({
    watch: true,
    scanning_config: { enabled: true, cron_schedule: '0 2 * * *' },
  });

  writeCbz(path.join(books, 'Saga/Saga 01.cbz'), 2);
  await row.getByText('2 books').waitFor();
});

test('a library without automatic scans is marked, and one press turns them on, with undo', async ({
  folder,
  client,
  openSignedIn,
}) => {
  const { library } = await scanGenerated(client, folder, 'Comics', 1);
  const current = () => client.call(getLibrary, { params: { id: library.id } });
  const page = await openSignedIn('/settings/schedules', { viewport: phoneSize });
  const row = page.getByRole('listitem').filter({ hasText: 'Comics' });
  await row.getByText('Only when somebody starts a scan').waitFor();
  await page.getByText('New files of one library do not appear automatically').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Turn on' }).press('Enter');
  await row.getByText('As soon as files change').waitFor();
  await expect.poll(async () => (await current()).watch).toBe(true);
  await page.keyboard.press('Control+z');
  await row.getByText('Only when somebody starts a scan').waitFor();
  await expect.poll(current).toMatchObject({
    watch: false,
    scanning_config: library.scanning_config,
  });

  const automatic = row.getByLabel('New files appear automatically');
  await automatic.press('Space');
  await row.getByText('As soon as files change').waitFor();
  await row.getByText('More').press('Enter');
  await row.getByLabel('Watch for changed files').press('Space');
  await expect.poll(async () => (await current()).watch).toBe(false);
  await row.getByText('Every day at 02:00').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  // The choice is kept while automatic scans are off.
  await automatic.press('Space');
  await row.getByText('Only when somebody starts a scan').waitFor();
  await automatic.press('Space');
  await expect.poll(current).toMatchObject({
    watch: false,
    scanning_config: { enabled: true, cron_schedule: '0 2 * * *' },
  });
});
