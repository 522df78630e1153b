import path from 'node:path';

import { createApiKey } from '../../shared/api/api-keys.ts';
import { overflowOf } from '../support/accessibility.ts';
import { generateLibrary, scanLibrary } from '../support/library.ts';
import { settled } from '../support/page-steps.ts';
import { goTo } from '../support/screens.ts';
import { setUp } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

test('a long name without spaces is whole within its row, at any width', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const name = 'Donaudampfschifffahrtsgesellschaft'.repeat(4);
  const { library } = await scanLibrary(
    client,
    name,
    generateLibrary(path.join(folder, 'Comics'), 1),
  );
  await client.call(createApiKey, { body: { name } });
  const page = await openSignedIn();
  for (const width of [1280, 820, 320]) {
    await page.setViewportSize({ width, height: 800 });
    for (const address of [
      '/libraries',
      `/library/${library.id}`,
      '/activity?tab=log',
      '/activity/reports',
      '/settings/account',
      '/settings/schedules',
      '/settings/tasks',
    ]) {
      await goTo(page, address);
      const named = page.locator('#content').getByText(name).first();
      await named.waitFor();
      await settled(page);
      const { right, inner } = await named.evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return { right: range.getBoundingClientRect().right, inner: innerWidth };
      });
      expect([address, width, Math.max(inner, Math.round(right))]).toEqual([address, width, inner]);
      expect(await overflowOf(page, `${address} ${width}`)).toEqual([]);
    }
    // The title of a dialog leaves its button to close.
    await goTo(page, '/settings/account');
    await page.getByRole('button', { name: `Revoke ${name}` }).click();
    const close = page.getByRole('dialog').getByRole('button', { name: 'Close' });
    await settled(page);
    const { x = width, width: size = 0 } = (await close.boundingBox()) ?? {};
    expect(x + size).toBeLessThan(width);
    await close.click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
});

test('keys and buttons of the settings fit at 400 % zoom, in German too', async ({
  server,
  open,
}) => {
  await setUp(server);
  for (const locale of ['en-GB', 'de-DE']) {
    const page = await open('/', { locale, viewport: { width: 320, height: 600 } });
    await page.locator('input[autocomplete~=username]').fill('ada');
    await page.locator('input[autocomplete=current-password]').fill('correct horse');
    await page.locator('button[type=submit]').click();
    await page.getByRole('navigation').first().waitFor();
    for (const address of ['/settings/keyboard', '/settings/people']) {
      await goTo(page, address);
      await page.locator('#content').getByRole('listitem').first().waitFor();
      await settled(page);
      expect(await overflowOf(page)).toEqual([]);
      const cut = page.locator('#content .mantine-Button-label');
      expect(
        await cut.evaluateAll((labels) =>
          labels.flatMap((label) => (label.scrollWidth > label.clientWidth ? label.innerHTML : [])),
        ),
      ).toEqual([]);
    }
  }
});
