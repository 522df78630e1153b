import { getBook } from '../../shared/api/books.ts';
import { getProgress } from '../../shared/api/progress.ts';
import { getBookRating } from '../../shared/api/ratings.ts';
import { noRestrictions } from '../../shared/api/restrictions.ts';
import { createUser } from '../../shared/api/users.ts';
import { listWanted } from '../../shared/api/want-to-read.ts';
import { scanPepperAndCarrot } from '../support/library.ts';
import { phoneOptions } from '../support/phone.ts';
import { reader } from '../support/reader.ts';
import { asUser, eventually, owner, setUp } from '../support/server.ts';
import { expect, test } from '../support/test.ts';
import { endSession, enter, leave, signIn } from '../support/page-steps.ts';

test('a visitor gets where they wanted to go after signing in, and out again', async ({
  server,
  open,
}) => {
  await setUp(server);
  const page = await open('/settings');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();

  await signIn(page, 'wrong password');
  await page.getByRole('alert').waitFor();
  await signIn(page);
  await page.getByRole('heading', { name: 'General', level: 1 }).waitFor();

  await leave(page);
  await page.reload();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await page.context().cookies(), 'the cookie is gone as well').toEqual([]);
});

test('a sign-out while the server cannot be reached is sent as soon as it can be', async ({
  server,
  open,
}) => {
  await setUp(server);
  const page = await open('/settings');
  await enter(page);
  const token = await page.evaluate(() => localStorage.getItem('octavo.token'));
  await page.getByRole('button', { name: 'Profile' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
  await page.context().setOffline(true);
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.context().setOffline(false);
  await expect.poll(() => page.context().cookies()).toEqual([]);
  const me = await fetch(`${server.url}/api/v1/auth/me`, {
    headers: { authorization: `Bearer ${token ?? ''}` },
  });
  expect(me.status).toBe(401);
  await enter(page);
});

test('a session ended elsewhere leads back to the sign-in page', async ({ server, open }) => {
  await setUp(server);
  const page = await open('/');
  await enter(page);
  await endSession(page, server.url);
  // The page may have noticed already, so that it has no link to click on.
  await page.goto('/settings');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
});

test('pages read as the session ended are saved when that person signs in again, and not for another', async ({
  client,
  server,
  folder,
  open,
}) => {
  const { contest: id } = await scanPepperAndCarrot(client, folder);
  await client.call(createUser, { body: { username: 'mia', password: owner.password } });
  const page = await open('/', phoneOptions);
  await enter(page);
  const ahead = page.waitForResponse((response) => /\/pages\/3\b/.test(response.url()));
  await page.goto(`/read/${id}`);
  const comic = reader(page);
  await comic.shows('Page 1');
  await (await ahead).finished();
  await page.context().setOffline(true);
  await comic.swipe('left');
  await comic.shows('Page 2');
  await comic.swipe('left');
  await comic.shows('Page 3');
  const queued = () => page.evaluate(() => localStorage.getItem('octavo.later-progress'));
  await expect.poll(queued).toContain('"page":3');
  await endSession(page, server.url);
  await page.context().setOffline(false);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();

  await signIn(page, owner.password, 'mia');
  await comic.shows('Page 1');
  expect(await queued()).toContain('"page":3');
  const mia = await asUser(server, { username: 'mia', password: owner.password });
  await expect(mia.call(getProgress, { params: { id } })).rejects.toMatchObject({
    code: 'NotFound',
  });
  await page.goto('/');
  await page.getByRole('button', { name: 'Profile' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await enter(page);
  await eventually('the place of the ended session', async () => {
    const { current_page } = await client.call(getProgress, { params: { id } }).catch(() => ({
      current_page: 0,
    }));
    return current_page === 3 ? true : null;
  });
});

test('a click as the session ends is saved when that person signs in again, and not for another', async ({
  client,
  server,
  folder,
  openSignedIn,
}) => {
  const { contest: id } = await scanPepperAndCarrot(client, folder);
  const person = { username: 'mia', password: owner.password };
  await client.call(createUser, { body: person });
  const mia = await asUser(server, person);
  const savedFor = async (caller: typeof client) => {
    const { own } = await caller.call(getBookRating, { params: { id } });
    const { data } = await caller.call(listWanted, {});
    const { progress } = await caller.call(getBook, { params: { id } });
    return [own?.rating, data.length, progress?.is_completed];
  };
  const nothing = [undefined, 0, undefined];
  const page = await openSignedIn(`/book/${id}`);
  // A star listens at its label.
  const clickOn = (element: HTMLInputElement | HTMLButtonElement) =>
    (element.labels?.[0] ?? element).click();
  const clickAll = async () => {
    const controls = [
      page.getByRole('radio', { name: '7 of 10' }),
      page.getByRole('button', { name: 'Want to read', exact: true }),
      page.getByRole('button', { name: 'Mark as read' }),
    ];
    for (const control of controls) await control.waitFor({ state: 'attached' });
    await endSession(page, server.url);
    // The page may have noticed already.
    for (const control of controls) await control.evaluate(clickOn);
    await page.getByText('Your session has expired').waitFor();
  };
  await clickAll();
  await signIn(page, person.password, person.username);
  await page.getByRole('button', { name: 'Mark as read' }).waitFor();
  expect(await savedFor(mia)).toEqual(nothing);
  expect(await savedFor(client)).toEqual(nothing);

  await leave(page);
  await enter(page);
  await page.goto(`/book/${id}`);
  await clickAll();
  await signIn(page);
  await expect.poll(() => savedFor(client)).toEqual([7, 1, true]);
  await page.getByText('7 of 10', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Mark as unread' }).waitFor();
  expect(await savedFor(mia)).toEqual(nothing);
});

test('the next person on a device sees nothing that the one before them chose', async ({
  client,
  folder,
  open,
}) => {
  await scanPepperAndCarrot(client, folder);
  await client.call(createUser, {
    body: {
      ...{ username: 'kim', password: owner.password },
      restrictions: { ...noRestrictions, library_ids: [] },
    },
  });
  const page = await open('/');
  await enter(page);
  const palette = page.getByRole('dialog');
  const openPalette = async () => {
    await page.keyboard.press('Control+k');
    await palette.getByRole('combobox').waitFor();
  };
  const recent = palette.getByRole('option', { name: /Carrot/ });
  await openPalette();
  await page.keyboard.type('pepper');
  await recent.first().click();
  await page.getByRole('heading', { name: 'Carrot', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'More ways to read' }).click();
  await page.getByRole('menuitem', { name: 'Keep the next three unread here' }).click();
  await page.getByText('stay on this device').waitFor();
  await openPalette();
  await recent.first().waitFor();
  await page.keyboard.press('Escape');
  await leave(page);

  await signIn(page, owner.password, 'kim');
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
  await openPalette();
  await palette.getByRole('option').first().waitFor();
  await expect.poll(() => palette.getByText(/Carrot/).count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Downloads' }).click();
  await page.getByRole('heading', { name: 'Downloads', level: 1 }).waitFor();
  await expect.poll(() => page.getByText(/Carrot/).count()).toBe(0);
  await leave(page);

  await enter(page);
  await openPalette();
  await recent.first().waitFor();
});

test('the chosen language and colours are saved', async ({ server, open }) => {
  await setUp(server);
  const page = await open('/', { colorScheme: 'light' });
  await enter(page);
  const other = await page.context().newPage();
  await other.goto('/settings');
  await other.getByRole('heading', { name: 'General', level: 1 }).waitFor();
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();

  await page.getByRole('button', { name: 'Switch to dark mode' }).click();
  await expect.poll(background).not.toBe(light);
  await page.getByRole('button', { name: 'Profile' }).click();
  await page.getByRole('menuitem', { name: 'Deutsch' }).click();
  // The other window of this browser follows.
  await other.locator('html[lang="de"][data-mantine-color-scheme="dark"]').waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Profil' }).waitFor();
  expect(await background()).not.toBe(light);
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('de');
});

test('the German interface names keys, browsers and devices in German', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn('/settings/account', { locale: 'de-DE' });
  await page
    .getByText(/^\w+ auf (Linux|Windows|Mac)$/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Suche und Befehle' }).getByText('Strg+K').waitFor();
  await page.goto('/settings/keyboard');
  await page.getByPlaceholder('Befehle oder Tasten suchen').fill('strg+b');
  await page.getByText('Seitenleiste ein- oder ausblenden').waitFor();
  await expect.poll(() => page.getByText('Strg', { exact: true }).count()).toBe(1);
});

test('the app says after a moment that it is loading, while the server is slow to answer', async ({
  server,
  open,
}) => {
  await setUp(server);
  const page = await open(null);
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/v1/**', async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  const sign = () =>
    page.evaluate(() => {
      const { content, opacity } = getComputedStyle(
        document.querySelector('#root') ?? document.body,
        '::after',
      );
      return content === 'none' ? null : Number(opacity);
    });
  await page.getByRole('status', { name: 'Octavo' }).waitFor();
  await expect.poll(sign).toBe(1);
  answer();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await sign()).toBeNull();
});
