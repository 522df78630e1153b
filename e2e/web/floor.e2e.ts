import { readFileSync } from 'node:fs';
import path from 'node:path';

import { root, setUp } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

test('a browser that is too old gets a page that explains this and works in any browser', async ({
  server,
  browser,
}) => {
  await setUp(server);
  const context = await browser.newContext({ baseURL: server.url, locale: 'en-GB' });
  const page = await context.newPage();
  // Simulates Safari before 17.4.
  await page.addInitScript(() => Object.assign(Promise, { withResolvers: undefined }));
  await page.goto('/');
  await page.getByRole('heading', { name: 'This browser is too old' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/old-browser.html');
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
    .toBe(true);
  await context.close();
});

test('every place that names the oldest browsers names the same', () => {
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
  const { browserslist } = JSON.parse(read('package.json')) as { browserslist: string[] };
  expect(browserslist.join()).toBe(
    'safari >= 17.4,ios_saf >= 17.4,firefox >= 128,chrome >= 120,edge >= 120',
  );
  const target = ['safari17.4', 'ios17.4', 'firefox128', 'chrome120', 'edge120'];
  for (const name of target) expect(read('renderer/vite.config.ts')).toContain(`'${name}'`);
  for (const file of ['README.md', 'docs/user-guide.md', 'docs/browsers.md']) {
    expect(read(file).replaceAll(/\s+/g, ' '), file).toContain(
      'Safari and iOS from 17.4, Firefox from 128, Chrome and Edge from 120',
    );
  }
});
