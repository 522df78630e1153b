import { cpSync } from 'node:fs';
import path from 'node:path';

import { listBooks } from '../../shared/api/books.ts';
import { scanLibrary } from '../support/library.ts';
import { root } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

const names = ['ledger.azw3', 'ledger-both.mobi', 'ledger.fb2'];

test('Kindle books and FictionBooks are read like EPUBs, also without the server', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const library = path.join(folder, 'Texts');
  for (const name of names) {
    cpSync(path.join(root, 'server/testing/ebooks', name), path.join(library, name), {
      preserveTimestamps: true,
    });
  }
  await scanLibrary(client, 'Texts', library);
  const { data: books } = await client.call(listBooks, {});
  expect(books.map(({ filename }) => filename).sort()).toEqual(names.sort());

  const page = await openSignedIn('/downloads', { serviceWorkers: 'allow' });
  const text = page.frameLocator('iframe').getByText('The lamp at Grey Point burned oil');
  for (const { id } of books) {
    await page.goto(`/read/${id}`);
    await text.first().waitFor();
  }

  const [book] = books;
  await page.goto(`/book/${book?.id ?? ''}`);
  await page.getByRole('button', { name: 'Download to this device' }).click();
  await page.getByRole('button', { name: 'Remove from this device' }).waitFor();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.context().setOffline(true);
  await page.goto(`/read/${book?.id ?? ''}`);
  await text.first().waitFor();
  await page.context().setOffline(false);
});
