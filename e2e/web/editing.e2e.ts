import sharp from 'sharp';

import { listBooks } from '../../shared/api/books.ts';
import { updateSeries } from '../../shared/api/edits.ts';
import { getSeries, listSeries } from '../../shared/api/series.ts';
import { faultsOf } from '../support/accessibility.ts';
import { scanGenerated } from '../support/library.ts';
import { expect, test } from '../support/test.ts';

test('a series is corrected by keyboard, undone, given a cover, and many are changed at once', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const { library } = await scanGenerated(client, folder, 'Comics', 3);
  const { data: all } = await client.call(listSeries);
  const id = all[0]?.id ?? '';
  const series = () => client.call(getSeries, { params: { id } });

  const page = await openSignedIn(`/series/${id}`);
  await page.getByRole('heading', { level: 1, name: 'Series 00001' }).waitFor();
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog', { name: 'Edit series' });
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('The Zoo');
  const lock = dialog.getByRole('button', { name: 'Lock Name' });
  await expect.poll(() => lock.getAttribute('aria-pressed')).toBe('true');
  const faults = await faultsOf(page, 'editor');

  // Closing by accident does not discard changes.
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await dialog.getByRole('tab', { name: 'Links' }).click();
  await dialog.getByRole('button', { name: 'Add a link' }).click();
  await dialog.getByRole('textbox', { name: 'Address, line 1' }).fill('javascript:alert(1)');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('begins with http or https').waitFor();
  await dialog.getByRole('textbox', { name: 'Address, line 1' }).fill('https://example.com/zoo');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 1, name: 'The Zoo' }).waitFor();
  await expect.poll(series).toMatchObject({
    name_sort: 'Zoo, The',
    external_links: [{ label: 'example.com', url: 'https://example.com/zoo' }],
  });

  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('heading', { level: 1, name: 'Series 00001' }).waitFor();
  await expect.poll(series).toMatchObject({ name_sort: 'Series 00001', external_links: [] });

  const { data: books } = await client.call(listBooks, { query: { series_id: id } });
  await page.goto(`/book/${books[0]?.id ?? ''}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const bookDialog = page.getByRole('dialog', { name: 'Edit book' });
  await bookDialog.getByRole('tab', { name: 'Cover' }).click();
  await bookDialog.getByRole('button', { name: 'Page 2' }).click();
  await bookDialog.getByText('A page you chose').waitFor();

  // Uploaded images are all kept, with their size; one is chosen again and one deleted and restored.
  const images = await Promise.all(
    [90, 120].map(async (width) => {
      const create = { width, height: 180, channels: 3 as const, background: '#2a6f6a' };
      const buffer = await sharp({ create }).png().toBuffer();
      return { name: `${width}.png`, mimeType: 'image/png', buffer };
    }),
  );
  await bookDialog.getByLabel('Add images…').setInputFiles(images);
  const kept = bookDialog.getByRole('region', { name: 'Uploaded images' });
  await kept.getByText('120 × 180').waitFor();
  await kept.getByRole('button', { name: 'Image 2', exact: true, pressed: true }).waitFor();
  await kept.getByRole('button', { name: 'Image 1', exact: true }).click();
  await kept.getByRole('button', { name: 'Image 1', exact: true, pressed: true }).waitFor();
  faults.push(...(await faultsOf(page, 'cover')));
  await kept.getByRole('button', { name: 'Delete Image 1' }).click();
  await bookDialog.getByText('Chosen automatically').waitFor();
  await page.getByText('Image deleted').waitFor();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await bookDialog.getByText('An image you uploaded').waitFor();
  await kept.getByText('90 × 180').waitFor();
  await page.keyboard.press('Escape');

  await page.goto(`/library/${library.id}`);
  await page.getByRole('link', { name: /Series 00001/ }).focus();
  await page.keyboard.press('Control+a');
  await page.getByText('3 series selected').waitFor();
  await page.keyboard.press('e');
  const many = page.getByRole('dialog', { name: 'Edit 3 series' });
  await many.getByRole('combobox', { name: 'Publisher', exact: true }).click();
  await many.getByRole('option', { name: 'Replace with' }).click();
  await many.getByRole('textbox', { name: 'Publisher', exact: true }).fill('Image');
  await many.getByText('Publisher becomes Image').waitFor();
  faults.push(...(await faultsOf(page, 'bulk')));
  await many.getByRole('button', { name: 'Apply to 3 series' }).click();
  await page.getByText('3 series changed').waitFor();
  await expect.poll(async () => (await series()).publisher).toBe('Image');
  await many.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+z');
  await page.getByText('Undone').waitFor();
  await expect.poll(async () => (await series()).publisher).toBeNull();
  expect(faults).toEqual([]);
});

test('an undo says that what somebody edited since stays', async ({
  client,
  folder,
  openSignedIn,
}) => {
  await scanGenerated(client, folder, 'Comics', 1);
  const { data: all } = await client.call(listSeries);
  const id = all[0]?.id ?? '';
  const page = await openSignedIn(`/series/${id}`);
  await page.getByRole('heading', { level: 1, name: 'Series 00001' }).waitFor();
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog', { name: 'Edit series' });
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Mine');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 1, name: 'Mine' }).waitFor();
  await client.call(updateSeries, { params: { id }, body: { name: 'Theirs' } });
  await page.keyboard.press('Control+z');
  await page.getByText('Some fields were edited again since and stay as they are.').waitFor();
});
