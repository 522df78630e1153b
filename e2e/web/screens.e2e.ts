import type { BrowserContextOptions, Page, Request } from 'playwright';

import { updateSetting } from '../../shared/api/settings.ts';
import { contrastFaultsOf, faultsOf, overflowOf, smallFieldsOf } from '../support/accessibility.ts';
import { phoneOptions } from '../support/phone.ts';
import { fillHousehold, readerOfHousehold } from '../support/seed-data.ts';
import { goTo, keysShown, routesOf, screensOf } from '../support/screens.ts';
import { owner, setUp } from '../support/server.ts';
import { expect, test } from '../support/test.ts';
import { settled } from '../support/page-steps.ts';

/** The two extremes: English, light, desktop; and German, dark, phone. */
const desktop: BrowserContextOptions = { colorScheme: 'light', locale: 'en-GB' };
const phone: BrowserContextOptions = {
  colorScheme: 'dark',
  locale: 'de-DE',
  ...phoneOptions,
};

/** Error responses that pages must handle: optional or unreadable data. */
const isExpected = (status: number, address: string): boolean =>
  (status === 400 && address.endsWith('/auth/verify-email')) ||
  (status === 401 && /\/auth\/(refresh|me)$/.test(address)) ||
  (status === 404 && /\/(progress|thumbnail)$/.test(address)) ||
  (status === 422 && /\/(pages|thumbnail)/.test(address));

const enterAs = async (page: Page, { username, password } = owner): Promise<void> => {
  await page.locator('input[autocomplete~=username]').fill(username);
  await page.locator('input[autocomplete=current-password]').fill(password);
  await page.locator('button[type=submit]').click();
  await page.getByRole('main').getByRole('heading').first().waitFor({ state: 'attached' });
};

const name = 'every screen of the app is whole: at any width, in any scheme, for anybody';
test(name, { timeout: 300_000 }, async ({ server, folder, open }) => {
  const found: string[] = [];
  /** Opens a device's first page and records its failed requests. */
  const device = async (name: string, options: BrowserContextOptions) => {
    const page = await open('/', { reducedMotion: 'reduce', ...options });
    let screen = '/';
    let isDark = options.colorScheme === 'dark';
    const scheme = () => (isDark ? 'dark' : 'light');
    /** The screen that sent the request: the response may arrive on another one. */
    const asking = new WeakMap<Request, string>();
    page.on('request', (request) => asking.set(request, screen));
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      const asker = asking.get(response.request()) ?? screen;
      if (response.status() < 400 || isExpected(response.status(), pathname)) return;
      found.push(`${name} ${asker}: ${response.status()} of ${pathname}`);
    });
    const switchScheme = async (): Promise<void> => {
      isDark = !isDark;
      await page.emulateMedia({ colorScheme: scheme() });
      await page
        .locator(`html[data-mantine-color-scheme=${scheme()}]`)
        .waitFor({ state: 'attached' });
    };
    /** Checks a screen and records its problems. */
    const look = async (address: string, isWhole = true): Promise<void> => {
      screen = address;
      await settled(page);
      for (const key of await keysShown(page)) found.push(`${name} ${address}: shows ${key}`);
      if (options.isMobile) found.push(...(await smallFieldsOf(page, address)));
      if (!isWhole) {
        found.push(...(await overflowOf(page, `${name} ${address}`)));
        return;
      }
      const faults = await faultsOf(page, `${address}, ${scheme()}`);
      // The next screen is looked at in this scheme first: switching back costs as much as a look.
      await switchScheme();
      faults.push(...(await contrastFaultsOf(page, `${address}, ${scheme()}`)));
      found.push(...faults.map((fault) => `${name} ${fault}`));
    };
    const visit = async (address: string, isWhole = true): Promise<void> => {
      screen = address;
      await goTo(page, address);
      await page.getByRole('heading').first().waitFor({ state: 'attached' });
      await look(address, isWhole);
    };
    return { page, look, visit };
  };
  const devices = await Promise.all([device('desktop', desktop), device('phone', phone)]);
  const onEach = (run: (on: (typeof devices)[number]) => Promise<void>) =>
    Promise.all(devices.map(run));

  // Before sign-in, and with an empty library.
  await onEach(async ({ page, look }) => {
    await page.locator('button[type=submit]').waitFor();
    await look('/welcome');
  });
  const client = await setUp(server);
  await client.call(updateSetting, {
    params: { key: 'auth.registration_enabled' },
    body: { value: true },
  });
  await onEach(async ({ page, look, visit }) => {
    await page.goto('/sign-in');
    await page.locator('input[autocomplete=current-password]').waitFor();
    await look('/sign-in');
    await visit('/register');
    await visit('/verify-email?token=none');
    await visit('/reset-password?token=none');
    await visit('/reset-password');
    await goTo(page, '/sign-in');
    await enterAs(page);
    await look('/');
  });
  const empty = Object.keys(screensOf({} as never)).filter((route) => !route.includes('$'));
  await onEach(async ({ visit }) => {
    for (const route of empty) await visit(route, false);
  });

  const known = await fillHousehold(client, folder);
  const screens = screensOf(known);
  expect(Object.keys(screens).sort()).toEqual((await routesOf(devices[0].page)).sort());
  await onEach(async ({ page, visit }) => {
    await page.goto('/');
    for (const address of Object.values(screens).flat()) await visit(address);
  });

  // Read-only users see no errors: pages that they cannot open request nothing.
  const reader = await device('reader', desktop);
  await enterAs(reader.page, { ...owner, ...readerOfHousehold });
  for (const address of Object.values(screens).flat()) await reader.visit(address, false);
  expect(found).toEqual([]);
});
