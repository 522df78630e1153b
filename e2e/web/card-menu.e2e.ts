import type { Page } from 'playwright';

import { listSeries } from '../../shared/api/series.ts';
import { faultsOf } from '../support/accessibility.ts';
import { scanGenerated } from '../support/library.ts';
import { phoneOptions } from '../support/phone.ts';
import { expect, test } from '../support/test.ts';

/** Long-presses a card until `seen` resolves, then releases. */
const rest = async (page: Page, card: string, seen: () => Promise<void>): Promise<void> => {
  const box = await page.getByRole('link', { name: card }).first().boundingBox();
  if (!box) throw new Error(`${card} is not to be seen`);
  const touch = await page.context().newCDPSession(page);
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 3 }];
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await seen();
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await touch.detach();
};

test('a finger that rests on a card opens its menu as a sheet, and follows no link', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const { library } = await scanGenerated(client, folder, 'Shelf', 6);
  const address = `/library/${library.id}`;
  const page = await openSignedIn(address, { ...phoneOptions, reducedMotion: 'reduce' });
  const menu = page.getByRole('menu');
  const isHere = () => expect(new URL(page.url()).pathname).toBe(address);

  await rest(page, 'Series 00002', () => menu.waitFor());
  await menu.waitFor();
  isHere();
  const sheet = await menu.boundingBox();
  expect([sheet?.x, sheet?.width]).toEqual([0, 390]);
  expect((sheet?.y ?? 0) + (sheet?.height ?? 0)).toBe(844);
  expect(await faultsOf(page)).toEqual([]);

  // A touch outside closes the menu and has no other effect.
  await page.touchscreen.tap(100, 250);
  await menu.waitFor({ state: 'detached' });
  isHere();

  await rest(page, 'Series 00002', () => menu.waitFor());
  await menu.getByRole('menuitem', { name: 'Mark as read', exact: true }).tap();
  await expect
    .poll(async () => {
      const { data } = await client.call(listSeries, { query: { pageSize: 10 } });
      return data.filter(({ read_status }) => read_status === 'read').map(({ name }) => name);
    })
    .toEqual(['Series 00002']);
  isHere();

  await page.getByRole('link', { name: 'Series 00003' }).first().tap();
  await page.waitForURL(/\/series\//);

  // In a low window a menu covers its button, and scrolls.
  for (const height of [640, 360]) {
    await page.setViewportSize({ width: 1024, height });
    await page.getByRole('button', { name: /Reading order/ }).click();
    const box = await menu.boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
    const last = menu.getByRole('menuitemradio').or(menu.getByRole('menuitem')).last();
    await last.scrollIntoViewIfNeeded();
    const end = await last.boundingBox();
    expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual(height);
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
  }
});
