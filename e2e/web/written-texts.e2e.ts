import { createAnnotation } from '../../shared/api/annotations.ts';
import { signIn } from '../support/page-steps.ts';
import { scanPepperAndCarrot } from '../support/library.ts';
import { goTo } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';

test('a note that could not be saved stays open as it was written, and is saved later', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const { contest } = await scanPepperAndCarrot(client, folder);
  const body = { kind: 'note', page: 2, note: 'A cauldron', text: null } as const;
  await client.call(createAnnotation, { params: { id: contest }, body });
  const page = await openSignedIn('/annotations');
  await page.getByRole('button', { name: /^Edit/ }).click();
  const dialog = page.getByRole('dialog');
  const note = dialog.getByRole('textbox');
  await note.fill('A long thought about the cauldron');
  const message = 'The disk of the server is full';
  await page.route('**/api/v1/annotations/*', (route) =>
    route.fulfill({ status: 500, json: { error: 'InternalError', message, details: null } }),
  );
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('alert').filter({ hasText: message }).waitFor();
  await expect.poll(() => note.inputValue()).toBe('A long thought about the cauldron');

  // It is still there after the dialog was left without a decision.
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.unroute('**/api/v1/annotations/*');
  await page.getByRole('button', { name: /^Edit/ }).click();
  await expect.poll(() => note.inputValue()).toBe('A long thought about the cauldron');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('A long thought about the cauldron').waitFor();
});

test('a review is saved after the end of the session, and a change of it is gone when it is cancelled', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const { books } = await scanPepperAndCarrot(client, folder);
  const page = await openSignedIn();
  await goTo(page, `/series/${books[0]?.series_id ?? ''}`);
  const write = page.getByRole('button', { name: 'Write a review' });
  await write.click();
  const dialog = page.getByRole('dialog', { name: 'My review' });
  const text = dialog.getByRole('textbox');
  await text.fill('Charming, and free to share');
  await page.route('**/rating', (route) =>
    route.fulfill({
      status: 401,
      json: { error: 'Unauthorized', message: 'The token is no longer valid', details: null },
    }),
  );
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Your session has expired').waitFor();
  await page.unroute('**/rating');
  await signIn(page);
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Charming, and free to share').waitFor();

  const edit = page.getByRole('button', { name: 'Edit my review' });
  await edit.click();
  await text.fill('Not my kind of story');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await edit.click();
  await expect.poll(() => text.inputValue()).toBe('Charming, and free to share');
});
