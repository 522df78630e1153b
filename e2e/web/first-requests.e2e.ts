import { scanPepperAndCarrot } from '../support/library.ts';
import { enter, settled } from '../support/page-steps.ts';
import { setUp } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

test('a page that is opened by its address requests its data once', async ({
  server,
  folder,
  open,
}) => {
  const client = await setUp(server);
  const { library, books } = await scanPepperAndCarrot(client, folder);
  const { id = '', series_id: series = '' } = books[0] ?? {};
  const page = await open('/');
  await enter(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    const path = pathname.replace('/api/v1/', '');
    const isList = searchParams.get('pageSize') === '120' || path === 'health-issues';
    if (isList || path === `books/${id}` || path === `series/${series}`)
      asked.push(`${request.method()} ${path}`);
  });
  const pages = [
    [`/library/${library.id}`, 'GET series'],
    [`/library/${library.id}?view=books&sort=created_at`, 'GET books'],
    ['/library/all', 'GET series'],
    ['/search?q=carrot', 'POST series/search'],
    ['/health', 'GET health-issues'],
    [`/series/${series}`, `GET series/${series}`],
    [`/book/${id}`, `GET books/${id}`],
  ] as const;
  for (const [address, request] of pages) {
    asked.length = 0;
    await page.goto(address);
    await page.getByRole('main').getByRole('heading').first().waitFor({ state: 'attached' });
    await settled(page);
    expect(asked, address).toEqual([request]);
  }
});
