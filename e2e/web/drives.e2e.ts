import { faultsOf } from '../support/accessibility.ts';
import { expect, test } from '../support/test.ts';

test('the data moves to a folder that is picked by its drive, and the old copy is deleted', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn('/settings/advanced');
  await page.getByRole('button', { name: 'Move…' }).click();
  await page.getByRole('button', { name: 'Choose folder' }).click();
  const picker = page.getByRole('dialog', { name: 'Choose a folder' });
  await picker.getByRole('list', { name: 'Drives' }).getByRole('button').first().waitFor();
  await picker.getByRole('button', { name: 'data' }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await picker.getByRole('button', { name: 'Choose this folder' }).click();

  const dialog = page.getByRole('dialog', { name: 'Move the data' });
  const folder = dialog.getByLabel('New folder');
  await expect.poll(() => folder.inputValue()).toMatch(/\/Octavo$/);
  const target = await folder.inputValue();
  expect(await faultsOf(page)).toEqual([]);
  await folder.fill(`${target.replace('Octavo', 'data')}/in`);
  await dialog.getByRole('button', { name: 'Start copying' }).click();
  await dialog.getByText('The new folder is, contains or is inside the current one').waitFor();
  await folder.fill(target);
  await dialog.getByRole('button', { name: 'Start copying' }).click();

  // Copying and restarting take longer beside another browser.
  await page.getByText('Everything is copied').waitFor({ timeout: 60_000 });
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Restart now' }).click();
  await page.getByText('The data has moved').waitFor({ timeout: 60_000 });
  await page.getByText(target, { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Delete old copy' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('The data has moved').waitFor({ state: 'detached' });
});
