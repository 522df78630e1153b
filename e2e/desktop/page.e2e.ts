import path from 'node:path';

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
  expect(await first.page.getByLabel('Password').count()).toBe(0);
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

  // Another day, and a window that remembers nothing: still nobody has to sign in.
  const second = await startInChromium(browser, userData, port);
  await second.page.getByRole('heading', { name: 'New series' }).waitFor();
  expect(await second.page.getByLabel('Password').count()).toBe(0);
  expect(await second.desktop.quit()).toBe(0);
});
