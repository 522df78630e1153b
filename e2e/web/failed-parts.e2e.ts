import path from 'node:path';

import type { Page } from 'playwright';

import { updateProgress } from '../../shared/api/progress.ts';
import { listBooks } from '../../shared/api/books.ts';
import { generateLibrary, scanLibrary } from '../support/library.ts';
import { test } from '../support/test.ts';

/** Fails requests to an address until the returned function is called. */
const fail = async (page: Page, address: string): Promise<() => Promise<void>> => {
  const body = JSON.stringify({ code: 'Internal', message: 'Internal error' });
  await page.route(address, (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body }),
  );
  return () => page.unroute(address);
};

test('a part that cannot be loaded says so, and hides nothing else', async ({
  client,
  folder,
  openSignedIn,
}) => {
  await scanLibrary(client, 'Comics', generateLibrary(path.join(folder, 'Comics'), 2));
  const { data: books } = await client.call(listBooks);
  const [book] = books;
  await client.call(updateProgress, {
    params: { id: book?.id ?? '' },
    body: { is_completed: true },
  });
  const page = await openSignedIn(null);
  const retry = page.locator('#content').getByRole('button', { name: 'Retry' });

  // A failed shelf is requested again as it appears; the others stay.
  const mendShelf = await fail(page, '**/api/v1/books/on-deck*');
  await page.goto('/');
  const shelf = page.getByRole('region', { name: 'On deck' });
  await shelf.getByText('This could not be loaded').waitFor();
  await page.getByRole('region', { name: 'New series' }).getByRole('link').first().waitFor();
  await mendShelf();
  await retry.click();
  await shelf.waitFor({ state: 'detached' });

  const mendBooks = await fail(page, '**/api/v1/series/*/books/compact*');
  await page.goto(`/series/${book?.series_id ?? ''}`);
  await page.getByRole('link', { name: 'Details' }).waitFor();
  await retry.first().waitFor();
  await mendBooks();
  await retry.first().click();
  await page.getByRole('link', { name: /^Read again/ }).waitFor();

  const mendGoals = await fail(page, '**/api/v1/reading-goals/*');
  await page.goto('/stats');
  await page.getByText('Books finished').waitFor();
  await retry.waitFor();
  await mendGoals();
  await retry.click();
  await page.getByRole('button', { name: 'Set a goal' }).waitFor();

  await fail(page, '**/api/v1/backups/state');
  await page.goto('/settings/backups');
  await retry.waitFor();
  await page.getByRole('switch').or(page.getByText('Automatic backups to keep')).first().waitFor();
});
