import { createClient } from '../../shared/client.ts';
import { getMe } from '../../shared/api/auth.ts';
import { getSharing } from '../../shared/api/sharing.ts';
import { eventually, setUp } from '../support/server.ts';
import { expect, test } from '../support/test.ts';
import { enter } from '../support/visitor.ts';

test('a phone pairs itself by the code, is listed, and is out as soon as it is revoked', async ({
  server,
  open,
}) => {
  await setUp(server);
  const page = await open('/settings');
  await enter(page);
  await page.getByRole('main').getByRole('link', { name: 'Open' }).click();
  await page.getByText('No device is paired yet').waitFor();
  const made = page.waitForResponse(
    (response) =>
      response.url().endsWith('/api/v1/pairings') && response.request().method() === 'POST',
  );
  await page.getByRole('button', { name: 'Pair a phone' }).click();
  const { link } = (await (await made).json()) as { link: string };
  await page.getByRole('img', { name: 'Code for the camera of the phone' }).waitFor();
  await page.getByRole('timer').waitFor();

  // The phone: nobody is signed in, and the token does not stay in the address.
  const { pathname, hash } = new URL(link);
  const phone = await open(pathname + hash, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await phone.getByLabel('Name of the device').fill('Ada’s phone');
  expect(new URL(phone.url()).hash).toBe('');
  await phone.getByRole('button', { name: 'Pair', exact: true }).click();
  await phone.getByRole('heading', { name: 'Ada’s phone is paired' }).waitFor();

  // The computer sees it at once.
  await page.getByText('Paired: Ada’s phone').waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  const devices = page.getByRole('list', { name: 'Paired devices' });
  await devices.getByText('Ada’s phone').waitFor();

  // The cards hold a key that works.
  await phone.getByText('Reader apps').waitFor();
  const card = phone.locator('details').first();
  await card.locator('summary').click();
  const texts = await card.locator('code').allTextContents();
  const key = texts.at(-1) ?? '';
  const app = createClient({ baseUrl: server.url, fetch, headers: () => ({ 'x-api-key': key }) });
  expect((await app.call(getMe)).username).toBe('ada');

  await phone.getByRole('link', { name: 'Read in the browser' }).click();
  await phone.getByRole('navigation', { name: 'Main navigation' }).waitFor();

  // The code works once.
  const second = await open(pathname + hash);
  await second.getByRole('button', { name: 'Pair', exact: true }).click();
  await second.getByRole('alert').waitFor();

  await devices.getByRole('button', { name: 'Rename Ada’s phone' }).click();
  await page.getByLabel('Name of the device').fill('Pocket');
  await page.getByRole('button', { name: 'Save' }).click();
  await devices.getByText('Pocket').waitFor();
  await devices.getByRole('button', { name: 'Revoke Pocket' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('No device is paired yet').waitFor();
  await phone.reload();
  await phone.getByRole('heading', { name: 'Sign in' }).waitFor();
  await expect(app.call(getMe)).rejects.toThrow();
});

test('the switch shares the server and ends it again', async ({ server, open }) => {
  const client = await setUp(server);
  const page = await open('/settings/devices');
  await enter(page);
  const toggle = page.getByRole('switch', { name: 'Share on this network' });
  expect(await toggle.isChecked()).toBe(false);
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
  await toggle.click({ force: true });
  await isShared(false);
  await expect.poll(() => toggle.isChecked()).toBe(false);
});
