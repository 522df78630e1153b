import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

import { serverKeyOf } from '../../main/connection/server-key.ts';
import { selfSigned } from '../../server/features/sharing/certificate.ts';
import { faultsOf } from '../support/accessibility.ts';
import { startOctavo } from '../support/server.ts';
import { expect, test } from '../support/test.ts';
import { beginInChromium } from './start-in-chromium.ts';

const port = 24_577;

test('the first start asks where the library is, and shows that of another computer', async ({
  folder,
  browser,
}) => {
  const attic = await startOctavo(path.join(folder, 'Attic'));
  const { desktop, started } = beginInChromium(browser, path.join(folder, 'Octavo'), port, null);
  const chooser = await desktop.chooser;
  await chooser.getByRole('heading', { name: 'Where is your Octavo library?' }).waitFor();
  expect(await faultsOf(chooser, 'the chooser')).toEqual([]);
  await chooser.emulateMedia({ colorScheme: 'dark' });
  expect(await faultsOf(chooser, 'the chooser, dark')).toEqual([]);

  // By keyboard alone: the field is the second stop.
  await chooser.keyboard.press('Tab');
  await chooser.keyboard.press('Tab');
  await chooser.keyboard.type('ftp://attic.local');
  await chooser.keyboard.press('Enter');
  await chooser.getByRole('alert').getByText('must begin with http://').waitFor();
  const field = chooser.getByLabel('Address of the server');
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
  await field.fill(new URL(attic.url).host);
  await chooser.keyboard.press('Enter');
  await started;

  const library = await desktop.library;
  await library.getByRole('heading', { level: 1 }).waitFor();
  expect(new URL(library.url()).origin).toBe(attic.url);
  expect(await library.evaluate(() => 'octavo' in window)).toBe(false);
  expect(await desktop.quit()).toBe(0);
  await attic.stop();
});

test('a certificate of its own is compared before anything is shown', async ({
  folder,
  browser,
}) => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const certificate = selfSigned(key, ['127.0.0.1'], new Date());
  const attic = createServer(certificate, (_asked, response) =>
    response.end('{"status":"ok","version":"0.1.0","uptime_seconds":1}'),
  );
  await new Promise<void>((resolve) => attic.listen(0, '127.0.0.1', resolve));
  const { port: atticPort } = attic.address() as AddressInfo;
  const { desktop, started } = beginInChromium(browser, path.join(folder, 'Octavo'), port, null);
  const chooser = await desktop.chooser;
  await chooser.getByLabel('Address of the server').fill(`https://127.0.0.1:${atticPort}`);
  await chooser.getByRole('button', { name: 'Connect' }).click();
  await chooser.getByRole('heading', { name: 'Is this the certificate of 127.0.0.1' }).waitFor();
  await chooser.getByText(serverKeyOf(certificate.cert).fingerprint).waitFor();
  expect(await faultsOf(chooser, 'the certificate')).toEqual([]);
  await chooser.getByRole('button', { name: 'Back' }).click();
  await chooser.getByRole('button', { name: 'Use this computer' }).click();
  await started;
  const page = await desktop.page;
  await page.getByRole('heading', { name: 'Where are your books?' }).waitFor();
  expect(await desktop.quit()).toBe(0);
  attic.close();
});

test('a server that does not answer is named, and the own library is one click away', async ({
  folder,
  browser,
}) => {
  const { desktop } = beginInChromium(browser, path.join(folder, 'Octavo'), port, {
    kind: 'server',
    url: 'http://127.0.0.1:9',
    name: 'Octavo on attic',
  });
  const chooser = await desktop.chooser;
  await chooser.getByRole('heading', { name: 'Octavo on attic does not answer' }).waitFor();
  await chooser.getByText('nothing answers at this port').waitFor();
  await chooser.setViewportSize({ width: 480, height: 700 });
  expect(await faultsOf(chooser, 'no answer')).toEqual([]);
  await chooser.getByRole('button', { name: 'Use this computer' }).waitFor();
  expect(await desktop.quit()).toBe(0);
});
