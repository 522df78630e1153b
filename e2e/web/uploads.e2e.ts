import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { faultsOf } from '../support/accessibility.ts';
import { generateLibrary, scanLibrary } from '../support/library.ts';
import { phoneSize } from '../support/phone.ts';
import { eventually } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

test.for([
  { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { colorScheme: 'dark', viewport: phoneSize },
] as const)(
  'files are added to a library, one under another name, in $colorScheme',
  async (options, { client, folder, openSignedIn }) => {
    const root = generateLibrary(path.join(folder, 'Comics'), 1);
    const known = path.join(root, 'Series 00001', 'Series 00001 001.cbz');
    const outside = path.join(folder, 'outside');
    mkdirSync(outside);
    const taken = path.join(outside, 'Series 00001 001.cbz');
    copyFileSync(known, taken);
    const page404 = path.join(outside, 'Broken.cbz');
    writeFileSync(page404, '<!doctype html><title>404</title>');
    const empty = path.join(outside, 'Empty.cbz');
    writeFileSync(empty, '');
    const {
      library: { id },
    } = await scanLibrary(client, 'Comics', root);

    const page = await openSignedIn(`/library/${id}?view=folders&folder=Series%2000001`, options);
    await page
      .getByRole('link', { name: /Series 00001 001|Series 00001 #?1/ })
      .first()
      .waitFor();
    const transfer = await page.evaluateHandle(
      ({ bytes, name }) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(bytes)], name));
        return data;
      },
      { bytes: [...readFileSync(taken)], name: path.basename(taken) },
    );
    // The drop target loads after the page.
    await eventually('the drop target', async () => {
      await page.dispatchEvent('body', 'dragenter', { dataTransfer: transfer });
      return (await page.getByText('Drop books to add them').isVisible()) ? true : null;
    });
    await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });

    const dialog = page.getByRole('dialog', { name: 'Add books to Comics' });
    await dialog.getByText('Series 00001 001.cbz').waitFor();
    await expect
      .poll(() => dialog.getByRole('combobox', { name: 'Folder in the library' }).inputValue())
      .toBe('Series 00001');
    await dialog.locator('input[type=file]').setInputFiles([page404, empty]);
    await dialog.getByText('Broken.cbz').waitFor();
    await dialog.getByText('This file is empty').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Leave out Empty.cbz' }).click();
    await dialog.getByRole('button', { name: 'Add 2 files' }).click();

    await dialog.getByText(/This file is a web page/).waitFor();
    await dialog.getByRole('button', { name: 'Leave out Broken.cbz' }).click();
    await dialog.getByRole('button', { name: 'Add as “Series 00001 001 (2).cbz”' }).click();
    await dialog.getByRole('button', { name: 'Add 1 file' }).click();
    await dialog.getByText('All files are in the library.').waitFor();
    expect(existsSync(path.join(root, 'Series 00001', 'Series 00001 001 (2).cbz'))).toBe(true);
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page
      .getByRole('link', { name: /^Series 00001 /, exact: false })
      .nth(1)
      .waitFor();
  },
);
