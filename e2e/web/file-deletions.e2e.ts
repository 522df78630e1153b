import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';

import { updateSettings } from '../../shared/api/settings.ts';
import { listBooks } from '../../shared/api/books.ts';
import { faultsOf } from '../support/accessibility.ts';
import { generateLibrary, scanLibrary } from '../support/library.ts';
import { expect, test } from '../support/test.ts';

test('a book is deleted with its file and restored, and the dialog names the target folder', async ({
  folder,
  client,
  openSignedIn,
}) => {
  const root = generateLibrary(path.join(folder, 'Comics'), 2);
  const { library } = await scanLibrary(client, 'Comics', root);
  const [book] = (await client.call(listBooks, {})).data;
  if (!book) throw new Error('There is no book');
  const page = await openSignedIn(`/library/${library.id}?view=books`);
  const card = page.getByRole('link', { name: new RegExp(`^${book.title}`) });
  const ask = async () => {
    await card.click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Delete with files…' }).click();
  };

  await ask();
  const off = page.getByRole('dialog', { name: 'Deleting files is turned off' });
  await off.getByRole('link', { name: 'Open the settings' }).waitFor();
  await page.keyboard.press('Escape');

  const former = path.join(folder, 'Former');
  mkdirSync(former);
  const dialog = page.getByRole('dialog', { name: 'Delete 1 book with its file?' });
  for (const [values, sentence] of [
    [
      { 'library.delete_files': true, 'desktop.system_bin': true },
      'moves to the bin of the system',
    ],
    [{ 'library.bin_folder': former }, `moves to ${former}`],
    [{ 'library.bin_folder': '', 'desktop.system_bin': false }, 'moves to the folder .octavo-bin'],
  ] as const) {
    const updates = Object.entries<string | boolean>(values).map(([key, value]) => ({
      key,
      value,
    }));
    await client.call(updateSettings, { body: { updates } });
    await page.reload();
    await ask();
    await dialog.getByText(sentence).waitFor();
    if (sentence.endsWith('bin')) expect(await faultsOf(page, sentence)).toEqual([]);
    else await page.keyboard.press('Escape');
  }

  await dialog.getByRole('button', { name: 'Delete 1 book' }).click();
  await card.waitFor({ state: 'detached' });
  await expect.poll(() => existsSync(book.path)).toBe(false);
  await page.getByRole('button', { name: 'Undo' }).click();
  await card.waitFor();
  await expect.poll(() => existsSync(book.path)).toBe(true);
});
