import type { Ports, ScreensPort } from '../ports.ts';
import { fakeApp, fakeLogin, type FakeApp, type FakeLogin, type FakeOptions } from './fake-app.ts';
import {
  fakeNotifications,
  fakePower,
  type FakeNotifications,
  type FakePower,
} from './fake-power.ts';
import {
  fakeClipboard,
  fakeDialogs,
  fakeIpc,
  fakeLocalPages,
  fakeSecrets,
  fakeShell,
  fakeTheme,
  type FakeClipboard,
  type FakeDialogs,
  type FakeIpc,
  type FakeLocalPages,
  type FakeSecrets,
  type FakeShell,
  type FakeTheme,
} from './fake-system.ts';
import { fakeMenus, fakeTrays, type FakeMenus, type FakeTrays } from './fake-trays.ts';
import { fakeUpdates, type FakeUpdates } from './fake-updates.ts';
import { fakeWindows, type FakeWindows } from './fake-windows.ts';

export interface FakePorts extends Ports {
  app: FakeApp;
  login: FakeLogin;
  windows: FakeWindows;
  theme: FakeTheme;
  trays: FakeTrays;
  menus: FakeMenus;
  dialogs: FakeDialogs;
  secrets: FakeSecrets;
  shell: FakeShell;
  clipboard: FakeClipboard;
  ipc: FakeIpc;
  localPages: FakeLocalPages;
  notifications: FakeNotifications;
  power: FakePower;
  updates: FakeUpdates;
}

/** A fake operating system: each port behaves like Electron and records its calls. */
export const createFakePorts = (options: FakeOptions): FakePorts => {
  const screens: ScreensPort = {
    workAreas: () => options.workAreas ?? [{ x: 0, y: 0, width: 1920, height: 1040 }],
  };
  return {
    app: fakeApp(options),
    login: fakeLogin(options.openedAtLogin),
    windows: fakeWindows(),
    screens,
    theme: fakeTheme(),
    trays: fakeTrays(),
    menus: fakeMenus(),
    dialogs: fakeDialogs(),
    secrets: fakeSecrets(),
    shell: fakeShell(),
    clipboard: fakeClipboard(),
    ipc: fakeIpc(),
    localPages: fakeLocalPages(),
    network: { interfaces: options.networkInterfaces ?? (() => ({})) },
    notifications: fakeNotifications(),
    power: fakePower(),
    updates: fakeUpdates(),
  };
};
