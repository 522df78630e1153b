import path from 'node:path';

import type { Page } from 'playwright';

import { createProvider } from '../../shared/api/sign-in-providers.ts';
import { listUsers } from '../../shared/api/users.ts';
import { writeCbz } from '../../server/testing/zip.ts';
import { startOpenIdProvider } from '../../server/testing/openid-provider.ts';
import { faultsOf } from '../support/accessibility.ts';
import { scanLibrary } from '../support/library.ts';
import { endSession, readerOfFirstBook } from '../support/page-steps.ts';
import { reader } from '../support/reader.ts';
import { owner } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

/** On another site than the server, for the cookies. */
const startProvider = (url: string) =>
  startOpenIdProvider([`${url}/api/v1/auth/sso/our-house/callback`], 'localhost');

/** Signs in on the page of the provider; its fields have no labels, only placeholders. */
const signInThere = async (there: Page, name: string): Promise<void> => {
  await there.getByPlaceholder('Enter any login').fill(name);
  await there.getByPlaceholder('and password').fill('any');
  await there.getByRole('button', { name: 'Sign-in' }).click();
  await there.getByRole('button', { name: 'Continue' }).click();
};

test('an admin adds a provider, and a person signs in with it, links it and signs out', async ({
  client,
  server,
  open,
  openSignedIn,
}) => {
  const provider = await startProvider(server.url);
  provider.people = {
    'c-1': { preferred_username: 'carol', email: 'carol@example.com', email_verified: true },
    'a-1': { preferred_username: 'ada at home' },
  };

  const page = await openSignedIn('/settings/people');
  await page.getByRole('button', { name: 'Add a provider' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Our house');
  await dialog.getByText(`${server.url}/api/v1/auth/sso/our-house/callback`).waitFor();
  await dialog.getByLabel('Issuer').fill(`${provider.issuer}/wrong`);
  await dialog.getByLabel('Client ID').fill('octavo');
  await dialog.getByLabel('Client secret', { exact: true }).fill('a secret of the client');
  await dialog.getByLabel('The first sign-in creates an account').press('Space');
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'Check Our house' }).click();
  await page.getByText(/There is no discovery document/).waitFor();
  await page.getByRole('button', { name: 'Edit Our house' }).click();
  await dialog.getByLabel('Issuer').fill(provider.issuer);
  await dialog.getByLabel('Client secret', { exact: true }).fill('a secret of the client');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Check Our house' }).click();
  await page.getByText('Our house answers, and knows Octavo', { exact: true }).waitFor();
  expect(await faultsOf(page)).toEqual([]);

  // A new person.
  const visitor = await open('/settings/account');
  await visitor.getByRole('link', { name: 'Continue with Our house' }).click();
  await signInThere(visitor, 'c-1');
  await visitor.getByRole('heading', { name: 'Linked accounts' }).waitFor();
  expect(new URL(visitor.url()).pathname).toBe('/settings/account');
  expect(visitor.url()).not.toContain('sso');
  await visitor.getByText('You have no password').waitFor();
  expect(await faultsOf(visitor)).toEqual([]);
  const { data } = await client.call(listUsers);
  expect(data.map(({ username }) => username)).toContain('carol');
  await visitor.getByRole('button', { name: 'Unlink Our house' }).click();
  const question = visitor.getByRole('dialog');
  await question.getByRole('button', { name: 'Unlink', exact: true }).click();
  await question.getByText('You could no longer sign in.').waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await visitor.getByRole('button', { name: 'Profile' }).click();
  await visitor.getByRole('menuitem', { name: 'Sign out' }).click();
  await visitor.getByRole('button', { name: 'Yes, sign me out' }).click();
  await visitor.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(new URL(visitor.url()).origin).toBe(server.url);

  // The owner links an account, and unlinks it, soon after signing in with the password.
  await page.goto(`${server.url}/settings/account`);
  await page.getByRole('button', { name: 'Link Our house' }).click();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await signInThere(page, 'a-1');
  await page.getByText('Our house is linked').waitFor();
  await page.getByText('ada at home').waitFor();
  await page.getByRole('button', { name: 'Unlink Our house' }).click();
  await dialog.getByRole('button', { name: 'Unlink', exact: true }).click();
  await page.getByRole('button', { name: 'Link Our house' }).waitFor();

  // As after a failure.
  await visitor.goto('/register');
  await visitor.goto('/sign-in#sso-error=unreachable&slug=our-house');
  await visitor.getByText('Our house could not be reached.').waitFor();
  expect(visitor.url()).not.toContain('#');
  expect(await faultsOf(visitor)).toEqual([]);
  await provider.stop();
});

test('a provider leads back to the page of the book at which the session expired', async ({
  client,
  server,
  folder,
  openSignedIn,
}) => {
  const provider = await startProvider(server.url);
  provider.people = { ada: { email: owner.email, email_verified: true } };
  await client.call(createProvider, {
    body: {
      slug: 'our-house',
      name: 'Our house',
      issuer: provider.issuer,
      client_id: 'octavo',
      client_secret: 'a secret of the client',
      links_by_email: true,
    },
  });
  writeCbz(path.join(folder, 'Comics', 'Harbour', 'Harbour 001.cbz'), 6);
  await scanLibrary(client, 'Comics', path.join(folder, 'Comics'));
  const page = await openSignedIn(`${await readerOfFirstBook(client)}?page=2`);
  const comic = reader(page);
  await comic.shows('Page 2');
  await endSession(page, server.url);
  await page.keyboard.press('ArrowRight');
  // As soon as another position is saved, the address no longer names the page at which the book was opened.
  const link = page.getByRole('link', { name: 'Continue with Our house' });
  await expect.poll(() => link.getAttribute('href')).not.toContain('page');
  await link.click();
  await signInThere(page, 'ada');
  await comic.shows('Page 3');
  await provider.stop();
});
