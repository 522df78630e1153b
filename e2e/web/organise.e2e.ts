import { renameSync } from 'node:fs';
import path from 'node:path';

import { listBooks } from '../../shared/api/books.ts';
import { getScanStatus, startScan } from '../../shared/api/scans.ts';
import { listSeries } from '../../shared/api/series.ts';
import { faultsOf } from '../support/accessibility.ts';
import { copyFixtures, scanLibrary } from '../support/library.ts';
import { eventually } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

test('series are merged, split and regrouped, and the changes of a scan are shown and undone', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const comics = copyFixtures('library/Comics', path.join(folder, 'Comics'));
  const { library } = await scanLibrary(client, 'Comics', comics);
  const names = async () =>
    (await client.call(listSeries, { query: { pageSize: 500 } })).data.map(({ name }) => name);
  const before = await names();
  const [first = '', second = ''] = before;
  const page = await openSignedIn(null, {
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  const faults: string[] = [];
  const look = async (screen: string) => faults.push(...(await faultsOf(page, screen)));

  // Merge two series without dragging.
  await page.goto(`/library/${library.id}/organise`);
  const series = page.getByRole('region', { name: 'Series' });
  await series.getByRole('checkbox', { name: `Select ${second}`, exact: true }).check();
  await series.getByRole('button', { name: 'Merge into…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: new RegExp(`^${first}`) }).click();
  const pending = page.getByRole('complementary', { name: 'Changes' });
  await pending.getByText('removed').waitFor();
  await look('pending');
  await pending.getByRole('button', { name: 'Apply' }).click();
  await eventually('the merge', async () => !(await names()).includes(second) || null);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await eventually('the undo', async () => (await names()).includes(second) || null);
  await expect.poll(names).toEqual(before);

  // Split a book out into a new series.
  await page.reload();
  await series.getByRole('button', { name: `Show the books of ${first}` }).click();
  const pane = page.getByRole('region', { name: 'Books' });
  const book = await pane.getByRole('listitem').first().boundingBox();
  const target = await series.getByRole('listitem').filter({ hasText: second }).boundingBox();
  if (!book || !target) throw new Error('Nothing to drag, or nowhere to');
  await page.mouse.move(book.x + 200, book.y + 20);
  await page.mouse.down();
  await page.mouse.move(target.x + 200, target.y + 20, { steps: 8 });
  await page.mouse.up();
  await pending.getByText(`Move 1 book to ${second}`).waitFor();
  await pending.getByRole('button', { name: 'Discard' }).click();
  await pane.getByRole('listitem').first().getByRole('checkbox').check();
  await pane.getByRole('button', { name: 'Move to…' }).click();
  await dialog.getByLabel('Name of the new series').fill('Split out');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await pending.getByRole('button', { name: 'Apply' }).click();
  await eventually('the split', async () => (await names()).includes('Split out') || null);

  // Preview another grouping before applying it.
  await page.goto(`/library/${library.id}`);
  await page.getByRole('main').getByRole('button', { name: 'Actions for Comics' }).click();
  await page.getByRole('menuitem', { name: 'Edit library' }).click();
  await dialog.getByRole('button', { name: 'Change grouping…' }).click();
  await dialog.getByRole('combobox', { name: 'Grouping into series' }).click();
  await page.getByRole('option', { name: 'By file name' }).click();
  await dialog
    .getByRole('button', { name: 'Use this grouping' })
    .and(page.locator(':enabled'))
    .waitFor();
  await look('regroup');
  await dialog.getByRole('button', { name: 'Use this grouping' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(names).toContain('Split out');

  // A moved file: the report shows it, and the wrong match is separated.
  const { data: books } = await client.call(listBooks, { query: { pageSize: 500 } });
  const moved = books.find(({ format }) => format === 'cbz');
  if (!moved) throw new Error('The library lacks a comic to move');
  renameSync(moved.path, path.join(comics, 'Moved away.cbz'));
  const params = { id: library.id };
  await client.call(startScan, { params });
  await eventually('the scan', async () => {
    const { status } = await client.call(getScanStatus, { params });
    return status === 'completed' || null;
  });
  await page.goto('/activity/reports');
  await page.getByRole('list', { name: 'Scans' }).getByRole('link').first().click();
  await page.getByRole('link', { name: 'Moved 1' }).click();
  await look('report');
  await page.getByRole('button', { name: /^Not the same book/ }).click();
  await page.getByText('Separated; the progress stays with the old book').waitFor();
  expect(faults).toEqual([]);
});
