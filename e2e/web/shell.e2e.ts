import path from 'node:path';

import type { Page } from 'playwright';

import { writeCbz } from '../../server/testing/zip.ts';
import { listSeries } from '../../shared/api/series.ts';
import { faultsOf } from '../support/accessibility.ts';
import {
  copyFixtures,
  scanLibrary,
  scanPepperAndCarrot,
  scanGenerated,
} from '../support/library.ts';
import { goTo } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';
import { delayRequests, moveUp, settled } from '../support/page-steps.ts';

test('no letter is lost that is typed while the palette still loads', async ({ openSignedIn }) => {
  const page = await openSignedIn('/', { reducedMotion: 'reduce' });
  await delayRequests(page, /\/assets\/palette-.*\.js$/, 300);
  const field = page.getByRole('dialog').getByRole('combobox');
  for (const visit of ['first', 'second']) {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(`r ${visit} harbour`, { delay: 60 });
    await expect.poll(() => field.inputValue()).toBe(`r ${visit} harbour`);
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
  }
});

test('the palette chooses the first result, also of those that arrive later', async ({
  client,
  folder,
  openSignedIn,
}) => {
  for (const name of ['Carrot', 'Castle'])
    writeCbz(path.join(folder, 'Comics', name, `${name} 001.cbz`), 1);
  await scanLibrary(client, 'Comics', path.join(folder, 'Comics'));
  const page = await openSignedIn();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog');
  await palette.getByRole('combobox').waitFor();
  // Of the pages, which are there at once.
  await page.keyboard.type('c');
  const chosen = palette.getByRole('option', { selected: true });
  await palette
    .getByRole('option', { name: /^Carrot/ })
    .first()
    .waitFor();
  await expect.poll(() => chosen.innerText()).toMatch(/^Carrot/);
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => chosen.innerText()).toMatch(/^Castle/);
  await page.keyboard.type('a');
  await expect.poll(() => chosen.innerText()).toMatch(/^Carrot/);
});

test('the palette finds, the keys can be changed, and the sidebar and Home are arranged', async ({
  client,
  folder,
  openSignedIn,
}) => {
  for (const name of ['Comics', 'Manga']) {
    await scanLibrary(client, name, copyFixtures(`library/${name}`, path.join(folder, name)));
  }
  const page = await openSignedIn('/', { reducedMotion: 'reduce' });

  // Search and commands by keyboard only.
  const palette = page.getByRole('dialog');
  await page.keyboard.press('Control+k');
  await palette.getByRole('combobox').waitFor();
  // The first hits are gone when the next ones arrive, with the one that was selected.
  await page.keyboard.type('p');
  await palette
    .getByRole('option', { name: /^Pepper & Carrot/ })
    .first()
    .waitFor();
  await palette.getByRole('combobox').fill('science com');
  await palette
    .getByRole('option', { name: /^Science Comics/ })
    .first()
    .waitFor();
  expect(await faultsOf(page, 'palette')).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Science Comics', level: 1 }).waitFor();

  // Pin the page and find it in the sidebar.
  const sidebar = page.getByRole('navigation', { name: 'Main navigation' });
  await page.getByRole('button', { name: 'Pin to sidebar' }).click();
  await page.keyboard.press('Alt+ArrowLeft');
  await sidebar.getByRole('link', { name: 'Science Comics' }).click();
  await page.getByRole('heading', { name: 'Science Comics', level: 1 }).waitFor();

  // Move a library up by keyboard; the order is saved.
  await page.getByRole('button', { name: 'Arrange sidebar' }).click();
  const handle = page.getByRole('button', { name: 'Move Manga' });
  await handle.focus();
  await page.keyboard.press('Space');
  await page.getByText('Manga is at position 2 of 2').waitFor({ state: 'attached' });
  await moveUp(page, 'Manga is at position 1 of 2');
  await page.keyboard.press('Space');
  await page.getByText('Manga dropped at position 1 of 2').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Done' }).click();
  await page.reload();
  const libraries = sidebar.getByRole('link', { name: /^(Comics|Manga)$/ });
  await expect.poll(() => libraries.allInnerTexts()).toEqual(['Manga', 'Comics']);

  // A conflicting shortcut is reported, and works once reassigned.
  await page.goto('/settings/keyboard');
  await page.getByRole('button', { name: 'Change keys: Show or hide the sidebar' }).click();
  await page.keyboard.press('Control+k');
  await page.getByText('Currently used by: Search and commands').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Change keys: Search and commands' }).waitFor();
  await page.getByText('No keys').first().waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('button', { name: 'Expand sidebar' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('button', { name: 'Reset all' }).click();
  await page.getByText('All shortcuts reset').waitFor();

  // Hide a shelf on Home.
  await page.goto('/');
  await page.getByRole('heading', { name: 'New series' }).waitFor();
  await page.getByRole('button', { name: 'Arrange shelves' }).click();
  await page.getByRole('button', { name: 'Hide New series' }).click();
  expect(await faultsOf(page, 'arranging')).toEqual([]);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('heading', { name: 'New books' }).waitFor();
  await expect.poll(() => page.getByRole('heading', { name: 'New series' }).count()).toBe(0);
});

test('a parameter in the address that no page knows counts as absent', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const { library, books } = await scanPepperAndCarrot(client, folder);
  const page = await openSignedIn(null, { reducedMotion: 'reduce' });
  const keys = ['tab', 'view', 'layout', 'kind', 'status', 'sort', 'order', 'filter', 'page'];
  const search = [...keys, 'severity', 'ignored'].map((key) => `${key}=scans`).join('&');
  const pages = ['activity', 'added', 'annotations', 'duplicates', 'health', 'search', 'trash'];
  pages.push(`library/${library.id}`, `series/${books[0]?.series_id}`, 'settings/tasks');
  for (const name of pages) {
    await page.goto(`/${name}?${search}`);
    await page.getByRole('main').getByRole('heading').first().waitFor();
    await settled(page);
    await expect.poll(() => page.getByRole('alert').allInnerTexts(), { message: name }).toEqual([]);
  }
});

test('the link to the page above is legible beside a long title, also in a narrow window', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const name = 'The Extraordinary Adventures of a Title That No Bar Has Room For';
  writeCbz(path.join(folder, 'Comics', name, `${name} 001.cbz`), 1);
  await scanLibrary(client, 'Comics', path.join(folder, 'Comics'));
  const { data } = await client.call(listSeries);
  const page = await openSignedIn();
  for (const [width, height] of [
    [844, 390],
    [820, 1180],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const [address, label] of [
      ['/settings/devices', 'Settings'],
      [`/series/${data[0]?.id ?? ''}`, 'Comics'],
    ] as const) {
      await page.goto(address);
      const link = page.getByRole('navigation', { name: 'Breadcrumb' }).getByText(label);
      await link.waitFor();
      await expect
        .poll(() => link.evaluate((shown) => shown.scrollWidth - shown.clientWidth), {
          message: `${label} in ${width} pixels`,
        })
        .toBe(0);
    }
  }
  // The mouse shows the whole title.
  const title = page.getByRole('navigation', { name: 'Breadcrumb' }).getByText(name);
  const hint = page.locator('body > div, #root > div').and(page.locator('[aria-hidden=true]'));
  await expect
    .poll(async () => {
      await page.mouse.move(0, 400);
      await title.hover();
      return hint
        .filter({ hasText: name })
        .waitFor({ timeout: 1000 })
        .then(
          () => true,
          () => false,
        );
    })
    .toBe(true);
});

test('the last page of the settings is reached in a low window', async ({ openSignedIn }) => {
  const page = await openSignedIn('/settings/account', { viewport: { width: 1280, height: 600 } });
  const link = page.getByRole('link', { name: 'Advanced' });
  await link.scrollIntoViewIfNeeded();
  await expect
    .poll(() => link.evaluate((shown) => shown.getBoundingClientRect().bottom))
    .toBeLessThanOrEqual(600);
});

/** The texts of the page's polite live regions, as screen readers get them. */
const spoken = async (page: Page): Promise<string> => {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  const names = new Map(nodes.map(({ nodeId, name }) => [nodeId, String(name?.value ?? '')]));
  return nodes
    .filter(({ properties }) =>
      properties?.some(({ name, value }) => name === 'live' && value.value === 'polite'),
    )
    .flatMap(({ childIds }) => (childIds ?? []).map((id) => names.get(id)))
    .join(' ');
};

test('screen readers announce which page opened, and how much a search and a filter found', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const { library } = await scanGenerated(client, folder, 'Shelf', 3);
  const page = await openSignedIn();
  const hears = (text: string) => expect.poll(() => spoken(page)).toContain(text);
  await page.getByRole('link', { name: 'Statistics' }).click();
  await hears('Statistics · Octavo');
  await goTo(page, `/library/${library.id}`);
  await hears('Shelf · Octavo');
  await page.goBack();
  await hears('Statistics · Octavo');

  await goTo(page, '/search?q=series%2000002');
  await hears('Series: 1, Books: 1');
  const filter = encodeURIComponent('1["all",["genre","is","Crime"]]');
  await goTo(page, `/library/${library.id}?view=series&filter=${filter}`);
  await hears('Series: 0 of 3');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('nowhere to be found');
  await hears('No results for “nowhere to be found”');
  expect(await faultsOf(page)).toEqual([]);
});
