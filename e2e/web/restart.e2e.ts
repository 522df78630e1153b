import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { findFreePort } from '../../server/http/net/free-port.ts';
import { faultsOf } from '../support/accessibility.ts';
import { startOctavo } from '../support/server.ts';
import { expect, test as base } from '../support/test.ts';
import { enter } from '../support/page-steps.ts';

const first = 21_000 + (process.pid % 1000) * 10;

/** The port is set in the configuration file, so that it can be changed. */
const test = base.extend('server', async ({ folder }, { onCleanup }) => {
  const port = await findFreePort(first, '127.0.0.1');
  mkdirSync(path.join(folder, 'data'));
  writeFileSync(path.join(folder, 'data', 'config.yaml'), `server: { port: ${port} }\n`);
  const server = await startOctavo(path.join(folder, 'data'), []);
  onCleanup(async () => {
    expect(await server.stop(), 'exit code of the server').toBe(0);
  });
  return server;
});

test('an admin gives the server another port, and the page follows it there', async ({
  server,
  openSignedIn,
}) => {
  const page = await openSignedIn('/settings/advanced');
  const field = page.getByLabel('Port on this computer');
  const port = Number(new URL(server.url).port);
  const next = await findFreePort(port + 1, '127.0.0.1');

  // Cancelled.
  await field.fill(String(next));
  await field.press('Enter');
  await page.getByText(`Port ${next} takes effect after a restart`).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: `Keep ${port}` }).click();
  await page.getByText(`Port ${next} takes effect after a restart`).waitFor({ state: 'detached' });

  await field.fill(String(next));
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Restart now' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(`Octavo will use port ${next}`).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Restart now' }).click();
  const moved = `http://127.0.0.1:${next}`;
  await page.waitForURL(`${moved}/**`);
  await enter(page);
  await page.getByRole('heading', { name: 'Advanced', level: 1 }).waitFor();
  await expect.poll(() => page.getByLabel('Port on this computer').inputValue()).toBe(String(next));

  // A bookmark of the old URL.
  await page.goto(`${server.url}/settings/keyboard`);
  expect(page.url()).toBe(`${moved}/settings/keyboard`);
  await page.getByRole('heading', { name: 'Keyboard shortcuts', level: 1 }).waitFor();
});

test('a manual change is announced, and the page stays where it is', async ({
  server,
  folder,
  openSignedIn,
}) => {
  const { port } = new URL(server.url);
  writeFileSync(
    path.join(folder, 'data', 'config.yaml'),
    `server: { port: ${port} }\napi: { enable_api_docs: true }\n`,
  );
  const page = await openSignedIn('/settings/advanced');
  await page.getByText('api.enable_api_docs.', { exact: false }).last().waitFor();
  await page.getByRole('button', { name: 'Restart now' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Restart now' }).click();
  await page.getByText('Octavo was restarted').waitFor();
  await expect.poll(() => page.getByText('The configuration has changed').count()).toBe(0);
  expect(new URL(page.url()).port).toBe(port);
  expect((await fetch(`${server.url}/docs`)).status).toBe(200);
});
