import path from 'node:path';

import { listBooks } from '../../shared/api/books.ts';
import { listSeries } from '../../shared/api/series.ts';
import { listVolumes } from '../../shared/api/volumes.ts';
import type { Client } from '../../shared/client.ts';
import { writeCbz } from '../../server/testing/zip.ts';
import { faultsOf } from '../support/accessibility.ts';
import { scanLibrary } from '../support/library.ts';
import { phoneSize } from '../support/phone.ts';
import { expect, test } from '../support/test.ts';

const two = (number: number) => String(number).padStart(2, '0');

/** Writes volumes of chapters that run through the series, and loose chapters behind them. */
const writeVolumes = (folder: string, volumes: number, chapters: number): void => {
  for (let index = 0; index < volumes * chapters; index += 1) {
    const volume = `Vol ${two(Math.floor(index / chapters) + 1)}`;
    writeCbz(path.join(folder, 'Saga', volume, `Ch ${String(index + 1).padStart(4, '0')}.cbz`), 2);
  }
  for (const index of [1, 3]) {
    const chapter = String(volumes * chapters + index).padStart(4, '0');
    writeCbz(path.join(folder, 'Saga', `Ch ${chapter}.cbz`), 2);
  }
};

const saga = async (client: Client) => {
  const { data } = await client.call(listSeries);
  const id = data[0]?.id ?? '';
  const counts = async () =>
    (await client.call(listVolumes, { params: { id } })).data.map(({ book_count }) => book_count);
  return { id, counts };
};

test('volumes are folded, read, filled by drag and by menu, and changed', async ({
  client,
  folder,
  openSignedIn,
}) => {
  writeVolumes(`${folder}/Comics`, 3, 4);
  await scanLibrary(client, 'Comics', `${folder}/Comics`);
  const { id, counts } = await saga(client);
  await expect.poll(counts).toEqual([4, 4, 4]);
  // High enough for what is dragged and where it goes.
  const page = await openSignedIn(`/series/${id}`, { viewport: { width: 1280, height: 1300 } });

  const head = (name: string) => page.getByRole('button', { name: new RegExp(`^${name} `) });
  const first = head('Volume 1');
  await first.waitFor();
  await expect.poll(() => first.getAttribute('aria-expanded')).toBe('true');
  await expect.poll(() => head('Volume 2').getAttribute('aria-expanded')).toBe('false');
  await page.getByRole('heading', { name: 'Chapters without a volume' }).waitFor();
  await page.getByText('Ch 14 missing').waitFor();
  expect(await faultsOf(page)).toEqual([]);

  // By keyboard: to the books and the next volume, which is unfolded; folds outlast a reload.
  await first.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => head('Volume 2').getAttribute('aria-expanded')).toBe('true');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => head('Volume 2').getAttribute('aria-expanded')).toBe('false');
  await page.getByRole('button', { name: 'Collapse all', exact: true }).click();
  await expect.poll(() => first.getAttribute('aria-expanded')).toBe('false');
  await page.reload();
  await expect.poll(() => first.getAttribute('aria-expanded')).toBe('false');

  // By pointer onto a volume.
  const loose = page.getByRole('list', { name: 'Chapters without a volume' });
  const card = await loose.getByRole('listitem').first().boundingBox();
  const target = await head('Volume 3').boundingBox();
  if (!card || !target) throw new Error('Nothing to drag, or nowhere to');
  await page.mouse.move(card.x + 40, card.y + 40);
  await page.mouse.down();
  await page.mouse.move(target.x + 90, target.y + 20, { steps: 8 });
  await page.mouse.up();
  await expect.poll(counts).toEqual([4, 4, 5]);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(counts).toEqual([4, 4, 4]);

  // By the menu of a card, into a new volume.
  const { data: books } = await client.call(listBooks, { query: { sort: 'number,desc' } });
  await loose.locator(`a[href$="${books[0]?.id ?? ''}"]`).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Move to volume…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Volume' }).click();
  await page.getByRole('option', { name: 'New volume' }).click();
  await dialog.getByLabel('Title').fill('The end');
  expect(await faultsOf(page)).toEqual([]);
  // A refused number stays in the dialog.
  await dialog.getByLabel('Number').fill('1');
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await dialog.getByText('The series has a volume 1 already.').waitFor();
  await dialog.getByLabel('Number').fill('4');
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await head('Volume 4: The end').waitFor();
  await expect.poll(counts).toEqual([4, 4, 4, 1]);

  // A volume is marked read, renamed and dissolved.
  await page.getByRole('button', { name: 'Actions for Volume 1', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Mark as read' }).click();
  await page.getByRole('img', { name: 'Read', exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Actions for Volume 2', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Edit volume…' }).click();
  await dialog.getByLabel('Title').fill('The fall');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await head('Volume 2: The fall').waitFor();
  await page.getByRole('button', { name: 'Actions for Volume 3', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Dissolve volume' }).click();
  await expect.poll(counts).toEqual([4, 4, 1]);
  expect(await faultsOf(page)).toEqual([]);
});

test('a series of a hundred volumes renders what is in view, on a phone as well', async ({
  client,
  folder,
  openSignedIn,
}) => {
  writeVolumes(`${folder}/Comics`, 100, 3);
  await scanLibrary(client, 'Comics', `${folder}/Comics`);
  const { id } = await saga(client);
  const page = await openSignedIn(`/series/${id}`, { viewport: phoneSize });
  await page.getByRole('button', { name: 'Expand all', exact: true }).click();
  const heads = page.getByRole('button', { name: /^Volume \d+ / });
  await heads.first().waitFor();
  await expect.poll(() => heads.count()).toBeLessThan(20);
  const loose = page.getByRole('heading', { name: 'Chapters without a volume' });
  // Again, because the rows of chapters that arrive make the list longer.
  const isAtTheEnd = async () => {
    await heads.first().focus();
    await page.keyboard.press('End');
    return loose.isVisible();
  };
  await expect.poll(isAtTheEnd).toBe(true);
  await expect.poll(() => heads.count()).toBeLessThan(20);
  expect(await faultsOf(page)).toEqual([]);
});
