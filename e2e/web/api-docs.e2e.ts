import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { login } from '../../shared/api/auth.ts';
import { initializeSetup } from '../../shared/api/setup.ts';
import { createClient } from '../../shared/client.ts';
import { owner } from '../support/server.ts';
import { expect, test as base } from '../support/test.ts';

/** The configuration file enables the interactive API documentation. */
const test = base.extend('folder', async ({ folder }) => {
  mkdirSync(path.join(folder, 'data'));
  writeFileSync(path.join(folder, 'data', 'config.yaml'), 'api:\n  enable_api_docs: true\n');
  return folder;
});

test('the interactive documentation calls the server as who signs in there', async ({
  server,
  open,
}) => {
  const anonymous = createClient({ baseUrl: server.url, fetch });
  await anonymous.call(initializeSetup, { body: owner });
  const { access_token } = await anonymous.call(login, { body: owner });

  const page = await open('/');
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(server.url) && !request.url().startsWith('data:'))
      elsewhere.push(request.url());
  });
  await page.goto('/docs');
  await page.locator('.opblock-tag', { hasText: 'Health' }).click();
  const operation = page.locator('#operations-Health-getMetrics');
  await operation.locator('.opblock-summary-control').click();
  const send = async () => {
    const answer = page.waitForResponse((response) => response.url().endsWith('/api/v1/metrics'));
    await operation.locator('button.execute').click();
    return (await answer).status();
  };
  expect(await send()).toBe(401);

  await page.getByRole('button', { name: 'Authorize' }).first().click();
  const bearer = page.locator('.auth-container').first();
  await bearer.locator('input').fill(access_token);
  await bearer.getByRole('button', { name: 'Apply credentials' }).click();
  await page.locator('.btn-done').first().click();
  expect(await send()).toBe(200);
  await operation.getByText('library_count').first().waitFor();
  expect(elsewhere).toEqual([]);
});
