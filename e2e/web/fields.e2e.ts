import path from 'node:path';

import type { Page } from 'playwright';

import { updateSetting } from '../../shared/api/settings.ts';
import { listBooks } from '../../shared/api/books.ts';
import { smallFieldsOf } from '../support/accessibility.ts';
import { copyFixtures, scanLibrary } from '../support/library.ts';
import { phoneOptions } from '../support/phone.ts';
import { goTo } from '../support/screens.ts';
import { setUp } from '../support/server.ts';
import { expect, test } from '../support/test.ts';
import { enter } from '../support/page-steps.ts';

/** The fields of the visible form with their hints for phones and password managers. */
const fieldsOf = async (page: Page, within = 'form'): Promise<string[]> => {
  await page.locator(`${within} input[autocomplete]`).first().waitFor({ state: 'attached' });
  return page.evaluate(
    (form) =>
      [...document.querySelectorAll<HTMLInputElement>(`${form} input:not([type=checkbox])`)].map(
        (field) =>
          [
            field.labels?.[0]?.textContent.replace(/\W+$/, '') ?? 'no label',
            field.autocomplete,
            `capitals ${field.autocapitalize || 'as the system likes'}`,
            `correct ${field.getAttribute('autocorrect') ?? 'yes'}`,
            field.spellcheck ? 'spelling' : 'no spelling',
          ].join(', '),
      ),
    within,
  );
};

const verbatim = 'capitals none, correct off, no spelling';

test('fields of every form with a password declare their content, and leave it as it is typed', async ({
  server,
  open,
}) => {
  const page = await open('/', phoneOptions);
  expect(await fieldsOf(page)).toEqual([
    `User name, username, ${verbatim}`,
    `E-mail, email, ${verbatim}`,
    `Password, new-password, ${verbatim}`,
  ]);
  const client = await setUp(server);
  const params = { key: 'auth.registration_enabled' };
  await client.call(updateSetting, { params, body: { value: true } });

  await page.goto('/sign-in');
  expect(await fieldsOf(page)).toEqual([
    `User name or e-mail, username webauthn, ${verbatim}`,
    `Password, current-password, ${verbatim}`,
  ]);
  await goTo(page, '/register');
  await page.getByLabel('E-mail').waitFor();
  expect(await fieldsOf(page)).toEqual([
    `User name, username, ${verbatim}`,
    expect.stringMatching(/^E-mail.*, email, capitals none, correct off, no spelling$/),
    `Password, new-password, ${verbatim}`,
  ]);
  await page.getByRole('link', { name: 'Back to sign-in' }).waitFor();
  await goTo(page, '/verify-email');
  await page.getByRole('button', { name: 'again' }).or(page.getByText('Send')).first().waitFor();
  expect(await fieldsOf(page)).toEqual([
    expect.stringMatching(/^E-mail.*, email, capitals none, correct off, no spelling$/),
  ]);

  await page.goto('/reset-password?token=none');
  expect(await fieldsOf(page)).toEqual([
    expect.stringMatching(
      /^New password.*, new-password, capitals none, correct off, no spelling$/,
    ),
  ]);

  await page.goto('/sign-in');
  await enter(page);
  await goTo(page, '/settings/account');
  // The first field is hidden and names the account for password managers.
  await expect
    .poll(() => fieldsOf(page))
    .toEqual([
      `no label, username, ${verbatim}`,
      expect.stringMatching(/^E-mail.*, email, capitals none, correct off, no spelling$/),
      // The current password was given a moment ago.
      expect.stringMatching(/, new-password, capitals none, correct off, no spelling$/),
    ]);
  await goTo(page, '/settings/people');
  await page.getByRole('button', { name: 'Add a person' }).click();
  const person = await fieldsOf(page, '[role="dialog"] form');
  expect(person.slice(0, 3)).toEqual([
    // Another user: the browser would fill in the administrator's name.
    `User name, off, ${verbatim}`,
    expect.stringMatching(/^E-mail.*, off, capitals none, correct off, no spelling$/),
    expect.stringMatching(/^Password.*, new-password, capitals none, correct off, no spelling$/),
  ]);
  await page.keyboard.press('Escape');
  await goTo(page, '/settings/mail');
  const mail = await fieldsOf(page, 'main');
  expect(mail.filter((field) => field.includes('new-password'))).toHaveLength(1);
  expect(mail.filter((field) => field.includes('username'))).toEqual([]);
});

test('no field of a dialog or of a reader makes a phone zoom in', async ({
  client,
  folder,
  openSignedIn,
}) => {
  for (const part of ['Comics/Pepper & Carrot', 'Books', 'PDF/pdf.js samples']) {
    copyFixtures(`library/${part}`, path.join(folder, 'All', part));
  }
  await scanLibrary(client, 'All', path.join(folder, 'All'));
  const { data } = await client.call(listBooks, { query: { pageSize: 500 } });
  const book = (name: string) => data.find(({ path: file }) => file.includes(name));
  const page = await openSignedIn('/', phoneOptions);
  const found: string[] = [];
  let seen = 0;
  const look = async (screen: string, field: string) => {
    await page.locator(field).first().waitFor();
    seen += 1;
    found.push(...(await smallFieldsOf(page, screen)));
  };

  await page.keyboard.press('Control+k');
  await look('palette', '[role="dialog"] input');
  await page.keyboard.press('Escape');
  await goTo(page, '/collections');
  await page.getByRole('button', { name: 'New collection' }).first().click();
  await page.getByText('By rules').click();
  await page.getByRole('button', { name: 'Add rule' }).click();
  await look('new collection', '[role="dialog"] select');

  await page.goto(`/read/${book('Potion Contest')?.id ?? ''}?incognito=true`);
  await page.locator('main[data-state="ready"]').waitFor();
  await page.keyboard.press('m');
  await look('comic, bars', 'input[data-page-input]');
  await page.keyboard.press('s');
  await page.getByRole('button', { name: 'Save as profile' }).click();
  await look('comic, settings', '[role="dialog"] input');

  await page.goto(`/read/${book('moby')?.id ?? book('Moby')?.id ?? ''}?incognito=true`);
  await page.locator('main[data-state="ready"]').waitFor();
  await page.keyboard.press('Control+,');
  await page.getByRole('button', { name: 'Save as profile' }).click();
  await look('text, settings', '[role="dialog"] input');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+f');
  await look('text, search', '[role="dialog"] input, aside input');

  await page.goto(`/read/${book('nested_outline')?.id ?? ''}?incognito=true`);
  await page.locator('main[data-state="ready"]').waitFor();
  await page.keyboard.press('Control+f');
  await look('PDF, search', 'input[type="search"], [role="search"] input, [role="dialog"] input');
  expect(found).toEqual([]);
  expect(seen).toBe(7);
});
