import { scanPepperAndCarrot } from '../support/library.ts';
import { enter } from '../support/page-steps.ts';
import { setUp } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

/** How proxies refuse a request of a page whose sign-in at the proxy has ended. */
const refusals = [
  { name: 'a page', status: 401, contentType: 'text/html', body: '<h1>Sign in</h1>' },
  {
    name: 'a page that counts as success',
    status: 200,
    contentType: 'text/html',
    body: '<h1>Sign in</h1>',
  },
  { name: 'an empty object', status: 401, contentType: 'application/json', body: '{}' },
  { name: 'a redirect to its own page', status: 302, headers: { location: '/outpost/sign-in' } },
  { name: 'a redirect elsewhere', status: 302, headers: { location: 'https://login.example/' } },
];

test.for(refusals)(
  'a person whose sign-in at a proxy ended, answered by $name, stays signed in and loses nothing',
  async ({ name: _, ...refusal }, { server, open }) => {
    await setUp(server);
    const page = await open();
    await enter(page);
    await page.goto('/collections');
    await page.getByRole('button', { name: 'New collection' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New collection' });
    const name = dialog.getByRole('textbox', { name: 'Name', exact: true });
    const create = dialog.getByRole('button', { name: 'Create', exact: true });
    await name.fill('Zoo');
    const notice = page.getByRole('alert').filter({ hasText: 'A proxy wants you to sign in' });
    // The notice is loaded a moment after the page.
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some((file) => file.name.includes('proxy-sign-in')),
    );

    await page.route('**/outpost/sign-in', (route) => route.fulfill({ body: 'Sign in' }));
    await page.route('**/api/v1/**', (route) => route.fulfill(refusal));
    await create.click();
    await notice.waitFor();
    const link = notice.getByRole('link', { name: 'Open in another tab' });
    await expect.poll(() => link.getAttribute('href')).toBe('/');

    await page.unroute('**/api/v1/**');
    await notice.waitFor({ state: 'detached' });
    await expect.poll(() => name.inputValue()).toBe('Zoo');
    await create.click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Zoo').first().waitFor();
  },
);

test('a download holds no sign-in page of a proxy, and is completed after the sign-in', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const { contest } = await scanPepperAndCarrot(client, folder);
  const page = await openSignedIn(`/book/${contest}`);
  const signInPage = { contentType: 'text/html', body: '<h1>Sign in</h1>' };
  // The sign-in ends after some pages.
  let pages = 0;
  await page.route('**/api/v1/**', (route) => {
    if (/\/pages\/\d+/.test(route.request().url())) pages += 1;
    return pages > 4 ? route.fulfill(signInPage) : route.continue();
  });
  await page.getByRole('button', { name: 'Download to this device' }).click();
  await page.getByRole('alert').filter({ hasText: 'A proxy wants you to sign in' }).waitFor();
  const kept = () =>
    page.evaluate(async () => {
      const cache = await caches.open('octavo-books');
      const types: string[] = [];
      for (const request of await cache.keys()) {
        if (!request.url.includes('/pages/')) continue;
        types.push((await cache.match(request))?.headers.get('content-type') ?? '');
      }
      return types;
    });
  const isImage = (type: string) => type.startsWith('image/');
  expect((await kept()).every(isImage)).toBe(true);
  await page.unroute('**/api/v1/**');
  await page.getByRole('button', { name: 'Remove from this device' }).waitFor();
  const types = await kept();
  expect(types.length).toBeGreaterThan(10);
  expect(types.every(isImage)).toBe(true);
});
