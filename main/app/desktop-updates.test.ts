import { expect, test, vi } from 'vitest';

import { updateSetting } from '../../shared/api/settings.ts';
import {
  onlyTray,
  onlyWindow,
  serverUrl,
  signIn,
  start,
  useDesktopFolder,
} from '../testing/running-desktop.ts';

useDesktopFolder();

test('an update leads from the tray to the restart, and stops the server before it installs', async () => {
  const ports = await start();
  const { client } = await signIn(ports);
  const body = { value: 'beta' };
  await client.call(updateSetting, { params: { key: 'desktop.update_channel' }, body });
  ports.updates.published = { beta: { version: '2.0.0-beta.1', notes: 'New' } };
  const url = serverUrl();
  let wasServing = true;
  ports.updates.install = async () => {
    wasServing = await fetch(url).then(
      () => true,
      () => false,
    );
    ports.app.quit();
  };

  ports.dialogs.answer = 'Download';
  onlyTray(ports).entry('Check for updates…').click?.();
  await vi.waitFor(() => expect(ports.updates.downloads).toBe(1), 10_000);
  expect(ports.updates.checked).toEqual(['beta']);
  ports.updates.arrive(0.5);
  await vi.waitFor(() => onlyTray(ports).entry('Downloading Octavo 2.0.0-beta.1: 50%'), 10_000);

  ports.dialogs.answer = 'Restart now';
  ports.updates.arrive(1);
  expect(await ports.app.exited).toBe(0);
  expect(onlyWindow(ports).destroyed).toBe(true);
  expect(wasServing).toBe(false);
});

test('the menu of the application answers too', async () => {
  const ports = await start();
  const file = ports.menus.application[0];
  file?.submenu?.find(({ label }) => label === 'Check for updates…')?.click?.();
  await vi.waitFor(
    () => expect(ports.dialogs.asked.at(-1)?.message).toBe('Octavo is up to date'),
    10_000,
  );
});
