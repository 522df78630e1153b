import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { createLoginItem, startsHidden } from './login-item.ts';
import { createFakePorts } from '../testing/fake-ports.ts';

let userData: string;
beforeEach(() => {
  userData = mkdtempSync(join(tmpdir(), 'octavo-login-'));
});
afterEach(() => rmSync(userData, { recursive: true, force: true }));

test('on Linux, starting at login is a file that can be taken away again', () => {
  const { app, login } = createFakePorts({ userData, platform: 'linux', isPackaged: true });
  const item = createLoginItem({ ...app, executable: '/home/anna/my apps/100%.AppImage' }, login);
  expect(item?.isOn()).toBe(false);
  item?.turn(true);
  expect(item?.isOn()).toBe(true);
  const file = join(userData, 'autostart', 'octavo.desktop');
  expect(readFileSync(file, 'utf8')).toContain(
    'Exec="/home/anna/my apps/100%%.AppImage" --hidden\n',
  );
  item?.turn(false);
  expect(item?.isOn()).toBe(false);
  expect(existsSync(file)).toBe(false);
});

test.each(['win32', 'darwin'] as const)(
  'on %s, starting at login is up to the system',
  (platform) => {
    const { app, login } = createFakePorts({ userData, platform, isPackaged: true });
    createLoginItem(app, login)?.turn(true);
    expect(login.on).toBe(true);
  },
);

test('bare Electron is never started at login', () => {
  const { app, login } = createFakePorts({ userData, isPackaged: false });
  expect(createLoginItem(app, login)).toBeNull();
});

test.each([
  [[], false, false],
  [['--hidden'], false, true],
  [[], true, true],
])('started with %j, opened at login %s: hidden %s', (args, openedAtLogin, hidden) => {
  const { app, login } = createFakePorts({ userData, arguments: args });
  expect(startsHidden(app, { ...login, wasOpenedAtLogin: () => openedAtLogin })).toBe(hidden);
});
