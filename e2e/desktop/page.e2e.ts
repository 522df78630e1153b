import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { Browser } from 'playwright';

import { startDesktop } from '../../main/desktop.ts';
import { copyFixtures } from '../support/library.ts';
import { root } from '../support/server.ts';
import { expect, test } from '../support/test.ts';
import { createChromiumDesktop } from './chromium-ports.ts';

/** The real shell and server with the built page and preload script; only Electron is played. */
const startInChromium = async (browser: Browser, userData: string) => {
  mkdirSync(path.join(userData, 'data'), { recursive: true });
  const config = 'log: { level: warn }\nserver: { port: 24477 }\n';
  writeFileSync(path.join(userData, 'data', 'config.yaml'), config);
  const desktop = createChromiumDesktop(browser, userData);
  await startDesktop(desktop.ports, {
    preload: path.join(root, 'dist/main/preload.cjs'),
    webRoot: path.join(root, 'dist/renderer'),
  });
  const page = await desktop.page;
  page.setDefaultTimeout(15_000);
  return { desktop, page };
};

test('the desktop window asks for a folder, never for a password', async ({ folder, browser }) => {
  const comics = copyFixtures('library/Comics', path.join(folder, 'Comics'));
  const userData = path.join(folder, 'Octavo');

  const first = await startInChromium(browser, userData);
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
  const second = await startInChromium(browser, userData);
  await second.page.getByRole('heading', { name: 'New series' }).waitFor();
  expect(await second.page.getByLabel('Password').count()).toBe(0);
  expect(await second.desktop.quit()).toBe(0);
});
