import path from 'node:path';

import { startScan } from '../../shared/api/scans.ts';
import { startReceiver } from '../../server/testing/receiver.ts';
import { writeCbz } from '../../server/testing/zip.ts';
import { faultsOf } from '../support/accessibility.ts';
import { scanLibrary } from '../support/library.ts';
import { expect, test } from '../support/test.ts';

test('a person follows a series and is notified elsewhere when it gets a book', async ({
  client,
  server,
  folder,
  openSignedIn,
}) => {
  const receiver = await startReceiver();
  const shelf = path.join(folder, 'Shelf');
  writeCbz(path.join(shelf, 'Saga', 'Saga 001.cbz'), 4);
  const { library } = await scanLibrary(client, 'Shelf', shelf);

  const page = await openSignedIn('/settings/notifications');
  await page.getByText('No destinations yet').waitFor();
  const dialog = page.getByRole('dialog');
  const add = async () => {
    await page.getByRole('button', { name: 'Add a destination' }).click();
    await dialog.getByLabel('Name').fill('Hallway');
    await dialog.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: 'Webhook' }).click();
    await dialog.getByLabel('Address').fill(`${receiver.url}/hook`);
    await dialog.getByLabel('Token', { exact: true }).fill('t0ken');
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  };
  await add();
  await dialog
    .getByText(/notifications\.allow_private_addresses/)
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
  await page.getByLabel('Destinations on the home network', { exact: true }).press('Space');
  await page.getByText('“Destinations on the home network” saved').waitFor();
  await add();
  await page.getByText(`Webhook · ${receiver.url}`).waitFor();

  const test = page.getByRole('button', { name: 'Send a test message to Hallway' });
  await expect
    .poll(
      async () => {
        await test.click();
        return receiver.received[0]?.body['title'];
      },
      { timeout: 15_000, interval: 1000 },
    )
    .toBe('Test message from Octavo');
  await page.getByText('last sent').waitFor();
  expect(await faultsOf(page)).toEqual([]);

  await page.goto(`${server.url}/library/${library.id}`);
  await page.getByRole('main').getByRole('link', { name: 'Saga' }).first().click();
  const follow = page.getByRole('button', { name: 'Follow', exact: true });
  await follow.click();
  await expect.poll(() => follow.getAttribute('aria-pressed')).toBe('true');
  writeCbz(path.join(shelf, 'Saga', 'Saga 002.cbz'), 4);
  await client.call(startScan, { params: { id: library.id } });
  await expect
    .poll(() => receiver.received.at(-1)?.body['title'], { timeout: 90_000 })
    .toBe('Saga: 1 new book');
  expect(receiver.received.at(-1)?.headers.authorization).toBe('Bearer t0ken');
  await receiver.close();
});
