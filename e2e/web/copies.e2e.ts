import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';

import { findDuplicates, listDuplicates } from '../../shared/api/duplicates.ts';
import { updateProgress } from '../../shared/api/progress.ts';
import { updateSetting } from '../../shared/api/settings.ts';
import { faultsOf } from '../support/accessibility.ts';
import { generateLibrary, scanLibrary } from '../support/library.ts';
import { phoneSize } from '../support/phone.ts';
import { eventually } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

test.for([
  { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { colorScheme: 'dark', viewport: phoneSize },
] as const)(
  'a copy is compared, hidden, moved to the bin and put back in $colorScheme',
  async (options, { client, folder, openSignedIn }) => {
    const root = generateLibrary(path.join(folder, 'Comics'), 2);
    const good = path.join(root, 'Series 00001/Series 00001 001.cbz');
    const copy = path.join(root, 'Copies/Series 00001 001.cbz');
    mkdirSync(path.dirname(copy));
    copyFileSync(good, copy);
    await scanLibrary(client, 'Comics', root);
    await client.call(findDuplicates);
    await eventually('the duplicates', async () => {
      const { total } = await client.call(listDuplicates, {});
      return total === 1 ? total : null;
    });

    const page = await openSignedIn('/duplicates', options);
    await page.getByText('Best copy').waitFor();
    await page.getByText('Library', { exact: true }).first().waitFor();
    const group = page.getByRole('list').filter({ has: page.getByText(copy) });
    await group.getByRole('button', { name: `Copy path of ${copy}` }).waitFor();
    await expect.poll(() => group.getByRole('button', { name: /^Move to bin/ }).count()).toBe(0);
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: `Hide this copy: ${copy}` }).press('Enter');
    await page.getByRole('heading', { name: 'Hidden copies' }).waitFor();
    await page.getByText('No duplicates').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press('Control+z');
    await page.getByText('Best copy').waitFor();

    const key = 'duplicates.move_files';
    await client.call(updateSetting, { params: { key }, body: { value: true } });
    await page.reload();
    await page.getByRole('button', { name: `Move to bin: ${copy}` }).press('Enter');
    await page.getByText('Its file is deleted on').waitFor();
    expect(existsSync(copy)).toBe(false);
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: /^Put back/ }).press('Enter');
    await page.getByText('Best copy').waitFor();
    expect(existsSync(copy)).toBe(true);
  },
);

test('a book with many copies shows some of them, and the others on request', async ({
  folder,
  client,
  openSignedIn,
}) => {
  const root = generateLibrary(path.join(folder, 'Comics'), 1);
  const good = path.join(root, 'Series 00001/Series 00001 001.cbz');
  for (let copy = 2; copy <= 27; copy += 1)
    copyFileSync(good, good.replace('001.cbz', `${copy}.cbz`));
  await scanLibrary(client, 'Comics', root);
  await client.call(findDuplicates);
  const group = await eventually('the duplicates', async () => {
    const { data } = await client.call(listDuplicates, {});
    return data[0] ?? null;
  });
  const begun = group.books.at(-1);
  await client.call(updateProgress, { params: { id: begun?.id ?? '' }, body: { current_page: 1 } });
  const page = await openSignedIn(null);
  // The part of the app that keeps the focus is loaded a moment later.
  const part = page.waitForResponse(/\/dialogs-[^/]+\.js$/);
  await page.goto('/duplicates');
  await (await part).finished();
  await page.getByText('27 copies of the same file').waitFor();
  const copies = page.getByRole('button', { name: /^Copy path of/ });
  await expect.poll(() => copies.count()).toBe(24);
  await expect
    .poll(() => copies.first().getAttribute('aria-label'), { message: 'the best is first' })
    .toBe(`Copy path of ${begun?.path ?? ''}`);
  const more = page.getByRole('button', { name: 'Show 3 more' });
  await more.press('Enter');
  await expect.poll(() => copies.count()).toBe(27);
  await more.waitFor({ state: 'detached' });
  // The focus stays at the group.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('section') !== null))
    .toBe(true);
});
