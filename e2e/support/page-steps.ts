import { setTimeout as sleep } from 'node:timers/promises';

import type { Page } from 'playwright';

import { logout } from '../../shared/api/auth.ts';
import { listBooks } from '../../shared/api/books.ts';
import { endpointUrl, type Client } from '../../shared/client.ts';
import { owner } from './server.ts';

/** Fills in the sign-in page and sends it. */
export const signIn = async (
  page: Page,
  password = owner.password,
  username = owner.username,
): Promise<void> => {
  // It covers the page of a session that has expired.
  const action = page.getByRole('button', { name: 'Sign in' });
  const gate = page.getByRole('main').filter({ has: action });
  await gate.getByLabel('Name').fill(username);
  await gate.getByLabel('Password', { exact: true }).fill(password);
  await action.click();
};

/** Signs in and waits for the navigation. */
export const enter = async (page: Page): Promise<void> => {
  await signIn(page);
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
};

/** Signs out by the menu. */
export const leave = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Profile' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
};

/** Ends the session of a page on the server, as if it had expired; the page may not notice. */
export const endSession = async (page: Page, serverUrl: string): Promise<void> => {
  const token = await page.evaluate(() => localStorage.getItem('octavo.token'));
  const { method } = logout;
  const headers = { authorization: `Bearer ${token ?? ''}` };
  const response = await fetch(serverUrl + endpointUrl(logout), { method, headers });
  if (!response.ok) throw new Error(`The sign-out was answered with ${response.status}`);
};

/** The address at which the first book of the server is read. */
export const readerOfFirstBook = async (client: Client): Promise<string> => {
  const { data } = await client.call(listBooks, {});
  return `/read/${data[0]?.id ?? ''}`;
};

/**
 * Moves the entry that is dragged by keyboard one up. Pressed again if it did not move, because a key does nothing
 * until the places of the list are measured.
 */
export const moveUp = async (page: Page, moved: string): Promise<void> => {
  const said = page.getByText(moved);
  for (let presses = 0; presses < 5 && (await said.count()) === 0; presses += 1) {
    await page.keyboard.press('ArrowUp');
    await said.waitFor({ state: 'attached', timeout: 3000 }).catch(() => null);
    // A slow page has drawn the move by then; another key would move the entry too far.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))),
    );
  }
  await said.waitFor({ state: 'attached' });
};

/** Selects parts that are still loading, and their skeletons. */
const loadingParts = '[aria-busy="true"], [data-awaited], .mantine-Skeleton-root';

/** Waits until nothing is loading or animating. */
export const settled = async (page: Page): Promise<void> => {
  await page.waitForFunction(
    (selector) =>
      document.querySelector(selector) === null &&
      [...document.images].every((image) => image.complete || image.loading === 'lazy') &&
      document.getAnimations().every((animation) => animation.playState !== 'running'),
    loadingParts,
  );
};

/** Holds the requests of a page back until the returned function is called. */
export const holdBack = async (page: Page, pattern: string): Promise<() => void> => {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(pattern, async (route) => {
    await released;
    await route.continue();
  });
  return () => release();
};

/** Delays requests of a page by a time (ms); the first few, or all. */
export const delayRequests = (
  page: Page,
  pattern: string | RegExp,
  ms: number,
  options: { times?: number } = {},
): Promise<unknown> =>
  page.route(
    pattern,
    async (route) => {
      await sleep(ms);
      await route.continue();
    },
    options,
  );
