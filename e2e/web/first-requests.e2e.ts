import { scanPepperAndCarrot } from '../support/library.ts';
import { enter, settled } from '../support/page-steps.ts';
import { setUp } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

test('a page that is opened by its address requests its list once', async ({
  server,
  folder,
  open,
}) => {
  const client = await setUp(server);
  const { library } = await scanPepperAndCarrot(client, folder);
  const page = await open('/');
  await enter(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (searchParams.get('pageSize') === '120' || pathname.endsWith('/health-issues'))
      asked.push(`${request.method()} ${pathname.replace('/api/v1/', '')}`);
  });
  const pages = [
    [`/library/${library.id}`, 'GET series'],
    [`/library/${library.id}?view=books&sort=created_at`, 'GET books'],
    ['/library/all', 'GET series'],
    ['/search?q=carrot', 'POST series/search'],
    ['/health', 'GET health-issues'],
  ] as const;
  for (const [address, request] of pages) {
    asked.length = 0;
    await page.goto(address);
    await page.getByRole('main').getByRole('heading').first().waitFor({ state: 'attached' });
    await settled(page);
    expect(asked, address).toEqual([request]);
  }
});
