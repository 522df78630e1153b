import path from 'node:path';

import { findFreePort } from '../../server/http/net/free-port.ts';
import { copyFixtures } from '../support/library.ts';
import { expect, test } from '../support/test.ts';
import { startInChromium } from './start-in-chromium.ts';

const port = 24_477;

test('the desktop window asks for a folder, never for a password', async ({ folder, browser }) => {
  const comics = copyFixtures('library/Comics', path.join(folder, 'Comics'));
  const userData = path.join(folder, 'Octavo');

  const first = await startInChromium(browser, userData, port);
  first.desktop.choose(comics);
  await first.page.getByRole('heading', { name: 'Where are your books?' }).waitFor();
  await expect.poll(() => first.page.getByLabel('Password').count()).toBe(0);
  await first.page.getByRole('button', { name: 'Choose folder' }).click();
  await first.page.getByText(comics, { exact: true }).waitFor();
  await first.page.getByRole('button', { name: 'Next' }).click();
  await first.page.getByRole('heading', { name: 'Does this look right?' }).waitFor();
  await first.page
    .getByRole('list', { name: 'Series' })
    .getByText('Pepper & Carrot', { exact: true })
    .waitFor();
  await first.page.getByRole('button', { name: 'Next' }).click();
  await first.page.getByRole('button', { name: 'Open my library' }).click();
  await first.page.getByRole('heading', { name: 'New series' }).waitFor();
  expect(await first.desktop.quit()).toBe(0);

  // Second launch, with empty page storage: no sign-in needed.
  const second = await startInChromium(browser, userData, port);
  await second.page.getByRole('heading', { name: 'New series' }).waitFor();
  await expect.poll(() => second.page.getByLabel('Password').count()).toBe(0);
  expect(await second.desktop.quit()).toBe(0);
});

test('a window follows its server to another port, and nobody signs in', async ({
  folder,
  browser,
}) => {
  const { desktop, page } = await startInChromium(browser, path.join(folder, 'Octavo'), port + 10);
  await page.getByRole('heading', { name: 'Where are your books?' }).waitFor();
  const { origin } = new URL(page.url());
  await page.goto(`${origin}/settings/advanced`);
  const next = await findFreePort(Number(new URL(origin).port) + 1, '127.0.0.1');
  const field = page.getByLabel('Port on this computer');
  await field.fill(String(next));
  await field.press('Enter');
  await page.getByRole('button', { name: 'Restart now' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(`Octavo will use port ${next}`).waitFor();
  await expect.poll(() => dialog.getByText('you sign in').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Restart now' }).click();
  await page.waitForURL(`http://127.0.0.1:${next}/settings/advanced`);
  await expect.poll(() => field.inputValue()).toBe(String(next));
  await expect.poll(() => page.getByLabel('Password').count()).toBe(0);
  expect(await desktop.quit()).toBe(0);
});

test('a window whose session has ended keeps what was typed and needs no sign-in', async ({
  folder,
  browser,
}) => {
  const { desktop, page } = await startInChromium(browser, path.join(folder, 'Octavo'), port + 20);
  await page.getByRole('heading', { name: 'Where are your books?' }).waitFor();
  const { origin } = new URL(page.url());
  await page.goto(`${origin}/collections`);
  await page.getByRole('button', { name: 'New collection' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Evening reads');
  const before = await page.evaluate(async () => {
    const token = localStorage.getItem('octavo.token') ?? '';
    const headers = { authorization: `Bearer ${token}` };
    await fetch('/api/v1/auth/logout', { method: 'POST', headers });
    return token;
  });
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name: 'Evening reads' }).waitFor();
  await expect.poll(() => page.getByLabel('Password').count()).toBe(0);
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('octavo.token')))
    .not.toBe(before);
  expect(await desktop.quit()).toBe(0);
});
