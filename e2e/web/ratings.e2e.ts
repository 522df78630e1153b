import { createUser } from '../../shared/api/users.ts';
import { getSeriesRating, rateSeries } from '../../shared/api/ratings.ts';
import { listSeries } from '../../shared/api/series.ts';
import { createClient } from '../../shared/client.ts';
import { faultsOf } from '../support/accessibility.ts';
import { scanGenerated } from '../support/library.ts';
import { expect, test } from '../support/test.ts';

test('a series is rated and reviewed, also by keyboard, and the reviews of others are read', async ({
  client,
  server,
  folder,
  openSignedIn,
}) => {
  const { library } = await scanGenerated(client, folder, 'Shelf', 12);
  const { data: series } = await client.call(listSeries);
  const id = series[0]?.id ?? '';
  const password = 'a fine password';
  await client.call(createUser, { body: { username: 'lucy', password } });
  const authorization = `Basic ${Buffer.from(`lucy:${password}`).toString('base64')}`;
  const lucy = createClient({ baseUrl: server.url, fetch, headers: () => ({ authorization }) });
  await lucy.call(rateSeries, {
    params: { id },
    body: { rating: 6, review: 'A slow start', is_shared: true },
  });
  const own = async () => (await client.call(getSeriesRating, { params: { id } })).own;

  const page = await openSignedIn(`/series/${id}`);
  const section = page.getByRole('region', { name: 'Ratings and reviews' });
  await section.getByRole('radio', { name: '7 of 10' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await section.getByText('8 of 10', { exact: true }).waitFor();
  await expect.poll(own).toMatchObject({ rating: 8, is_shared: false });

  await section.getByRole('button', { name: 'Write a review' }).click();
  const dialog = page.getByRole('dialog', { name: 'My review' });
  await dialog.getByLabel('What did you think?').fill('Worth a second look.');
  await dialog.getByLabel('Share with the household').check();
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await section.getByText('Worth a second look.').waitFor();
  await expect.poll(own).toMatchObject({ rating: 8, is_shared: true });

  await section.getByRole('button', { name: '7 on average · 2 ratings' }).click();
  await section.getByText('A slow start').waitFor();
  expect(await faultsOf(page)).toEqual([]);

  await page.goto(`/library/${library.id}?sort=own_rating&order=desc`);
  await expect
    .poll(() =>
      page
        .getByRole('main')
        .getByRole('link', { name: /^Series 0/ })
        .first()
        .innerText(),
    )
    .toContain(series[0]?.name ?? '');
});
