import { createClient } from '../../shared/client.ts';
import { getMe } from '../../shared/api/auth.ts';
import { getSharing, updateSharing } from '../../shared/api/sharing.ts';
import { createUser } from '../../shared/api/users.ts';
import { findFreePort } from '../../server/http/net/free-port.ts';
import { faultsOf } from '../support/accessibility.ts';
import { phoneOptions } from '../support/phone.ts';
import { eventually } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

test('a phone pairs itself by the code, is listed, and is out as soon as it is revoked', async ({
  client,
  server,
  open,
  openSignedIn,
}) => {
  const page = await openSignedIn('/settings');
  await page.getByRole('link', { name: 'Sharing and devices' }).click();
  await page.getByText('No paired devices yet').waitFor();
  const made = page.waitForResponse(
    (response) =>
      response.url().endsWith('/api/v1/pairings') && response.request().method() === 'POST',
  );
  await page.getByRole('button', { name: 'Pair a phone' }).click();
  // One step: sharing, then the code.
  await page.getByText('Turn on sharing for the home network').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Turn on' }).click();
  const { link } = (await (await made).json()) as { link: string };
  await page.getByRole('img', { name: 'Pairing code for the phone’s camera' }).waitFor();
  await page.getByRole('timer').waitFor();
  expect((await client.call(getSharing)).enabled).toBe(true);
  // The permissions of the phone come after the code, and only on request.
  const rights = page.getByRole('group', { name: 'Permissions of the device' });
  await expect.poll(() => rights.isVisible()).toBe(false);
  await page.getByText('What this phone can do').click();
  await rights.waitFor();
  expect(await faultsOf(page)).toEqual([]);

  // The phone: no session, and the token is removed from the URL.
  const { pathname, hash } = new URL(link);
  const phone = await open(pathname + hash, phoneOptions);
  await phone.getByLabel('Name of the device').fill('Ada’s phone');
  expect(new URL(phone.url()).hash).toBe('');
  await phone.getByRole('button', { name: 'Pair', exact: true }).click();
  await phone.getByRole('heading', { name: 'Ada’s phone is paired' }).waitFor();

  // The computer shows it at once.
  await page.getByText('Paired: Ada’s phone').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Done' }).click();
  const devices = page.getByRole('list', { name: 'Paired devices' });
  await devices.getByText('Ada’s phone').waitFor();

  // The app cards contain a valid key.
  await phone.getByText('Reader apps').waitFor();
  const card = phone.locator('details').first();
  await card.locator('summary').click();
  const texts = await card.locator('code').allTextContents();
  const key = texts.at(-1) ?? '';
  const app = createClient({ baseUrl: server.url, fetch, headers: () => ({ 'x-api-key': key }) });
  expect((await app.call(getMe)).username).toBe('ada');

  await phone.getByRole('link', { name: 'Read in the browser' }).click();
  await phone.getByRole('navigation', { name: 'Main navigation' }).waitFor();

  // The code is valid once.
  const second = await open(pathname + hash);
  await second.getByRole('button', { name: 'Pair', exact: true }).click();
  await second.getByRole('alert').waitFor();

  // Permissions change while the device is in use.
  await devices.getByRole('button', { name: 'Change Ada’s phone' }).click();
  await page.getByLabel('Name of the device').fill('Pocket');
  await page.getByRole('switch', { name: 'Sync reading progress' }).click({ force: true });
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await devices.getByText('Pocket').waitFor();
  await devices.getByText('reads, downloads', { exact: true }).waitFor();
  const { permissions } = await app.call(getMe);
  expect(permissions).toContain('pages-read');
  expect(permissions).not.toContain('progress-write');

  await devices.getByRole('button', { name: 'Revoke Pocket' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('No paired devices yet').waitFor();
  await phone.reload();
  await phone.getByRole('heading', { name: 'Sign in' }).waitFor();
  await expect(app.call(getMe)).rejects.toThrow();
});

test('an admin pairs a phone for somebody else, and makes keys for apps', async ({
  client,
  server,
  open,
  openSignedIn,
}) => {
  await client.call(createUser, { body: { username: 'mia', password: 'correct horse' } });
  const page = await openSignedIn('/settings/devices');
  await page.getByRole('button', { name: 'Pair a phone' }).click();
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('combobox', { name: 'For' }).click();
  const made = page.waitForResponse(
    (response) =>
      response.url().endsWith('/api/v1/pairings') && response.request().method() === 'POST',
  );
  await page.getByRole('option', { name: 'mia' }).click();
  const { link } = (await (await made).json()) as { link: string };
  expect(await faultsOf(page)).toEqual([]);
  const { pathname, hash } = new URL(link);
  const phone = await open(pathname + hash);
  await phone.getByLabel('Name of the device').fill('Mia’s phone');
  await phone.getByRole('button', { name: 'Pair', exact: true }).click();
  await phone.getByText('signed in as mia').waitFor();
  await page.getByText('Paired: Mia’s phone').waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  const device = page.getByRole('list', { name: 'Paired devices' }).getByRole('listitem');
  await device.getByText('mia', { exact: false }).first().waitFor();

  await page.getByText('KOReader', { exact: true }).click();
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByText('it is shown only once').waitFor();
  const card = page.locator('details').filter({ hasText: 'KOReader, reading progress' });
  await card.locator('summary').click();
  await card.getByText('/koreader').waitFor();
  const key = (await card.locator('code').allTextContents()).at(-1) ?? '';
  const app = createClient({ baseUrl: server.url, fetch, headers: () => ({ 'x-api-key': key }) });
  const me = await app.call(getMe);
  expect(me).toMatchObject({ username: 'ada', auth_method: 'api_key' });
  expect(me.permissions).not.toContain('system-admin');
  expect(await faultsOf(page)).toEqual([]);
});

test('sharing is set up and tested on the page, and what cannot be used is said where it was typed', async ({
  client,
  openSignedIn,
}) => {
  await client.call(updateSharing, { body: { enabled: true, interfaces: 'all' } });
  const page = await openSignedIn('/settings/devices');
  const { addresses } = await client.call(getSharing);
  await page.getByRole('button', { name: 'Test' }).click();
  const results = page.getByRole('list', { name: 'Tested from this computer' });
  for (const { url } of addresses) {
    await results.getByRole('listitem').filter({ hasText: url }).getByText('Reachable').waitFor();
  }
  await page.getByRole('img', { name: 'Address as a QR code' }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();

  const port = page.getByRole('textbox', { name: 'Port' });
  await port.fill('99999');
  await page.getByText('A number from 1 to 65535').waitFor();
  const free = await findFreePort(50_000, '127.0.0.1');
  await port.fill(String(free));
  await page.getByRole('button', { name: 'Save' }).click();
  await eventually('the other port', async () =>
    (await client.call(getSharing)).addresses.every(({ url }) => url.endsWith(`:${free}`))
      ? true
      : null,
  );

  await page.getByText('Own certificate').click();
  await page.getByLabel('Certificate file').fill('/nowhere/cert.pem');
  await page.getByLabel('Private key file').fill('/nowhere/key.pem');
  await page.getByRole('button', { name: 'Use this certificate' }).click();
  await page.getByText('The TLS file /nowhere/cert.pem cannot be read').waitFor();
  await expect.poll(async () => (await client.call(getSharing)).tls.mode).toBe('off');
  expect(await faultsOf(page)).toEqual([]);
});

test('the switch shares the server and ends it again', async ({ client, openSignedIn }) => {
  const page = await openSignedIn('/settings/devices');
  const toggle = page.getByRole('switch', { name: 'Share on this network' });
  await expect.poll(() => toggle.isChecked()).toBe(false);
  const isShared = async (wanted: boolean) =>
    eventually(`sharing to be ${wanted ? 'on' : 'off'}`, async () =>
      (await client.call(getSharing)).enabled === wanted ? true : null,
    );

  await page.getByText('Share on this network').waitFor();
  await toggle.click({ force: true });
  await isShared(true);
  const { addresses, mdns } = await client.call(getSharing);
  for (const url of [mdns.url, ...addresses.map((address) => address.url)]) {
    if (url !== null) await page.getByText(url, { exact: true }).waitFor();
  }
  // The addresses may be published before the response: the switch then saves this choice after the first.
  await toggle.click({ force: true });
  await isShared(false);
  await expect.poll(() => toggle.isChecked()).toBe(false);
});
