import path from 'node:path';

import { listSeries } from '../../shared/api/series.ts';
import { listUsers } from '../../shared/api/users.ts';
import { writeCbz } from '../../server/testing/zip.ts';
import { faultsOf } from '../support/accessibility.ts';
import { scanLibrary } from '../support/library.ts';
import { expect, test } from '../support/test.ts';

test('an admin decides what a child can see, and looks at it', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const comics = path.join(folder, 'Comics');
  const rated = { Bone: 'Everyone', Saga: 'Mature 17+', Akira: 'FSK 16' };
  for (const [name, rating] of Object.entries(rated)) {
    writeCbz(path.join(comics, name, '1.cbz'), 2, `<AgeRating>${rating}</AgeRating>`);
  }
  await scanLibrary(client, 'Comics', comics);

  const page = await openSignedIn('/settings/people');
  await page.getByRole('button', { name: 'Add a person' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('kim');
  await dialog.getByLabel('Password', { exact: true }).fill('a good password');
  await dialog.getByText('What they can see').click();
  await dialog.getByText('3 of 3 series are visible.').waitFor();
  await dialog.getByLabel('Highest age rating').fill('12');
  await dialog.getByText('1 of 3 series are visible.').waitFor();
  await dialog.getByLabel('Also show series without an age rating').uncheck();
  await dialog.getByLabel('Never with one of these labels').fill('Horror');
  await dialog.getByLabel('Can download files').press('Space');
  expect(await faultsOf(page, 'what a person can see')).toEqual([]);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('Reader · up to age 12 · limited by labels · no downloads').waitFor();
  const { data } = await client.call(listUsers, { query: { sort: 'username,desc' } });
  expect(data[0]).toMatchObject({
    can_download: false,
    restrictions: {
      library_ids: null,
      max_age: 12,
      shows_unrated: false,
      allowed_labels: [],
      denied_labels: ['Horror'],
    },
  });

  await page.getByRole('button', { name: 'See the library as kim' }).click();
  await page.getByText('You see the library as kim sees it').waitFor();
  await page.getByText('Bone').first().waitFor();
  await expect.poll(() => page.getByText('Saga').count()).toBe(0);
  expect(await faultsOf(page, 'as somebody else')).toEqual([]);
  await page.reload();
  await page.getByText('You see the library as kim sees it').waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('heading', { name: 'People' }).waitFor();
  await expect.poll(() => page.getByText('You see the library as kim sees it').count()).toBe(0);
  await page.goto('/');
  await page.getByText('Saga').first().waitFor();
});

test('a series gets a label and an age, which scans keep', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const comics = path.join(folder, 'Comics');
  writeCbz(path.join(comics, 'Bone', '1.cbz'), 2);
  await scanLibrary(client, 'Comics', comics);
  const { data } = await client.call(listSeries);
  const page = await openSignedIn(`/series/${data[0]?.id ?? ''}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('tab', { name: 'Tags' }).click();
  await dialog.getByLabel('Labels', { exact: true }).fill('Family');
  await dialog.getByLabel('Labels', { exact: true }).press('Enter');
  await dialog.getByRole('tab', { name: 'Details' }).click();
  await dialog.getByLabel('Age rating', { exact: true }).fill('6');
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('6+').waitFor();
  await page.getByRole('link', { name: 'Details' }).click();
  await page.getByText('Family').waitFor();
});
