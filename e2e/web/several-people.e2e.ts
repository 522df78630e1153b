import type { Page } from 'playwright';

import { setPreference } from '../../shared/api/preferences.ts';
import { createUser, deleteUser, updateUser } from '../../shared/api/users.ts';
import { scanPepperAndCarrot } from '../support/library.ts';
import { owner } from '../support/server.ts';
import { expect, test } from '../support/test.ts';
import { endSession, enter, holdBack, leave, signIn } from '../support/page-steps.ts';

const mia = { username: 'mia', password: owner.password };

test('rights that are given appear, and a session that ends is noticed, while a page is only looked at', async ({
  client,
  folder,
  open,
}) => {
  const { contest } = await scanPepperAndCarrot(client, folder);
  const { id } = await client.call(createUser, { body: { ...mia, can_download: false } });
  const connected = (page: Page) =>
    page.waitForResponse((response) => response.url().includes('/events/live'));
  const page = await open(null, { person: mia });
  const stream = connected(page);
  await page.goto(`/book/${contest}`);
  await stream;
  const download = page.getByRole('button', { name: 'Download to this device' });
  await expect.poll(() => download.count()).toBe(0);
  const again = connected(page);
  await client.call(updateUser, { params: { id }, body: { can_download: true } });
  await download.waitFor();
  await again;
  await client.call(updateUser, { params: { id }, body: { is_active: false } });
  await page.getByText('Your session has expired').waitFor();
});

test('downloads of one person are not shown to the next one, not even in other tabs', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const { contest } = await scanPepperAndCarrot(client, folder);
  await client.call(createUser, { body: mia });
  const page = await openSignedIn(`/book/${contest}`, { serviceWorkers: 'allow' });
  const other = await page.context().newPage();
  await other.goto(`/book/${contest}`);
  await other.getByRole('button', { name: 'Download to this device' }).click();
  await other.getByRole('button', { name: 'Remove from this device' }).waitFor();
  await leave(page);
  await other.getByRole('heading', { name: 'Sign in' }).waitFor();
  await signIn(page, mia.password, mia.username);
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
  await other.getByRole('link', { name: 'Downloads' }).click();
  await other.getByText('No downloads on this device').waitFor();
});

test('a page never opens as the owner of the downloads for somebody who has signed in since', async ({
  client,
  server,
  folder,
  openSignedIn,
}) => {
  const { contest } = await scanPepperAndCarrot(client, folder);
  await client.call(createUser, { body: mia });
  const page = await openSignedIn(`/book/${contest}`, { serviceWorkers: 'allow' });
  await page.getByRole('button', { name: 'Download to this device' }).click();
  await page.getByRole('button', { name: 'Remove from this device' }).waitFor();
  await endSession(page, server.url);
  await page.goto('/');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  // The connection is lost as soon as Mia has signed in.
  await page.route('**/api/v1/auth/me', (route) => route.abort());
  await signIn(page, mia.password, mia.username);
  await page.getByRole('alert').first().waitFor();
  await page.reload();
  await page.getByText('The server cannot be reached').waitFor();
  await expect.poll(() => page.getByText('The Potion Contest').count()).toBe(0);
});

test('a person does not start with the choices of the previous one', async ({
  client,
  server,
  folder,
  openSignedIn,
}) => {
  await scanPepperAndCarrot(client, folder);
  await client.call(createUser, { body: mia });
  const value = { order: [], hidden: ['newBooks'], lists: [], cards: [] };
  await client.call(setPreference, { params: { key: 'client.octavo.home' }, body: { value } });
  const page = await openSignedIn('/');
  await page.getByRole('heading', { name: 'New series' }).waitFor();
  await expect.poll(() => page.getByRole('heading', { name: 'New books' }).count()).toBe(0);
  await endSession(page, server.url);
  await page.goto('/');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  const release = await holdBack(page, '**/user/preferences*');
  await signIn(page, mia.password, mia.username);
  await page.getByRole('heading', { name: 'New books' }).waitFor();
  release();
});

test('a tab that shows the library as somebody else leaves that with the person', async ({
  client,
  folder,
  openSignedIn,
}) => {
  await scanPepperAndCarrot(client, folder);
  const kim = await client.call(createUser, { body: { ...mia, username: 'kim' } });
  await client.call(createUser, { body: mia });
  const page = await openSignedIn('/settings/people');
  const viewAs = async () => {
    await page.getByRole('button', { name: 'See the library as kim' }).click();
    await page.getByText('You see the library as kim sees it').waitFor();
  };
  await viewAs();
  const other = await page.context().newPage();
  await other.goto('/');
  await leave(other);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await signIn(other, mia.password, mia.username);
  await page.getByRole('heading', { name: 'New books' }).waitFor();
  await expect.poll(() => page.getByText('You see the library as').count()).toBe(0);

  // Nor does it lock an admin out when that person is gone.
  await leave(page);
  await enter(page);
  await page.goto('/settings/people');
  await viewAs();
  await client.call(deleteUser, { params: { id: kim.id } });
  await page.reload();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('heading', { name: 'People' }).waitFor();
});
