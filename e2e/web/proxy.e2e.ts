import path from 'node:path';

import type { Page } from 'playwright';

import { listBooks } from '../../shared/api/books.ts';
import { getProgress, updateProgress } from '../../shared/api/progress.ts';
import { updateSettings } from '../../shared/api/settings.ts';
import { needs } from '../../server/testing/needs.ts';
import { findProxy, startProxy, type ProxyKind } from '../../server/testing/proxies.ts';
import { copyFixtures, scanLibrary } from '../support/library.ts';
import { reader } from '../support/reader.ts';
import { eventually } from '../support/server.ts';
import { findBrowser, findHeadlessShell, launchBrowser } from '../support/browser.ts';
import { expect, test as base } from '../support/test.ts';
import { enter } from '../support/page-steps.ts';

/** Trusts every certificate, also for service workers, which the option of a context does not do. */
const test = base
  .extend('trustingBrowser', { scope: 'file' }, async ({}, { onCleanup }) => {
    const file = findHeadlessShell() ?? findBrowser();
    if (file === null) return null;
    const browser = await launchBrowser(file, ['--ignore-certificate-errors']);
    onCleanup(() => browser.close());
    return browser;
  })
  .extend('browser', ({ browser, trustingBrowser }) => trustingBrowser ?? browser);

/** As in the guide; `setting` is the base path that its text recommends. */
const cases = [
  { kind: 'nginx', basePath: '', setting: '' },
  { kind: 'nginx', basePath: '/octavo', setting: '/octavo' },
  { kind: 'caddy', basePath: '/octavo', setting: '' },
] as const satisfies { kind: ProxyKind; basePath: string; setting: string }[];

/** The text in the visible frame of a book. */
const textOf = (page: Page) =>
  page.evaluate(
    () =>
      [...document.querySelectorAll<HTMLIFrameElement>('main iframe')].find((frame) =>
        frame.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
      )?.contentDocument?.body.textContent ?? '',
  );

for (const { kind, basePath, setting } of cases) {
  test.skipIf(findProxy(kind) === null)(
    `the app works through ${kind} at ${basePath || 'a name of its own'}`,
    needs(kind),
    async ({ client, server, folder, open }) => {
      const books = path.join(folder, 'Books');
      copyFixtures('library/Books/Herman Melville', path.join(books, 'Herman Melville'));
      copyFixtures('library/Comics/Pepper & Carrot', path.join(books, 'Pepper'), ['.cbz']);
      await scanLibrary(client, 'Books', books);
      const { data } = await client.call(listBooks, { query: { pageSize: 100 } });
      const bookNamed = (part: string) => {
        const found = data.find(({ filename }) => filename.includes(part));
        if (!found) throw new Error(`There is no ${part}`);
        return found;
      };
      const text = bookNamed('Moby-Dick');
      const comic = bookNamed('Potion Contest');
      const proxy = await startProxy({
        kind,
        isBelowPath: basePath !== '',
        upstream: server.url,
        folder: path.join(folder, 'proxy'),
      });
      const values = {
        trusted_proxies: 'loopback',
        public_address: proxy.origin,
        base_path: setting,
      };
      const updates = Object.entries(values).map(([name, value]) => ({
        key: `sharing.${name}`,
        value,
      }));
      await client.call(updateSettings, { body: { updates } });
      const urlOf = (address: string) => proxy.origin + basePath + address;

      // The page that was asked for opens after the sign-in.
      const page = await open(urlOf('/settings'));
      const foreign: string[] = [];
      page.on('request', (request) => {
        const { protocol, origin, pathname } = new URL(request.url());
        const isOwn = origin === proxy.origin && pathname.startsWith(`${basePath}/`);
        if (protocol.startsWith('http') && !isOwn) foreign.push(request.url());
      });
      await enter(page);
      await page.waitForURL(urlOf('/settings'));
      const cookies = await page.context().cookies();
      expect(cookies.map(({ secure, path: where }) => [secure, where])).toEqual([
        [true, basePath || '/'],
      ]);

      // Links lead to addresses below the path, which survive a reload.
      const menu = page.getByRole('navigation', { name: 'Main navigation' });
      await menu.getByRole('link', { name: 'Books', exact: true }).first().click();
      await page.waitForURL((url) => url.pathname.startsWith(`${basePath}/library/`));
      await page.reload();
      await page
        .getByRole('link', { name: /Melville/ })
        .first()
        .waitFor();
      await eventually('the covers', () =>
        page.evaluate(() =>
          [...document.querySelectorAll<HTMLImageElement>('#content img')].some(
            ({ naturalWidth }) => naturalWidth > 0,
          )
            ? true
            : null,
        ),
      );

      // Events come as they happen, by the cookie.
      const params = { id: comic.id };
      await page.evaluate(
        (url) =>
          new Promise((resolve) => {
            const source = new EventSource(url);
            source.addEventListener('progress_updated', () => {
              document.documentElement.dataset['heardAt'] = String(Date.now());
              source.close();
            });
            source.onopen = resolve;
          }),
        urlOf('/api/v1/events/stream'),
      );
      const writtenAt = Date.now();
      await client.call(updateProgress, { params, body: { current_page: 1 } });
      await page.locator('html[data-heard-at]').waitFor({ state: 'attached' });
      const heardAt = Number(await page.locator('html').getAttribute('data-heard-at'));
      expect(heardAt - writtenAt).toBeLessThan(2000);

      // A comic is read, and its place stored.
      await page.goto(urlOf(`/read/${comic.id}`));
      const pages = reader(page);
      await pages.shows('Page 1');
      await page.keyboard.press('ArrowRight');
      await pages.shows('Page 2');
      await eventually('the place', async () => {
        const known = await client.call(getProgress, { params }).catch(() => null);
        return known?.current_page === 2 ? true : null;
      });

      // A text opens in its frame, and its place has no base path.
      await page.goto(urlOf(`/read/${text.id}`));
      await page.locator('main[data-state="ready"][data-page]').waitFor();
      expect((await textOf(page)).length).toBeGreaterThan(0);
      for (let turn = 0; turn < 3; turn += 1) await page.keyboard.press('ArrowRight');
      const place = await eventually('the place in the text', async () => {
        const known = await client.call(getProgress, { params: { id: text.id } }).catch(() => null);
        return known?.location ?? null;
      });
      const { href } = JSON.parse(place) as { href: string };
      expect(href).toMatch(/^\/api\/v1\/books\/[\da-f-]+\/resources\//);

      // The manifest for the home screen stays below the path.
      const { start_url, scope, icons, id } = (await page.evaluate(async () => {
        const { href } = document.querySelector<HTMLLinkElement>('link[rel=manifest]') ?? {};
        const manifest = (await (await fetch(href ?? '')).json()) as Record<string, string>;
        return { ...manifest, address: href };
      })) as unknown as { start_url: string; scope: string; icons: { src: string }[]; id?: string };
      const manifest = urlOf('/manifest.webmanifest');
      expect([start_url, scope].map((url) => new URL(url, manifest).href)).toEqual([
        urlOf('/'),
        urlOf('/'),
      ]);
      expect(id).toBeUndefined();
      const icon = new URL(icons[0]?.src ?? '', manifest).href;
      expect(await page.evaluate(async (url) => (await fetch(url)).status, icon)).toBe(200);
      expect(foreign, 'addresses outside of the path').toEqual([]);

      await page.context().close();
      await proxy.stop();
    },
  );
}

test.skipIf(findProxy('nginx') === null)(
  'a downloaded book is read offline below a path',
  needs('nginx'),
  async ({ client, server, folder, open }) => {
    const comics = copyFixtures('library/Comics', path.join(folder, 'Comics'));
    await scanLibrary(client, 'Comics', comics);
    const { data: books } = await client.call(listBooks, { query: { pageSize: 500 } });
    const book = books.find(({ title }) => title.includes('Potion Contest'));
    if (!book) throw new Error('The library lacks the book that is kept');
    const proxy = await startProxy({
      kind: 'nginx',
      isBelowPath: true,
      upstream: server.url,
      folder: path.join(folder, 'proxy'),
    });
    const { origin } = proxy;
    const updates = [
      { key: 'sharing.trusted_proxies', value: 'loopback' },
      { key: 'sharing.public_address', value: origin },
      { key: 'sharing.base_path', value: '/octavo' },
    ];
    await client.call(updateSettings, { body: { updates } });

    const page = await open(`${origin}/octavo/book/${book.id}`, { serviceWorkers: 'allow' });
    await enter(page);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.getByRole('button', { name: 'More ways to read' }).click();
    await page.getByRole('menuitem', { name: 'Download to this device' }).click();
    // Without loading the page again, which would interrupt the download.
    const menu = page.getByRole('navigation', { name: 'Main navigation' });
    await menu.getByRole('link', { name: 'Downloads' }).click();
    await page.waitForURL(`${origin}/octavo/downloads`);
    await page.getByText('available offline').waitFor();
    const scope = await page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
    expect(scope).toBe(`${origin}/octavo/`);

    await page.context().setOffline(true);
    await page.goto(`${origin}/octavo/`);
    await page.getByText('The server cannot be reached').waitFor();
    await page.getByRole('link', { name: `Read ${book.title}` }).click();
    const comic = reader(page);
    await comic.shows('Page 1');
    await page.keyboard.press('ArrowRight');
    await comic.shows('Page 2');
    await page.context().setOffline(false);
    await page.context().close();
    await proxy.stop();
  },
);
