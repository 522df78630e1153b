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

import { packageRoot, builtPath } from '../server/config/resolve-path.ts';
import { bookExtensions } from './app/launch-request.ts';
import { startDesktop } from './app/desktop.ts';
import { createElectronUpdates } from './updates/electron-updates.ts';
import { hideWindow } from './windows/hide-window.ts';
import { hiddenArgument } from './system/login-item.ts';
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
  hide: () => hideWindow(window, process.platform),
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
  onDownload: (decide) => decideDownloads(contents, decide),
});

type DecideDownload = Parameters<PagePort['onDownload']>[0];

/** Windows can share a session, so each decides about the downloads of its own page. */
const downloads = new WeakMap<Electron.Session, WeakMap<Electron.WebContents, DecideDownload>>();

const decideDownloads = (contents: Electron.WebContents, decide: DecideDownload): void => {
  const known = downloads.get(contents.session);
  if (known) {
    known.set(contents, decide);
    return;
  }
  const deciders = new WeakMap([[contents, decide]]);
  downloads.set(contents.session, deciders);
  contents.session.on('will-download', (event, item, from) => {
    const name = deciders.get(from)?.(item.getURLChain(), item.getFilename()) ?? null;
    // The dialog confirms replacing a file. Downloads are never opened.
    if (name === null) event.preventDefault();
    else item.setSaveDialogOptions({ defaultPath: join(app.getPath('downloads'), name) });
  });
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
  stayAwake: () => {
    const id = powerSaveBlocker.start('prevent-app-suspension');
    return () => void powerSaveBlocker.stop(id);
  },
};

/** electron-builder records the update server and the kind of Linux package. */
const hasResource = (name: string) =>
  app.isPackaged && existsSync(join(process.resourcesPath, name));
const isAppImage = process.env['APPIMAGE'] !== undefined;
const isLinux = process.platform === 'linux';

const updatesPort = createElectronUpdates(
  async () => (await import('electron-updater')).autoUpdater,
  {
    isPossible:
      hasResource('app-update.yml') && (!isLinux || isAppImage || hasResource('package-type')),
    // Installing a system package asks for a password, which must not happen when quitting.
    installsOnQuit: !isLinux || isAppImage,
  },
);

/** Shows the dialog over the focused window; returns an empty list on cancel. */
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
      if (isThere) shell.showItemInFolder(fileManagerPath(place, process.platform));
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

// Windows shows notifications only with an application id (the same as in electron-builder.yml).
app.setAppUserModelId('example.octavo.desktop');

// Not awaited, because Electron becomes ready only after this module has been evaluated.
void startDesktop(ports, {
  preload: builtPath('main/preload.cjs'),
  webRoot: builtPath('renderer'),
});
