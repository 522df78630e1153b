import type { Locator, Page } from 'playwright';

import { getSeries, listSeries } from '../../shared/api/series.ts';
import { createUser } from '../../shared/api/users.ts';
import type { Client } from '../../shared/client.ts';
import { scanGenerated } from '../support/library.ts';
import { endSession, signIn } from '../support/page-steps.ts';
import { goTo } from '../support/screens.ts';
import type { Octavo } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

/** Scans a series; returns its id. */
const fillSeries = async (client: Client, folder: string): Promise<string> => {
  await scanGenerated(client, folder, 'Comics', 1);
  const { data } = await client.call(listSeries);
  return data[0]?.id ?? '';
};

/** Opens the editor of a series; Home is the page before. */
const openEditor = async (page: Page, id: string): Promise<Locator> => {
  await page.goto('/');
  await page.getByRole('heading', { name: 'New series' }).waitFor();
  await goTo(page, `/series/${id}`);
  await page.getByRole('heading', { level: 1, name: 'Series 00001' }).waitFor();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.waitFor();
  return name;
};

const pathOf = (page: Page): string => new URL(page.url()).pathname;

test('a closed dialog returns the focus to its button, also when it is asked to keep what was typed', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const id = await fillSeries(client, folder);
  const page = await openSignedIn(null);
  const name = await openEditor(page, id);
  const isFocused = (control: Locator) =>
    control.evaluate((element) => element === document.activeElement);
  await expect.poll(() => isFocused(name), { message: 'begins at the first field' }).toBe(true);
  await page.keyboard.press('Escape');
  await name.waitFor({ state: 'detached' });
  const edit = page.getByRole('button', { name: 'Edit', exact: true });
  await expect.poll(() => isFocused(edit)).toBe(true);

  // A dialog of the page itself, which is mounted open.
  await page.goto('/collections');
  const create = page.getByRole('button', { name: 'New collection' }).first();
  await create.click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => isFocused(create)).toBe(true);
});

test('Escape right after the first letter asks, and a second one goes back to the editor', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const id = await fillSeries(client, folder);
  const page = await openSignedIn(null);
  const name = await openEditor(page, id);
  await name.evaluate((field: HTMLInputElement) => {
    field.focus();
    // As fast as two keys that wait for a busy page.
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
    set?.call(field, 'The Zoo');
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    field.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', bubbles: true }),
    );
  });
  const question = page.getByRole('alertdialog');
  await question.waitFor();
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await expect.poll(() => name.inputValue()).toBe('The Zoo');
  await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
});

test('Back closes the dialogs of the page that it leaves, and asks if something was typed', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const id = await fillSeries(client, folder);
  const page = await openSignedIn(null);
  const name = await openEditor(page, id);
  await name.fill('The Zoo');
  await page.goBack();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await question.waitFor({ state: 'detached' });
  await expect.poll(() => name.inputValue()).toBe('The Zoo');
  await expect.poll(() => pathOf(page)).toBe(`/series/${id}`);

  await page.goBack();
  await question.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => pathOf(page)).toBe('/');
  await page
    .getByRole('heading', { level: 1, name: 'Series 00001' })
    .waitFor({ state: 'detached' });

  await page.goForward();
  await page.getByRole('heading', { level: 1, name: 'Series 00001' }).waitFor();
  await page.getByRole('button', { name: 'Add to list' }).click();
  await page.getByRole('dialog').waitFor();
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Activity' }).click();
  await page.getByRole('dialog').waitFor();
  await page.goForward();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

test('a double click on the button of a dialog sends one request', async ({ openSignedIn }) => {
  const page = await openSignedIn('/collections');
  await page.getByRole('button', { name: 'New collection' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Twice');
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/collections')) sent += 1;
  });
  await dialog.getByRole('button', { name: 'Create' }).evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await page.getByRole('heading', { level: 1, name: 'Twice' }).waitFor();
  expect(sent).toBe(1);
});

/** Ends the session of the page; the page notices when it saves, or before. */
const endSessionAndSave = async (page: Page, server: Octavo): Promise<void> => {
  await endSession(page, server.url);
  const save = page.getByRole('dialog').locator('button[type="submit"]', { hasText: 'Save' });
  await save.evaluate((button: HTMLElement) => button.click());
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
};

test('a change made as the session ends is saved after the person signs in again, and never for another person', async ({
  client,
  server,
  folder,
  openSignedIn,
}) => {
  const id = await fillSeries(client, folder);
  const guest = { username: 'bert', password: 'a good password' };
  await client.call(createUser, { body: guest });
  const nameOnServer = async () => (await client.call(getSeries, { params: { id } })).name;
  const page = await openSignedIn(null);
  const name = await openEditor(page, id);
  await name.fill('The Zoo');
  await endSessionAndSave(page, server);
  await signIn(page);
  await name.waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1, name: 'The Zoo' }).waitFor();
  expect(await nameOnServer()).toBe('The Zoo');

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await name.fill('The Ark');
  await endSessionAndSave(page, server);
  await signIn(page, guest.password, guest.username);
  // The page is loaded again.
  await name.waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1, name: 'The Zoo' }).waitFor();
  // Dialogs are loaded a moment after the page.
  await page.waitForTimeout(2500);
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  expect(await nameOnServer()).toBe('The Zoo');
});
