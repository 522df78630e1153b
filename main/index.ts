import {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  nativeImage,
  nativeTheme,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  Tray,
} from 'electron';
import { existsSync } from 'node:fs';
import { networkInterfaces, userInfo } from 'node:os';
import { join } from 'node:path';

import { packageRoot, builtPath } from '../server/config/resolve-path.ts';
import { bookExtensions } from '../shared/book-extensions.ts';
import { startDesktop } from './app/desktop.ts';
import { logFileIn } from './app/embedded-server.ts';
import { createElectronUpdates } from './updates/electron-updates.ts';
import { createWindowPort } from './windows/electron-window.ts';
import { pageMenu } from './windows/page-menu.ts';
import { shellScheme } from './connection/chooser-page.ts';
import { hiddenArgument } from './system/login-item.ts';
import type {
  AppPort,
  LoginPort,
  NotificationsPort,
  Ports,
  PowerPort,
  SecretsPort,
  TrayPort,
  TrayState,
} from './ports.ts';
import { messagesFor } from './shell-texts.ts';
import { logUncaughtErrors } from './system/uncaught-errors.ts';
import { fileManagerPath } from './system/file-manager-path.ts';
import { trayImageName } from './tray/tray-image.ts';

const appPort: AppPort = {
  name: app.getName(),
  version: app.getVersion(),
  platform: process.platform,
  userData: app.getPath('userData'),
  configHome: app.getPath('appData'),
  // An AppImage runs from a mount that disappears with the session.
  executable: process.env['APPIMAGE'] ?? process.execPath,
  isPackaged: app.isPackaged,
  arguments: process.argv.slice(1),
  workingDirectory: process.cwd(),
  userName: () => userInfo().username,
  locale: () => app.getLocale(),
  lockInstance: () => app.requestSingleInstanceLock(),
  ready: () => app.whenReady(),
  on: (event, listener) => void app.on(event as 'activate', () => listener()),
  onSecondInstance: (listener) =>
    void app.on('second-instance', (_event, given, workingDirectory) =>
      listener(given.slice(1), workingDirectory),
    ),
  onOpenFile: (listener) =>
    void app.on('open-file', (event, file) => {
      event.preventDefault();
      listener(file);
    }),
  onOpenLink: (listener) =>
    void app.on('open-url', (event, link) => {
      event.preventDefault();
      listener(link);
    }),
  claimLinks: (scheme) => void app.setAsDefaultProtocolClient(scheme),
  addRecent: (file) => app.addRecentDocument(file),
  clearRecent: () => app.clearRecentDocuments(),
  onBeforeQuit: (listener) => void app.on('before-quit', listener),
  onSessionEnd: (listener) =>
    void app.on('browser-window-created', (_event, window) => window.on('session-end', listener)),
  quit: () => app.quit(),
  relaunch: () => app.relaunch(relaunchOptions()),
  exit: (code) => app.exit(code),
};

/** Without the files, links and flags of this start; an AppImage is started by its own path. */
const relaunchOptions = (): Electron.RelaunchOptions => {
  const isOwnFlag = (argument: string) => /^--(user-data-dir|lang)=/.test(argument);
  const rest = process.argv.slice(app.isPackaged ? 1 : 2).filter(isOwnFlag);
  const args = app.isPackaged ? rest : [process.argv[1] ?? '.', ...rest];
  const image = process.env['APPIMAGE'];
  return { args, ...(image !== undefined && { execPath: image }) };
};

const loginPort: LoginPort = {
  isOn: () => {
    const settings = app.getLoginItemSettings({ args: [hiddenArgument] });
    // Turned off in the Task Manager, the entry of Windows remains.
    const isDisabled = process.platform === 'win32' && !settings.executableWillLaunchAtLogin;
    return settings.openAtLogin && !isDisabled;
  },
  turn: (on) => app.setLoginItemSettings({ openAtLogin: on, args: [hiddenArgument] }),
  wasOpenedAtLogin: () =>
    process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin,
};

const secretsPort: SecretsPort = {
  isSafe: async () =>
    (await safeStorage.isAsyncEncryptionAvailable()) &&
    (process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text'),
  encrypt: (text) => safeStorage.encryptStringAsync(text),
  decrypt: async (sealed) => (await safeStorage.decryptStringAsync(sealed)).result,
};

const trayImage = (state: TrayState) =>
  nativeImage.createFromPath(
    join(packageRoot, 'build/tray', trayImageName(state, process.platform)),
  );

const trayPort = (tray: Tray): TrayPort => ({
  setState: (state) => tray.setImage(trayImage(state)),
  setToolTip: (text) => tray.setToolTip(text),
  setMenu: (entries) => tray.setContextMenu(Menu.buildFromTemplate(entries)),
  onClick: (listener) => void tray.on('click', listener),
});

/** Prevents garbage collection of notifications, which would lose their click events. */
const shown = new Set<Notification>();

const notificationsPort: NotificationsPort = {
  show: ({ title, body, sticky, onClick }) => {
    if (!Notification.isSupported()) return;
    const notification = new Notification({
      title,
      body,
      timeoutType: sticky ? 'never' : 'default',
      // Linux keeps only critical notifications on screen.
      urgency: sticky ? 'critical' : 'normal',
    });
    shown.add(notification);
    notification.on('click', onClick);
    notification.on('close', () => void shown.delete(notification));
    notification.show();
  },
};

const powerPort: PowerPort = {
  onSuspend: (listener) => void powerMonitor.on('suspend', listener),
  onResume: (listener) => void powerMonitor.on('resume', listener),
  preventSleep: () => {
    const id = powerSaveBlocker.start('prevent-app-suspension');
    return () => void powerSaveBlocker.stop(id);
  },
};

/** electron-builder records the update server and the kind of Linux package. */
const hasResource = (name: string) =>
  app.isPackaged && existsSync(join(process.resourcesPath, name));
const isAppImage = process.env['APPIMAGE'] !== undefined;
const isLinux = process.platform === 'linux';

const updatesPort = createElectronUpdates(() => import('electron-updater'), {
  isPossible:
    hasResource('app-update.yml') && (!isLinux || isAppImage || hasResource('package-type')),
  // Installing a system package asks for a password, which must not happen when quitting.
  installsOnQuit: !isLinux || isAppImage,
});

/**
 * The window that a dialog belongs to: without one, dialogs of macOS block the process, and with it
 * the own server.
 */
const windowForDialog = (): BrowserWindow | undefined =>
  BrowserWindow.getFocusedWindow() ??
  BrowserWindow.getAllWindows().find((window) => window.isVisible() && !window.isMinimized());

/** Shows the dialog over a window; returns an empty list on cancel. */
const pick = async (options: Electron.OpenDialogOptions): Promise<string[]> => {
  const window = windowForDialog();
  const { filePaths } = await (window
    ? dialog.showOpenDialog(window, options)
    : dialog.showOpenDialog(options));
  return filePaths;
};

/** Shows the message over a window; returns the index of the chosen button. */
const showMessage = async (options: Electron.MessageBoxOptions): Promise<number> => {
  const window = windowForDialog();
  const { response } = await (window
    ? dialog.showMessageBox(window, options)
    : dialog.showMessageBox(options));
  return response;
};

const createWindow = (options: Electron.BrowserWindowConstructorOptions) => {
  const window = new BrowserWindow(options);
  window.webContents.on('context-menu', (_event, place) => {
    const entries = pageMenu(place, messagesFor(app.getLocale()));
    if (entries.length > 0) Menu.buildFromTemplate(entries).popup({ window });
  });
  return createWindowPort(window, app.getPath('downloads'));
};

const ports: Ports = {
  app: appPort,
  login: loginPort,
  windows: { create: createWindow },
  screens: {
    workAreas: () => {
      const primary = screen.getPrimaryDisplay();
      const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id);
      return [primary, ...others].map(({ workArea }) => workArea);
    },
  },
  theme: {
    follow: (scheme) => {
      nativeTheme.themeSource = scheme;
    },
  },
  trays: { create: (state) => trayPort(new Tray(trayImage(state))) },
  menus: {
    setApplicationMenu: (entries) => Menu.setApplicationMenu(Menu.buildFromTemplate(entries)),
  },
  dialogs: {
    pickFolder: async () =>
      (await pick({ properties: ['openDirectory', 'createDirectory'] }))[0] ?? null,
    pickFiles: () =>
      pick({
        properties: ['openFile', 'multiSelections'],
        filters: [{ name: app.getName(), extensions: [...bookExtensions] }],
      }),
    showFatalError: (title, message) => dialog.showErrorBox(title, message),
    showError: async (message, detail) => {
      await showMessage({ type: 'error', message, detail });
    },
    ask: ({ message, detail, choices }) =>
      showMessage({
        message,
        detail,
        buttons: [...choices],
        defaultId: 0,
        cancelId: choices.length - 1,
        noLink: true,
      }),
  },
  secrets: secretsPort,
  shell: {
    openExternal: (url) => shell.openExternal(url),
    reveal: (target) => {
      const isThere = existsSync(target);
      if (isThere) shell.showItemInFolder(fileManagerPath(target, process.platform));
      return isThere;
    },
    moveToBin: (target) => shell.trashItem(target),
  },
  clipboard: { write: (text) => void clipboard.writeText(text) },
  ipc: {
    handle: (channel, answer) =>
      ipcMain.handle(channel, ({ senderFrame: frame }, input: unknown) =>
        answer(frame && { url: frame.url, isMainFrame: frame.parent === null }, input),
      ),
  },
  localPages: {
    serve: (partition, respond) =>
      session.fromPartition(partition).protocol.handle(shellScheme, respond),
  },
  network: { interfaces: networkInterfaces },
  notifications: notificationsPort,
  power: powerPort,
  updates: updatesPort,
};

// Before the application is ready. Only sessions with a handler can load the scheme.
protocol.registerSchemesAsPrivileged([
  { scheme: shellScheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
]);

// Chromium asks the voices of Linux only with this switch; elsewhere it has no effect.
app.commandLine.appendSwitch('enable-speech-dispatcher');

// Without a listener, Electron sends the first certificate of the person to any server that asks.
app.on('select-client-certificate', (event, _contents, _url, _certificates, choose) => {
  event.preventDefault();
  choose();
});

logUncaughtErrors(process, logFileIn(appPort.userData));

// Windows shows notifications only with an application id (the same as in electron-builder.yml).
app.setAppUserModelId('example.octavo.desktop');

// Not awaited, because Electron becomes ready only after this module has been evaluated.
void startDesktop(ports, {
  preload: builtPath('main/preload.cjs'),
  webRoot: builtPath('renderer'),
  chooser: builtPath('main/chooser'),
});
