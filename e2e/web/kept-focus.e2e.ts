import path from 'node:path';

import type { Locator, Page } from 'playwright';

import { createAnnotation } from '../../shared/api/annotations.ts';
import { listBooks } from '../../shared/api/books.ts';
import { createCollection } from '../../shared/api/collections.ts';
import { listSeries } from '../../shared/api/series.ts';
import { updateProgress } from '../../shared/api/progress.ts';
import { createUser } from '../../shared/api/users.ts';
import { writeEpub } from '../support/epub.ts';
import { generateLibrary, scanGenerated, scanLibrary } from '../support/library.ts';
import { enter, signIn } from '../support/page-steps.ts';
import { goTo } from '../support/screens.ts';
import { setUp } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

const isFocused = (element: Locator): Promise<boolean> =>
  element.evaluate((shown) => shown === document.activeElement);

const focusedText = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.textContent ?? '');

/** Loads the app and waits for the part of it that keeps the focus, which is loaded a moment later. */
const loadWhole = async (page: Page, load: () => Promise<unknown>): Promise<void> => {
  const part = page.waitForResponse(/\/late-parts-[^/]+\.js$/);
  await load();
  await (await part).finished();
};

const enterWhole = (page: Page): Promise<void> => loadWhole(page, () => enter(page));

test('the focus moves to the next row when its own is deleted', async ({
  client,
  folder,
  open,
}) => {
  for (const username of ['bert', 'cleo', 'dora']) {
    await client.call(createUser, { body: { username, password: 'a good password' } });
  }
  const page = await open('/');
  await enterWhole(page);
  await goTo(page, '/settings/people');
  const rowOf = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  const remove = async (name: string) => {
    await page.getByRole('button', { name: `Delete ${name}` }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).focus();
    await page.keyboard.press('Enter');
    await rowOf(name).waitFor({ state: 'detached' });
  };
  await remove('cleo');
  await expect.poll(() => isFocused(rowOf('dora'))).toBe(true);
  await page.keyboard.press('Tab');
  expect(await rowOf('dora').evaluate((row) => row.contains(document.activeElement))).toBe(true);
  // The last one hands it to the one before.
  await remove('dora');
  await expect.poll(() => isFocused(rowOf('bert'))).toBe(true);

  // Without a dialog, while the menus of fields are in the document.
  await scanLibrary(client, 'Comics', generateLibrary(path.join(folder, 'Comics'), 1));
  const { data: books } = await client.call(listBooks);
  const params = { id: books[0]?.id ?? '' };
  for (const number of [1, 2]) {
    const mark = { kind: 'bookmark', page: number, note: null, text: null } as const;
    await client.call(createAnnotation, { params, body: mark });
  }
  await goTo(page, '/annotations');
  await page.getByRole('button', { name: /^Delete the annotation on Page 1/ }).focus();
  await page.keyboard.press('Enter');
  const left = page.getByRole('region', { name: 'Series 00001' });
  await expect.poll(() => isFocused(left.last())).toBe(true);
  await page.getByRole('button', { name: /^Delete the annotation on Page 2/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'No annotations yet' }).waitFor();
  await expect.poll(() => focusedText(page)).toMatch(/^No annotations yet/);
});

test('a row that got the focus has it again after the notification that undoes', async ({
  client,
  folder,
  open,
}) => {
  await scanGenerated(client, folder, 'Comics', 2);
  const { data: books } = await client.call(listBooks);
  for (const { id } of books) {
    await client.call(updateProgress, { params: { id }, body: { current_page: 1 } });
  }
  const page = await open('/');
  await enterWhole(page);
  const cards = page.getByRole('region', { name: 'Continue' }).getByRole('listitem');
  await cards.nth(1).waitFor();
  await cards.first().getByRole('button').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => cards.count()).toBe(1);
  await expect.poll(() => isFocused(cards)).toBe(true);
  await page.getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => cards.count()).toBe(2);
  await expect.poll(() => isFocused(cards.last())).toBe(true);
});

test('the focus goes on within the panel of a reader and within a dialog', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const library = path.join(folder, 'Books');
  writeEpub(path.join(library, 'Text', 'Text.epub'), { title: 'Text', parts: 3 });
  await scanLibrary(client, 'Books', library);
  const { data: books } = await client.call(listBooks);
  const params = { id: books[0]?.id ?? '' };
  for (const number of [1, 2, 3]) {
    const mark = { kind: 'bookmark', page: number, note: null, text: null } as const;
    await client.call(createAnnotation, { params, body: mark });
  }
  const page = await openSignedIn(null);
  await loadWhole(page, () => page.goto(`/read/${params.id}`));
  await page.locator('main[data-state="ready"]').waitFor();
  await page.keyboard.press('a');
  const panel = page.getByRole('dialog', { name: 'Bookmarks and notes' });
  const rowOf = (number: number) => panel.getByRole('listitem').filter({ hasText: `${number}` });
  const pressIn = async (scope: Locator, name: string) => {
    await scope.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
  };
  await pressIn(rowOf(2), 'Delete');
  await expect.poll(() => isFocused(rowOf(3))).toBe(true);
  // In the dialog over the panel.
  await pressIn(rowOf(3), 'Edit');
  await pressIn(page.getByRole('dialog', { name: 'Note', exact: true }), 'Delete');
  await expect.poll(() => isFocused(rowOf(1))).toBe(true);
  await pressIn(rowOf(1), 'Delete');
  await expect.poll(() => isFocused(panel.getByText(/^No bookmarks/))).toBe(true);
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });

  await loadWhole(page, () => page.goto(`/book/${params.id}`));
  await page.getByRole('main').getByRole('button', { name: 'Edit', exact: true }).click();
  const editor = page.getByRole('dialog');
  await editor.getByRole('tab', { name: 'Links' }).click();
  await pressIn(editor, 'Add a link');
  await pressIn(editor, 'Remove line 1');
  await expect.poll(() => isFocused(editor.getByRole('button', { name: 'Add a link' }))).toBe(true);
});

test('the focus is kept where a list or a part of the page is replaced', async ({
  client,
  folder,
  open,
}) => {
  await scanGenerated(client, folder, 'Comics', 1);
  const { data: series } = await client.call(listSeries);
  const series_ids = series.map(({ id }) => id);
  const { id } = await client.call(createCollection, { body: { name: 'Space', series_ids } });
  const page = await open('/');
  await enterWhole(page);
  await goTo(page, `/collection/${id}`);
  await page.getByRole('button', { name: 'Arrange', exact: true }).click();
  await page.getByRole('button', { name: /^Remove Series 00001/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'This collection is empty' }).waitFor();
  await expect.poll(() => focusedText(page)).toMatch(/^This collection is empty/);

  // The button leaves with the shelves before it.
  await goTo(page, '/');
  await page.getByRole('button', { name: 'Arrange shelves' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Arrange shelves' }).waitFor();
  await page.keyboard.press('Tab');
  await expect
    .poll(() => isFocused(page.getByRole('button', { name: 'Move Continue' })))
    .toBe(true);
});

test('the buttons that turn pages keep the focus, at the last page too', async ({
  server,
  open,
}) => {
  await setUp(server);
  const page = await open('/');
  // Ten entries are a page.
  for (let failures = 0; failures < 9; failures += 1) {
    await fetch(`${server.url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'ada', password: `wrong ${failures}` }),
    });
  }
  await signIn(page);
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
  await goTo(page, '/settings/account');
  const list = page.getByRole('region', { name: 'Sign-ins of the last 90 days' });
  const next = list.getByRole('button', { name: 'Next page' });
  await next.focus();
  await page.keyboard.press('Enter');
  await list.getByText('2 of 2').waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => next.getAttribute('aria-disabled')).toBe('true');
  await expect.poll(() => isFocused(next)).toBe(true);
  await list.getByText('2 of 2').waitFor();
});

test('a click beside a field removes its focus for good', async ({ server, open }) => {
  await setUp(server);
  const page = await open('/');
  await enterWhole(page);
  await goTo(page, '/settings/people');
  const focused = () => page.evaluate(() => document.activeElement?.tagName);
  for (const [place, element] of [
    [page.getByRole('navigation', { name: 'Main navigation' }), 'BODY'],
    [page.getByRole('heading', { level: 1, name: 'People' }), 'MAIN'],
  ] as const) {
    await page.getByRole('button', { name: 'Add a person' }).focus();
    await place.click({ position: { x: 1, y: 1 } });
    await page.evaluate(async () => {
      // The focus is given up after the event.
      await new Promise((resolve) => setTimeout(resolve, 50));
      document.querySelector('#content')?.append(document.createElement('p'));
      await new Promise((resolve) => setTimeout(resolve, 50));
    });
    await expect.poll(focused).toBe(element);
  }
});

test('a button of a dialog has the focus again when its request has failed', async ({
  server,
  open,
}) => {
  await setUp(server);
  const page = await open('/');
  await enterWhole(page);
  await goTo(page, '/collections');
  await page.route('**/api/v1/collections', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  );
  await page.getByRole('button', { name: 'New collection' }).first().click();
  const dialog = page.getByRole('dialog');
  const name = dialog.getByRole('textbox', { name: 'Name' }).first();
  await name.fill('Space');
  const create = dialog.getByRole('button', { name: 'Create' });
  await create.focus();
  await page.keyboard.press('Enter');
  await dialog.getByRole('alert').waitFor();
  await expect.poll(() => isFocused(create)).toBe(true);
  await name.focus();
  await page.unroute('**/api/v1/collections');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
});
