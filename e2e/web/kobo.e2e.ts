import path from 'node:path';

import { listBooks } from '../../shared/api/books.ts';
import { listDevices } from '../../shared/api/devices.ts';
import { createReadList } from '../../shared/api/read-lists.ts';
import { createKoboReader } from '../../server/testing/kobo-reader.ts';
import { contrastFaultsOf, faultsOf } from '../support/accessibility.ts';
import { copyFixtures, scanLibrary } from '../support/library.ts';
import { phoneSize } from '../support/phone.ts';
import { expect, test } from '../support/test.ts';

test('a Kobo is connected by a line for its configuration, gets what is chosen, and books again that were deleted on it', async ({
  client,
  server,
  folder,
  openSignedIn,
}) => {
  const library = path.join(folder, 'Books');
  await scanLibrary(client, 'Books', copyFixtures('library/Books/Ralph Burke', library));
  const { data: books } = await client.call(listBooks);
  const [book] = books;
  await client.call(createReadList, { body: { name: 'Holidays', book_ids: [book?.id ?? ''] } });

  const page = await openSignedIn('/settings/devices', { viewport: phoneSize });
  await page.getByRole('button', { name: 'Connect a Kobo' }).click();
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByLabel('Name of the device').fill('Libra');
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Continue' }).click();
  const line = page.getByText(/^api_endpoint=/);
  await line.waitFor();
  await page.getByRole('button', { name: 'Copy the line' }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await contrastFaultsOf(page, 'the line in the dark')).toEqual([]);
  const [, url = ''] = ((await line.textContent()) ?? '').split('=');

  await page.getByRole('button', { name: 'Choose what is sent' }).click();
  await page.getByText('It has not synced yet.').waitFor();
  await page
    .getByRole('group', { name: 'Reading lists' })
    .getByRole('checkbox', { name: 'Holidays' })
    .check();
  expect(await faultsOf(page)).toEqual([]);
  expect(await contrastFaultsOf(page, 'the choice in the dark')).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('list', { name: 'Paired devices' }).getByText('not seen yet').waitFor();

  // The device reaches the test's own address of the server.
  const kobo = createKoboReader(`${server.url}${new URL(url).pathname}`);
  await kobo.start();
  await kobo.sync();
  expect(kobo.titles()).toEqual([book?.title]);
  expect([...kobo.tags.values()].map(({ Name }) => Name)).toEqual(['Holidays']);
  await kobo.remove(kobo.book(book?.title ?? ''));

  await page.reload();
  await page.getByRole('button', { name: 'What Libra gets' }).click();
  await page.getByText('Deleted on the device:').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: `Send ${book?.title} again` }).click();
  await page.getByText('They are sent with the next sync.').waitFor();
  await kobo.sync();
  expect(kobo.titles()).toEqual([book?.title]);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Revoke Libra' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('No paired devices yet').waitFor();
  expect((await kobo.call(`${kobo.endpoint}/v1/library/sync`)).status).toBe(401);
  expect((await client.call(listDevices)).total).toBe(0);
});
