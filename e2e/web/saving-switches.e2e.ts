import type { Page } from 'playwright';

import { getSetting } from '../../shared/api/settings.ts';
import type { Client } from '../../shared/client.ts';
import { holdBack } from '../support/page-steps.ts';
import { expect, test } from '../support/test.ts';

const key = 'library.delete_files';
const answer = '**/api/v1/admin/settings/*';

/** The switch of the setting on an open page, and how to ask for the saved value. */
const openSwitch = async (client: Client, page: Page) => {
  const row = page.locator(`[id="${key}"]`);
  const control = row.getByRole('switch');
  await control.waitFor();
  const saved = async () => (await client.call(getSetting, { params: { key } })).value;
  return { page, row, control, saved };
};

test('a switch shows its choice at once, that it is being saved if that takes long, and a refusal', async ({
  client,
  openSignedIn,
}) => {
  const { page, row, control, saved } = await openSwitch(
    client,
    await openSignedIn('/settings/metadata'),
  );
  await expect.poll(() => control.isChecked()).toBe(false);

  const release = await holdBack(page, answer);
  await control.press('Space');
  await expect.poll(() => control.isChecked()).toBe(true);
  await row.locator('[aria-busy="true"]').waitFor();
  expect(await saved()).toBe(false);
  release();
  await row.locator('[aria-busy="false"]').waitFor();
  await expect.poll(saved).toBe(true);
  await expect.poll(() => control.isChecked()).toBe(true);

  await page.unrouteAll({ behavior: 'wait' });
  await page.route(answer, (route) =>
    route.fulfill({
      status: 500,
      json: { error: 'InternalError', message: 'The disk is full', details: null },
    }),
  );
  await control.press('Space');
  await row.getByRole('alert').waitFor();
  await expect.poll(() => control.isChecked()).toBe(true);
});

test('a switch that is clicked again while it is saved keeps the last choice', async ({
  client,
  openSignedIn,
}) => {
  const { page, row, control, saved } = await openSwitch(
    client,
    await openSignedIn('/settings/metadata'),
  );

  const release = await holdBack(page, answer);
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') requests.push(request.postData() ?? '');
  });
  await control.press('Space');
  await row.locator('[aria-busy="true"]').waitFor();
  await control.press('Space');
  await expect.poll(() => control.isChecked()).toBe(false);
  release();
  await row.locator('[aria-busy="false"]').waitFor();
  await expect.poll(() => requests).toEqual(['{"value":true}', '{"value":false}']);
  await expect.poll(saved).toBe(false);
  await expect.poll(() => control.isChecked()).toBe(false);
});
