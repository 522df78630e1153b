import { join } from 'node:path';

import type { ServerControl } from '../../server/host-environment.ts';
import { handlePageMessages } from '../ipc/ipc-handlers.ts';
import { pathOf, readArguments, type LaunchRequest } from './launch-request.ts';
import { createFileOpener, type FileOpener } from '../system/open-files.ts';
import { linkScheme, pageOfLink } from './deep-links.ts';
import { createReaderWindows } from '../windows/reader-windows.ts';
import { createLifecycle, type Lifecycle } from './lifecycle.ts';
import { createAppearance } from '../system/appearance.ts';
import { createLoginItem, startsHidden } from '../system/login-item.ts';
import { applicationMenu } from '../windows/menu.ts';
import { messagesFor } from '../shell-texts.ts';
import { createNotifications } from '../system/notifications.ts';
import { ensureOwner } from './owner-account.ts';
import type { Ports, WindowPort } from '../ports.ts';
import { followPower } from '../system/power.ts';
import { openSecrets } from '../system/secrets.ts';
import { guardPage } from '../windows/security.ts';
import { startEmbeddedServer } from './embedded-server.ts';
import { explainStartFailure } from './start-failure.ts';
import { openState } from '../desktop-state.ts';
import { createTray } from '../tray/tray.ts';
import { createUpdates } from '../updates/updates.ts';
import { createAppWindow, type AppWindow } from '../windows/window.ts';

/** Built files that the shell loads by path. */
export interface BuiltParts {
  /** The preload script, a single CommonJS file. */
  preload: string;
  /** Folder of the web app. */
  webRoot: string;
}

/**
 * The desktop application: single instance, embedded server, a window and a tray. Resolves when it
 * runs, or when it is quitting: a second instance hands over to the first, and a failed start shows
 * a dialog and exits with 1.
 */
export const startDesktop = async (ports: Ports, parts: BuiltParts): Promise<void> => {
  const { app } = ports;
  if (!app.lockInstance()) {
    app.exit(0);
    return;
  }
  const lifecycle = createLifecycle(app);
  // Without a listener, Electron would quit when the last window is closed.
  app.on('window-all-closed', () => undefined);
  const starting = app.ready().then(() => start(ports, parts, lifecycle));
  const taken: LaunchRequest[] = [];
  // These events can arrive while the server is still starting.
  const whenRunning = (use: (running: Running) => void) => void starting.then(use, () => undefined);
  const take = (asked: LaunchRequest) => {
    taken.push(asked);
    whenRunning((running) => running.handleLaunch(asked));
  };
  app.on('activate', () => whenRunning(({ window }) => window.show()));
  app.onSecondInstance((given, directory) => take(readArguments(given, directory, app.platform)));
  app.onOpenFile((file) => take({ files: [file], links: [] }));
  app.onOpenLink((link) => take({ files: [], links: [link] }));

  try {
    const { window, handleLaunch: show } = await starting;
    const asked = readArguments(app.arguments, app.workingDirectory, app.platform);
    if (asked.files.length + asked.links.length > 0) show(asked);
    else if (taken.length === 0 && !startsHidden(app, ports.login)) window.show();
  } catch (error) {
    failToStart(ports, error);
    lifecycle.leave(1);
  }
};

const failToStart = ({ app, dialogs }: Ports, error: unknown): void => {
  const text = messagesFor(app.locale());
  dialogs.showError(text.startFailed(app.name), explainStartFailure(error, app.name, text));
};

interface Running {
  window: AppWindow;
  /** Shows what was requested: books each in their own window, pages in the main one. */
  handleLaunch(asked: LaunchRequest): void;
}

/** In order: restore the state, start the server, sign in, show. */
const start = async (ports: Ports, parts: BuiltParts, lifecycle: Lifecycle): Promise<Running> => {
  const { app, clipboard, dialogs, ipc, screens, shell, trays, windows } = ports;
  const text = messagesFor(app.locale());
  const state = openState(join(app.userData, 'desktop.json'));
  const look = createAppearance(ports.theme, state, () => readers.speak());
  const secrets = await openSecrets(ports.secrets, join(app.userData, 'desktop-secrets.json'));
  lifecycle.onQuit(() => secrets.saved());

  const owned = { userName: app.userName(), state, secrets };
  const starting = startEmbeddedServer({
    userData: app.userData,
    webRoot: parts.webRoot,
    state,
    secrets,
    onRestarted: async (server) => {
      if (lifecycle.isQuitting()) return;
      running = server;
      // A restored database can lack the owner.
      await ensureOwner(server, owned);
      window.reload();
      readers.reload();
    },
    onRestartFailed: (error) => {
      failToStart(ports, error);
      lifecycle.leave(1);
    },
  });
  lifecycle.onQuit(async () => (await starting).stop());
  const { initial: server, control } = await starting;
  let running = server;
  const url = () => running.url;
  const origin = () => new URL(url()).origin;
  const owner = await ensureOwner(server, owned);

  const rules = {
    shell,
    read: (id: string) => readers.open({ kind: 'book', id, reader: 'page' }),
  };
  const guard = ({ page }: WindowPort) => guardPage(page, origin, rules);
  const take = (fileUrl: string) => {
    const path = pathOf(fileUrl, app.platform);
    if (path !== null) void files.takeDropped([path]);
  };
  const guardReader = ({ page }: WindowPort) => guardPage(page, origin, { ...rules, take });
  const takeTicket = () => ticketOf(control, owner);
  const window = createAppWindow({
    url,
    title: app.name,
    preload: parts.preload,
    windows,
    screens,
    state,
    lifecycle,
    guard,
    onBeforeRestart: () => tray.refresh(),
  });
  const login = createLoginItem(app, ports.login);
  const updates = createUpdates({
    app,
    port: ports.updates,
    control,
    dialogs,
    notifications: ports.notifications,
    text,
    onChange: () => tray.refresh(),
    leave: (end) => lifecycle.leave(0, end),
  });
  lifecycle.onQuit(updates.stop);
  const tray = createTray({
    app,
    trays,
    control,
    window,
    login,
    updates,
    clipboard,
    dialogs,
    text,
    state,
    owner,
  });
  lifecycle.onQuit(() => tray.stop());
  const { notifications, power } = ports;
  const { checkedAfterCrash } = server;
  lifecycle.onQuit(
    createNotifications({
      app: app.name,
      server: { control, checkedAfterCrash },
      ...{ notifications, state, window, text },
    }),
  );
  lifecycle.onQuit(followPower(power, control));

  const readers = createReaderWindows({
    ...{ url, windows, screens, lifecycle, takeTicket, language: look.language },
    title: app.name,
    guard: guardReader,
  });
  const files = createFileOpener({
    ...{ app, dialogs, control, owner, state, text },
    windows: readers,
    onRecent: () => setMenu(),
  });
  const setMenu = () =>
    ports.menus.setApplicationMenu(
      applicationMenu(app.platform, app.name, text, { checkForUpdates: updates.ask, files }),
    );
  setMenu();
  handlePageMessages(ipc, origin, { takeTicket, dialogs, files, control, shell, look });
  // In development, links would start bare Electron.
  if (app.isPackaged) app.claimLinks(linkScheme);
  return { window, handleLaunch: createTake({ window, files }) };
};

const createTake =
  ({ window, files }: { window: AppWindow; files: FileOpener }): Running['handleLaunch'] =>
  (asked) => {
    void files.open(asked.files);
    const [link] = asked.links;
    if (link !== undefined) window.show(pageOfLink(link) ?? undefined);
    else if (asked.files.length === 0) window.show();
  };

/**
 * A ticket for the window, or null if the owner was renamed or removed; the user must then sign in.
 */
const ticketOf = (control: ServerControl, owner: string): string | null => {
  try {
    return control.issueTicket(owner);
  } catch {
    return null;
  }
};
