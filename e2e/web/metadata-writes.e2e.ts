import { readFileSync } from 'node:fs';
import path from 'node:path';

import { updateBook } from '../../shared/api/edits.ts';
import { listBooks } from '../../shared/api/books.ts';
import { faultsOf } from '../support/accessibility.ts';
import { generateLibrary, scanLibrary } from '../support/library.ts';
import { phoneSize } from '../support/phone.ts';
import { expect, test } from '../support/test.ts';

test.for([
  { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { colorScheme: 'dark', viewport: phoneSize },
] as const)(
  'edits are previewed, written into files and undone, in $colorScheme',
  async (options, { client, folder, openSignedIn }) => {
    const root = generateLibrary(path.join(folder, 'Comics'), 1);
    const {
      library: { id },
    } = await scanLibrary(client, 'Comics', root);
    const [book] = (await client.call(listBooks, {})).data;
    if (!book) throw new Error('There is no book');
    await client.call(updateBook, { params: { id: book.id }, body: { title: 'A better title' } });
    const before = readFileSync(book.path);

    const page = await openSignedIn(`/library/${id}/write-metadata`, options);
    await page.getByText('Octavo leaves your files as they are').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Allow writing to files' }).click();
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText(/^Title: .* → A better title$/).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    expect(readFileSync(book.path).equals(before)).toBe(true);

    await page.getByRole('button', { name: 'Write 1 file' }).click();
    const dialog = page.getByRole('dialog', { name: 'Write 1 file?' });
    await dialog.getByText(/You can undo this until/).waitFor();
    await dialog.getByRole('button', { name: 'Write 1 file' }).click();
    await page.getByRole('button', { name: 'Undo the change of A better title' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    expect(readFileSync(book.path).toString('latin1')).toContain('<Title>A better title</Title>');

    await page.getByRole('button', { name: 'Undo the change of A better title' }).click();
    await page.getByText('Undone', { exact: true }).waitFor();
    expect(readFileSync(book.path).equals(before)).toBe(true);
  },
);
