import { updateSettings } from '../../shared/api/settings.ts';
import { fromBase32 } from '../../server/testing/base32.ts';
import { startMailReceiver } from '../../server/testing/mail-receiver.ts';
import { codeOf, stepAt } from '../../server/features/second-factor/totp.ts';
import { faultsOf } from '../support/accessibility.ts';
import { phoneOptions } from '../support/phone.ts';
import { owner, setUp, startOctavo } from '../support/server.ts';
import { expect, test } from '../support/test.ts';
import { enter, signIn } from '../support/page-steps.ts';

test('“Stay signed in” outlasts restarts of the browser and the server', async ({
  server,
  folder,
  browser,
  open,
}) => {
  await setUp(server);
  const page = await open('/settings/account');
  await page.getByLabel('Stay signed in').check();
  expect(await faultsOf(page)).toEqual([]);
  await signIn(page);
  await page.getByRole('region', { name: 'Signed in', exact: true }).waitFor();
  // The persistent state of a browser.
  const storageState = await page.context().storageState();
  await page.close();
  const { port } = new URL(server.url);
  await server.stop();

  const again = await startOctavo(`${folder}/data`, ['--port', port]);
  try {
    const context = await browser.newContext({
      baseURL: server.url,
      storageState,
      locale: 'en-GB',
    });
    const later = await context.newPage();
    await later.goto('/settings/account');
    const sessions = later.getByRole('region', { name: 'Signed in', exact: true });
    await sessions.getByText(/This browser.*stays signed in/).waitFor();

    // Another browser, which is ended from here; the choice is remembered for its next sign-in.
    const elsewhere = await open('/settings/account');
    await enter(elsewhere);
    await later.reload();
    const ofChrome = sessions.getByRole('button', { name: /^Sign out Chrome/ });
    await ofChrome.click();
    await ofChrome.waitFor({ state: 'detached' });
    // Those of the test's own clients.
    await sessions.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await expect.poll(() => sessions.getByRole('button').count()).toBe(0);
    await elsewhere.goto('/settings');
    await elsewhere.getByRole('heading', { name: 'Sign in' }).waitFor();
    await context.close();
  } finally {
    await again.stop();
  }
});

test('a forgotten password is replaced by a mailed link', async ({ client, open }) => {
  const page = await open('/sign-in');
  await page.getByText('Forgotten your password?').click();
  await page.getByText(/octavo password/).waitFor();

  const mail = await startMailReceiver();
  const updates = Object.entries(mail.settings).map(([key, value]) => ({ key, value }));
  await client.call(updateSettings, { body: { updates } });
  await page.reload();
  await page.getByRole('link', { name: 'Forgotten your password?' }).click();
  // The page before has a field of the same name.
  await page.getByRole('button', { name: 'Send link' }).waitFor();
  await page.getByLabel('User name or e-mail').fill(owner.email);
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Send link' }).click();
  await page.getByText(/a link is on its way/).waitFor();
  await expect.poll(() => mail.mails.length).toBe(1);
  const link = /http\S+\/reset-password\?token=\S+/.exec(mail.mails[0]?.text ?? '')?.[0] ?? '';

  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill('another fine password');
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByText('Password changed').waitFor();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await signIn(page, 'another fine password');
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
  await mail.close();
});

test('a code of an app follows the password, or a recovery code', async ({ server, open }) => {
  await setUp(server);
  const page = await open('/settings/account');
  await signIn(page);
  await page.getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  const openApp = dialog.getByRole('link', { name: 'Open the app on this device' });
  await expect.poll(() => openApp.count()).toBe(0);
  const secret = fromBase32((await dialog.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? '');
  const code = (distance: number) => codeOf(secret, stepAt(new Date()) + distance);
  await dialog.getByLabel('Code', { exact: true }).fill(code(-1));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await dialog.getByRole('listitem').first().waitFor();
  const recovery = await dialog.getByRole('listitem').allTextContents();
  expect(recovery).toHaveLength(10);
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByText('10 codes left').waitFor();

  const other = await open('/settings/account');
  await signIn(other);
  await other.getByLabel('Code', { exact: true }).fill('000000');
  await other.getByRole('button', { name: 'Sign in' }).click();
  await other.getByText('This code is wrong or was already used').waitFor();
  expect(await faultsOf(other)).toEqual([]);
  await other.getByLabel('Code', { exact: true }).fill(recovery[0] ?? '');
  await other.getByRole('button', { name: 'Sign in' }).click();
  await other.getByText('9 codes left').waitFor();
});

test('a phone opens the app for codes, because it cannot scan its own screen', async ({
  server,
  open,
}) => {
  await setUp(server);
  const page = await open('/settings/account', phoneOptions);
  await signIn(page);
  await page.getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Next' }).click();
  const link = dialog.getByRole('link', { name: 'Open the app on this device' });
  await expect
    .poll(() => link.getAttribute('href'))
    .toMatch(/^otpauth:\/\/totp\/Octavo:ada\?secret=/);
  expect(await faultsOf(page)).toEqual([]);
});

test('a passkey signs in without name and password, until it is removed', async ({
  server,
  open,
}) => {
  await setUp(server);
  // Passkeys belong to a host name, which a numeric address is not.
  const url = server.url.replace('127.0.0.1', 'localhost');
  const page = await open(`${url}/settings/account`);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await signIn(page);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('My phone');
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('My phone', { exact: true }).waitFor();

  const signOut = async () => {
    await page.getByRole('button', { name: 'Profile' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
  };
  // With this authenticator, the suggestions of the user name field sign in automatically.
  const setPresence = (enabled: boolean) =>
    devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
  await setPresence(false);
  await signOut();
  const use = page.getByRole('button', { name: 'Use a passkey' });
  await use.waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await setPresence(true);
  await use.click();
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor();

  await page.goto(`${url}/settings/account`);
  await page.getByRole('button', { name: 'Remove My phone' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await page.getByText(/No passkeys yet/).waitFor();
  await page.goto(`${server.url}/sign-in`);
  await enter(page);
  await page.goto(`${server.url}/settings/account`);
  await page.getByText(/Passkeys need a host name/).waitFor();
});

test('language and colours are chosen before signing in, and saved', async ({ server, open }) => {
  await setUp(server);
  const page = await open('/sign-in', { colorScheme: 'light' });
  await page.getByText('Deutsch').click();
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
  await page.getByText('Dunkel').click();
  const html = page.locator('html[lang="de"][data-mantine-color-scheme="dark"]');
  await html.waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByLabel('Benutzername').fill(owner.username);
  await page.getByLabel('Passwort', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await page.getByRole('button', { name: 'Profil' }).waitFor();
  await html.waitFor();
});
