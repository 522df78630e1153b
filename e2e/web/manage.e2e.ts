import { faultsOf } from '../support/accessibility.ts';
import { phoneSize } from '../support/phone.ts';
import { goTo } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';

test('an admin finds a setting, changes it, takes it back and reads who did what', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn('/settings');
  await page.getByLabel('Search settings').fill('papierkorb qqq');
  await page.getByText('No setting matches.').waitFor();
  await page.getByLabel('Search settings').fill('missing books');
  await page.getByRole('link', { name: 'Keep missing books for' }).click();

  const days = page.getByLabel('Keep missing books for', { exact: true });
  await expect.poll(() => days.inputValue()).toMatch(/^30\sdays$/);
  await days.fill('5');
  await days.press('Enter');
  await page.getByText('Changed by ada').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => days.inputValue()).toMatch(/^30\sdays$/);

  await days.fill('99999');
  await days.press('Enter');
  await page
    .getByRole('alert')
    .filter({ hasText: /At most 3,650/ })
    .waitFor();

  await page.getByRole('button', { name: 'Keep missing books for: history' }).click();
  await page.getByText(/30\sdays → 5\sdays/).waitFor();
});

test('somebody new signs in, is shut out and comes back', async ({ server, openSignedIn }) => {
  const page = await openSignedIn('/settings/people');
  await page.getByRole('button', { name: 'Add a person' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('grace');
  await dialog.getByLabel('Password', { exact: true }).fill('a good password');
  await dialog.getByText('More permissions').click();
  await dialog.getByLabel('See tasks').check();
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('Reader · 1 more permission · Never signed in').waitFor();

  const signIn = async () => {
    const { status } = await fetch(`${server.url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'grace', password: 'a good password' }),
    });
    return status;
  };
  expect(await signIn()).toBe(200);
  await page.getByLabel('grace can sign in').press('Space');
  await page.getByText('grace was signed out and can no longer sign in').waitFor();
  expect(await signIn()).toBe(401);
  await page.keyboard.press('Control+z');
  await expect.poll(signIn).toBe(200);
});

test('a key is shown once and works until it is revoked', async ({ server, openSignedIn }) => {
  const page = await openSignedIn('/settings/account');
  await page.getByRole('button', { name: 'New key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('My script');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const key = await dialog.getByText(/^octavo_/).innerText();
  const ask = async () => {
    const answer = await fetch(`${server.url}/api/v1/auth/me`, { headers: { 'x-api-key': key } });
    return answer.status;
  };
  expect(await ask()).toBe(200);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Revoke My script' }).click();
  await page.getByRole('button', { name: 'Revoke', exact: true }).click();
  await page.getByText('No API keys yet.').waitFor();
  expect(await ask()).toBe(401);
});

const pages = [
  '/settings',
  '/settings/account',
  '/settings/keyboard',
  '/settings/libraries',
  '/settings/schedules',
  '/settings/people',
  '/settings/metadata',
  '/settings/mail',
  '/settings/release-sources',
  '/settings/tasks',
  '/settings/advanced',
  '/releases',
  '/stats',
];

test.for([
  { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { colorScheme: 'dark', viewport: phoneSize },
] as const)('these pages are accessible in $colorScheme', async (options, { openSignedIn }) => {
  const page = await openSignedIn('/', options);
  const found: string[] = [];
  for (const address of pages) {
    // Without loading the app and axe again, which takes longer than the check.
    await goTo(page, address);
    await page.getByRole('heading', { level: 1 }).waitFor();
    found.push(...(await faultsOf(page)));
  }
  expect(found).toEqual([]);
});
