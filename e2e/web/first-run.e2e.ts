import { mkdirSync } from 'node:fs';
import path from 'node:path';

import { faultsOf } from '../support/accessibility.ts';
import { generateLibrary } from '../support/library.ts';
import { phoneOptions, phoneSize } from '../support/phone.ts';
import { owner } from '../support/server.ts';
import { expect, test } from '../support/test.ts';
import { textFaultsOf } from '../support/text-size.ts';

test('the wizard survives a reload, Home does not swallow it, and the chooser finds folders', async ({
  folder,
  open,
}) => {
  generateLibrary(path.join(folder, 'Books', 'Comics'), 2);
  generateLibrary(path.join(folder, 'Books', 'Manga'), 2);
  mkdirSync(path.join(folder, '.cache'));
  const page = await open('/');
  const create = page.getByRole('button', { name: 'Create account' });
  await create.click();
  await page.getByText('Enter a user name').waitFor();
  await page.getByText('Enter a password').waitFor();
  await page.getByLabel('User name').fill(owner.username);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await create.click();

  await page.getByText('Step 2 of 4').waitFor();
  await page.getByText('Skipping opens Octavo without books').waitFor();
  // A last place that is gone, such as a drive, is replaced by the home folder.
  await page.evaluate(() => localStorage.setItem('octavo.last-folder', '/no/such/drive'));
  await page.getByRole('button', { name: 'Choose folder' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose a folder' });
  const place = dialog.getByRole('navigation', { name: 'Open folder' });
  const entry = (name: string) => dialog.getByRole('button', { name, exact: true });
  // Home, without what is hidden.
  await entry('Books').waitFor();
  await expect.poll(() => entry('.cache').count()).toBe(0);
  await dialog.getByRole('switch', { name: 'Show hidden folders' }).click({ force: true });
  await entry('.cache').waitFor();
  expect(await faultsOf(page, 'the chooser')).toEqual([]);

  // A typed path is completed, and opens with Enter.
  const field = dialog.getByLabel('Path');
  await field.fill(path.join(folder, 'Bo'));
  await page.getByRole('option', { name: path.join(folder, 'Books') }).waitFor();
  await field.press('ArrowDown');
  await field.press('Enter');
  await entry('Comics').waitFor();
  await field.fill(path.join(folder, 'Nowhere'));
  await field.press('Enter');
  await dialog.getByText('was not found').waitFor();
  // A wrong path stays, to be corrected.
  await expect.poll(() => field.inputValue()).toBe(path.join(folder, 'Nowhere'));
  await field.fill(path.join(folder, 'Books', 'Comics'));
  await field.press('Enter');
  await place.getByRole('button', { name: 'Comics' }).waitFor();
  // Each part of the path leads there.
  await place.getByRole('button', { name: 'Books' }).click();
  await entry('Comics').click();
  await place.getByRole('button', { name: 'Comics' }).waitFor();
  await dialog.getByRole('button', { name: 'Choose this folder' }).click();
  await dialog.waitFor({ state: 'detached' });

  // The next folder begins where the last one was. A typed path is chosen without Enter, too.
  await page.getByRole('button', { name: 'Choose another folder' }).click();
  await entry('Manga').waitFor();
  await field.fill(path.join(folder, 'Books', 'Mango'));
  await dialog.getByRole('button', { name: 'Choose this folder' }).click();
  await dialog.getByText('was not found').waitFor();
  await field.fill(path.join(folder, 'Books', 'Manga'));
  await dialog.getByRole('button', { name: 'Choose this folder' }).click();
  await dialog.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('heading', { name: 'Does this look right?' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Does this look right?' }).waitFor();
  await page.getByText('Step 3 of 4').waitFor();
  await page.getByRole('heading', { name: 'Manga', exact: true }).waitFor();
  await page.goto(new URL('/', page.url()).href);
  await page.getByRole('heading', { name: 'Does this look right?' }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.setViewportSize(phoneSize);
  await page.getByRole('button', { name: 'Finish and import' }).waitFor();
  expect(await textFaultsOf(page, 'the last step', 12)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Open my library' }).click();
  await page.getByRole('heading', { name: 'New series' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'New series' }).waitFor();

  // Sharing is an icon that screen readers can name.
  const sharing = page.getByRole('link', { name: 'Sharing: Off' });
  await sharing.waitFor();
  await expect.poll(() => sharing.innerText()).toBe('');
  expect(await faultsOf(page)).toEqual([]);
});

test('on a phone, a completed path is below its field, and each step begins at its top', async ({
  folder,
  open,
}) => {
  const names = ['Comics', 'Manga', 'Webtoons'];
  for (const name of names) generateLibrary(path.join(folder, 'Books', name), 2);
  const page = await open('/', { ...phoneOptions, viewport: { width: 320, height: 480 } });
  await page.getByLabel('User name').fill(owner.username);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Create account' }).tap();
  const step = (number: number) => page.getByText(`Step ${number} of 4`);
  await step(2).waitFor();
  const dialog = page.getByRole('dialog', { name: 'Choose a folder' });
  const field = dialog.getByLabel('Path');
  for (const name of names) {
    await page.getByRole('button', { name: /^Choose (another )?folder$/ }).tap();
    await field.fill(path.join(folder, 'Books', name.slice(0, 3)));
    const option = page.getByRole('option', { name: path.join(folder, 'Books', name) });
    await option.waitFor();
    const isBelowField = async () => {
      const [shown, typed] = [await option.boundingBox(), await field.boundingBox()];
      return shown && typed && shown.x >= typed.x && shown.x + shown.width <= 320;
    };
    await expect.poll(isBelowField).toBe(true);
    // Nothing beside the page made it wider, which zooms out on a phone.
    expect(await page.evaluate(() => innerWidth)).toBe(320);
    await option.tap();
    await dialog.getByRole('button', { name: 'Choose this folder' }).tap();
    await dialog.waitFor({ state: 'detached' });
  }
  for (const number of [3, 4]) {
    await page.getByRole('button', { name: 'Next', exact: true }).tap();
    await step(number).waitFor();
    const scrollTop = () => page.getByRole('main').evaluate((main) => main.scrollTop);
    await expect.poll(scrollTop).toBe(0);
    const hasFocus = () => step(number).evaluate((line) => line === document.activeElement);
    await expect.poll(hasFocus).toBe(true);
  }
});
