import path from 'node:path';

import { listLibraries } from '../../shared/api/libraries.ts';
import { faultsOf } from '../support/accessibility.ts';
import { copyFixtures } from '../support/library.ts';
import { expect, test } from '../support/test.ts';

test('an import shows a report whose lines can be changed, and its undo leaves nothing', async ({
  folder,
  client,
  openSignedIn,
}) => {
  const source = copyFixtures('servers/calibre', path.join(folder, 'calibre'));
  const page = await openSignedIn('/settings/import');
  await page.getByText('metadata.db in the calibre library').click();
  await page.getByLabel("File or folder on the server's computer").fill(source);
  expect(await faultsOf(page, 'new import')).toEqual([]);
  await page.getByRole('button', { name: 'Read', exact: true }).click();

  // The library is where calibre has it, so that its folder is chosen already.
  await page.getByText('Ready to import').waitFor();
  const report = page.getByRole('region', { name: 'Report' });
  const line = (text: string | RegExp) => report.getByRole('listitem').filter({ hasText: text });
  await line('Libraries · New · by its path').waitFor();
  await page.getByText('Books of new libraries are looked for after their first scan').waitFor();
  expect(await faultsOf(page, 'report')).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await faultsOf(page, 'report, dark')).toEqual([]);

  // The reader is a person here, and one book is left out.
  const reader = line('People · New');
  await reader.getByRole('combobox', { name: 'Person here' }).click();
  await page.getByRole('option', { name: 'ada' }).click();
  await line('People · Matched').waitFor();
  const whale = line(/^Moby-Dick.*\.pdf/);
  await whale.getByRole('button', { name: 'Leave out' }).click();
  await whale.getByText('Left out').waitFor();

  const counts = page.getByRole('table');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByText(/^calibre · .* · Imported$/).waitFor();
  await line('Libraries · Matched').waitFor();
  await line(/The Adventures of Sherlock Holmes.*Books · Matched/).waitFor();
  await counts.getByRole('row', { name: /^Reading progress/ }).waitFor();
  await expect
    .poll(async () => (await client.call(listLibraries, {})).data.map((found) => found.path))
    .toEqual([source]);

  // Another book can be chosen for a line, and none.
  const theft = line(/^The Incomplete Theft/);
  await theft.getByRole('button', { name: 'Choose book' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose book' });
  await dialog.getByRole('button', { name: /The Incomplete Theft/ }).waitFor();
  expect(await faultsOf(page, 'choose a book, dark')).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await faultsOf(page, 'choose a book')).toEqual([]);
  await dialog.getByRole('searchbox', { name: 'Search your libraries' }).fill('Hefty');
  await dialog.getByRole('button', { name: /Hefty Water/ }).click();
  await theft.getByText('Matched · chosen by you').waitFor();
  await theft.getByText('Here: Hefty Water').waitFor();
  await theft.getByRole('button', { name: 'Choose book' }).click();
  await dialog.getByRole('button', { name: 'It is not here' }).click();
  await theft.getByText('Not found · chosen by you').waitFor();

  // Only a question deletes the report with which the import can be undone.
  await page.getByRole('button', { name: 'Delete the report' }).click();
  const question = page.getByRole('dialog', { name: 'Delete this report?' });
  expect(await faultsOf(page, 'delete the report')).toEqual([]);
  await question.getByRole('button', { name: 'Cancel' }).click();

  // An import that was interrupted can be undone as well.
  await page.route('**/api/v1/imports/*', async (route) => {
    const response = await route.fetch();
    const given = (await response.json()) as object;
    await route.fulfill({ response, json: { ...given, status: 'failed', imported_at: null } });
  });
  await page.reload();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByText(/^calibre · .* · Failed$/).waitFor();
  await page
    .getByRole('button', { name: 'Undo the import' })
    .and(page.locator(':enabled'))
    .waitFor();
  await page.unrouteAll();

  await page.getByRole('button', { name: 'Undo the import' }).click();
  await page.getByText('· Undone').waitFor();
  await expect.poll(async () => (await client.call(listLibraries, {})).data).toEqual([]);
});
