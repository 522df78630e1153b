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
  safeStorage,
  screen,
  shell,
  Tray,
  type BrowserWindow as ElectronWindow,
} from 'electron';
import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';

import { packageRoot, placeOf } from '../server/config/places.ts';
import { bookExtensions } from './asked.ts';
import { startDesktop } from './desktop.ts';
import { createElectronUpdates } from './electron-updates.ts';
import { hiddenArgument } from './login.ts';
import type {
  AppPort,
  LoginPort,
  NotificationsPort,
  PagePort,
  Ports,
  PowerPort,
  SecretsPort,
  TrayPort,
  TrayState,
  WindowPort,
} from './ports.ts';
import { revealable } from './revealable.ts';

const appPort: AppPort = {
  name: app.getName(),
  version: app.getVersion(),
  platform: process.platform,
  userData: app.getPath('userData'),
  configHome: app.getPath('appData'),
  // An AppImage runs from a mount that is gone after the session.
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
  quit: () => app.quit(),
  exit: (code) => app.exit(code),
};

const loginPort: LoginPort = {
  isOn: () => app.getLoginItemSettings({ args: [hiddenArgument] }).openAtLogin,
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

const windowPort = (window: ElectronWindow): WindowPort => ({
  load: (url) => window.loadURL(url),
  address: () => window.webContents.getURL(),
  reload: () => window.webContents.reload(),
  show: () => {
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  },
  hide: () => window.hide(),
  destroy: () => window.destroy(),
  isVisible: () => window.isVisible(),
  bounds: () => window.getNormalBounds(),
  isMaximized: () => window.isMaximized(),
  maximize: () => window.maximize(),
  setProgress: (fraction) => window.setProgressBar(fraction ?? -1),
  onReady: (listener) => void window.once('ready-to-show', listener),
  onClose: (listener) => void window.on('close', listener),
  onBlur: (listener) => void window.on('blur', listener),
  onGone: (listener) => void window.webContents.on('render-process-gone', () => listener()),
  page: pagePort(window.webContents),
});

const pagePort = (contents: Electron.WebContents): PagePort => ({
  onNavigate: (listener) => {
    contents.on('will-frame-navigate', (event) => listener(event, event.url, event.isMainFrame));
    contents.on('will-redirect', (event) => listener(event, event.url, event.isMainFrame));
  },
  onAttachWebview: (listener) => void contents.on('will-attach-webview', listener),
  onOpenWindow: (listener) =>
    contents.setWindowOpenHandler(({ url }) => {
      listener(url);
      return { action: 'deny' };
    }),
  onPermission: (decide) => {
    const { session } = contents;
    session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) =>
      answer(decide(permission, requestingUrl)),
    );
    session.setPermissionCheckHandler((_contents, permission, origin) =>
      decide(permission, origin),
    );
    session.setDevicePermissionHandler(() => false);
  },
});

/** macOS colours template images itself; Windows and Linux take ours. */
const trayImage = (state: TrayState) => {
  const suffix = process.platform === 'darwin' ? 'Template' : '';
  return nativeImage.createFromPath(join(packageRoot, `build/tray/tray-${state}${suffix}.png`));
};

const trayPort = (tray: Tray): TrayPort => ({
  setState: (state) => tray.setImage(trayImage(state)),
  setToolTip: (text) => tray.setToolTip(text),
  setMenu: (entries) => tray.setContextMenu(Menu.buildFromTemplate(entries)),
  onClick: (listener) => {
    // On macOS a click opens the menu.
    if (process.platform !== 'darwin') tray.on('click', listener);
  },
});

/** A notification that nobody holds may be collected, and its click with it. */
const shown = new Set<Notification>();

const notificationsPort: NotificationsPort = {
  show: ({ title, body, sticky, onClick }) => {
    if (!Notification.isSupported()) return;
    const notification = new Notification({
      title,
      body,
      timeoutType: sticky ? 'never' : 'default',
      // Linux keeps only these.
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
  stayAwake: () => {
    const id = powerSaveBlocker.start('prevent-app-suspension');
    return () => void powerSaveBlocker.stop(id);
  },
};

/** electron-builder writes down where the releases are, and what kind of Linux package it made. */
const hasResource = (name: string) =>
  app.isPackaged && existsSync(join(process.resourcesPath, name));
const isAppImage = process.env['APPIMAGE'] !== undefined;
const isLinux = process.platform === 'linux';

const updatesPort = createElectronUpdates(
  async () => (await import('electron-updater')).autoUpdater,
  {
    isPossible:
      hasResource('app-update.yml') && (!isLinux || isAppImage || hasResource('package-type')),
    // A package of the system asks for a password, which nobody wants to type on the way out.
    installsOnQuit: !isLinux || isAppImage,
  },
);

/** Asks over the window that has the focus; empty when the dialog was put away. */
const pick = async (options: Electron.OpenDialogOptions): Promise<string[]> => {
  const window = BrowserWindow.getFocusedWindow();
  const { filePaths } = await (window
    ? dialog.showOpenDialog(window, options)
    : dialog.showOpenDialog(options));
  return filePaths;
};

const ports: Ports = {
  app: appPort,
  login: loginPort,
  windows: { create: (options) => windowPort(new BrowserWindow(options)) },
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
    showError: (title, message) => dialog.showErrorBox(title, message),
    ask: async ({ message, detail, choices }) => {
      const { response } = await dialog.showMessageBox({
        message,
        detail,
        buttons: [...choices],
        defaultId: 0,
        cancelId: choices.length - 1,
        noLink: true,
      });
      return response;
    },
  },
  secrets: secretsPort,
  shell: {
    openExternal: (url) => shell.openExternal(url),
    reveal: (place) => {
      const isThere = existsSync(place);
      if (isThere) shell.showItemInFolder(revealable(place, process.platform));
      return isThere;
    },
  },
  clipboard: { write: (text) => void clipboard.writeText(text) },
  ipc: {
    handle: (channel, answer) =>
      ipcMain.handle(channel, ({ senderFrame: frame }, input: unknown) =>
        answer(frame && { url: frame.url, isMainFrame: frame.parent === null }, input),
      ),
  },
  notifications: notificationsPort,
  power: powerPort,
  updates: updatesPort,
};

// Windows shows notifications only of an application that says who it is, as electron-builder.yml does.
app.setAppUserModelId('example.octavo.desktop');

// Not awaited: Electron is ready only when this module has been evaluated.
void startDesktop(ports, { preload: placeOf('main/preload.cjs'), webRoot: placeOf('renderer') });
