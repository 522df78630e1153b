import { setUp } from '../support/server.ts';
import { expect, test } from '../support/test.ts';
import { enter } from '../support/page-steps.ts';

test('a part of the app that cannot be loaded leaves the page as it is, and is asked for again', async ({
  server,
  browser,
}) => {
  await setUp(server);
  const context = await browser.newContext({ baseURL: server.url, locale: 'en-GB' });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  let refusals = 0;
  let isRefused = true;
  await page.route('**/assets/profile-menu-*.js', async (route) => {
    if (!isRefused) return route.continue();
    refusals += 1;
    return route.abort();
  });
  await page.goto('/');
  await enter(page);
  await page.evaluate(() => document.documentElement.setAttribute('data-same', ''));
  await page.getByRole('button', { name: 'Profile' }).click();
  const notice = page.getByRole('alert').filter({ hasText: 'could not be loaded' });
  await notice.waitFor();
  expect(refusals, 'asked for twice').toBe(2);
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
  await page.getByRole('button', { name: 'Profile' }).waitFor();

  isRefused = false;
  await notice.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
  await expect
    .poll(() => page.locator('html[data-same]').count(), {
      message: 'the page was not loaded again',
    })
    .toBe(1);
  await context.close();
});

test('a page that cannot be loaded because the server is away says so, and opens when it is back', async ({
  server,
  browser,
}) => {
  await setUp(server);
  const context = await browser.newContext({ baseURL: server.url, locale: 'en-GB' });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await page.goto('/library/all');
  await enter(page);
  await page.evaluate(() => document.documentElement.setAttribute('data-same', ''));
  const isSame = () => expect.poll(() => page.locator('html[data-same]').count()).toBe(1);
  await page.route('**', (route) => route.abort());
  await page.getByRole('link', { name: 'Statistics' }).click();
  const error = page.getByRole('alert').filter({ hasText: 'This could not be loaded' });
  await error.getByText('The server cannot be reached').waitFor();
  await error.getByRole('button', { name: 'Retry' }).click();
  await isSame();

  await page.unrouteAll();
  await error.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('heading', { name: 'Statistics', level: 1 }).waitFor();
  await context.close();
});
