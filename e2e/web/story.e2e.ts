import path from 'node:path';

import { copyFixtures } from '../support/library.ts';
import { phoneOptions } from '../support/phone.ts';
import { reader } from '../support/reader.ts';
import { owner } from '../support/server.ts';
import { expect, test } from '../support/test.ts';
import { signIn } from '../support/page-steps.ts';

test('from an empty server to a comic that resumes at the same page on two devices', async ({
  folder,
  open,
}) => {
  copyFixtures('library/Comics', path.join(folder, 'Comics'));

  // First visit: account, folder, direction.
  const page = await open('/');
  await page.getByLabel('Name').fill(owner.username);
  await page.getByLabel('E-mail').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Create account' }).click();

  await page.getByRole('button', { name: 'Choose folder' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose a folder' });
  await dialog.getByRole('button', { name: 'Comics', exact: true }).click();
  await dialog.getByRole('navigation').getByRole('button', { name: 'Comics' }).waitFor();
  await dialog.getByRole('button', { name: 'Choose this folder' }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('heading', { name: 'Does this look right?' }).waitFor();
  await page
    .getByRole('list', { name: 'Series' })
    .getByText('Pepper & Carrot', { exact: true })
    .waitFor();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Open my library' }).click();

  // Home fills during the scan.
  const home = page.getByRole('heading', { name: 'Home', level: 1 });
  await home.waitFor({ state: 'attached' });
  await page.getByRole('heading', { name: 'New series' }).waitFor();

  // Library, series, book.
  const navigation = page.getByRole('navigation', { name: 'Main navigation' });
  await navigation.getByRole('link', { name: 'Comics', exact: true }).click();
  // Home has cards of the same names, so wait for the library's list.
  await page
    .getByRole('list', { name: 'Comics' })
    .getByRole('link', { name: /^Pepper & Carrot \d/ })
    .click();
  await page.getByRole('heading', { name: 'Pepper & Carrot', level: 1 }).waitFor();
  await page
    .getByRole('main')
    .getByRole('link', { name: /^The Potion Contest/ })
    .click();
  await page.getByRole('heading', { name: 'The Potion Contest', level: 1 }).waitFor();
  const bookAddress = new URL(page.url()).pathname;
  await page.getByRole('link', { name: 'Read', exact: true }).click();

  // Keys turn pages both ways; two pages form a spread where they fit.
  const comic = reader(page);
  await comic.shows('Page 1');
  await page.keyboard.press('ArrowRight');
  await comic.shows('Page 2');
  await page.keyboard.press('ArrowRight');
  await comic.shows('Pages 3–4');
  await page.keyboard.press('ArrowLeft');
  await comic.shows('Page 2');
  await page.keyboard.press('Space');
  await comic.shows('Pages 3–4');

  // A reload resumes at the same position.
  await page.reload();
  await comic.shows('Pages 3–4');

  // A phone with the same account opens at this position and follows changes.
  const phone = await open(bookAddress, phoneOptions);
  await signIn(phone);
  await phone.getByRole('link', { name: 'Continue · p 3' }).waitFor();
  await page.keyboard.press('ArrowRight');
  await comic.shows('Pages 5–6');
  await phone.getByRole('link', { name: 'Continue · p 5' }).click();

  // Swipes on the phone update the desktop.
  const onPhone = reader(phone);
  await onPhone.shows('Page 5');
  await onPhone.swipe('left');
  await onPhone.shows('Page 6');
  await onPhone.swipe('right');
  await onPhone.shows('Page 5');
  await onPhone.swipe('left');
  await onPhone.shows('Page 6');
  await onPhone.swipe('left');
  await onPhone.shows('Page 7');
  await page.getByRole('button', { name: 'Go to page 7' }).click();
  await comic.shows('Pages 7–8');

  // The book's page and Home offer to continue.
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Continue · p 7' }).waitFor();
  await navigation.getByRole('link', { name: 'Home' }).click();
  await page.getByRole('region', { name: 'Continue' }).getByText('Page 7 of 12').waitFor();
  await expect.poll(() => page.title()).toContain('Octavo');
});
