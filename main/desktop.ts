import { join } from 'node:path';

import type { ServerControl } from '../server/host.ts';
import { answerPage } from './bridge.ts';
import { pathOf, readArguments, type Asked } from './asked.ts';
import { createFiles, type Files } from './files.ts';
import { linkScheme, pageOfLink } from './links.ts';
import { createReaderWindows } from './reader-windows.ts';
import { createLifecycle, type Lifecycle } from './lifecycle.ts';
import { createLook } from './look.ts';
import { createLoginItem, startsHidden } from './login.ts';
import { applicationMenu } from './menu.ts';
import { messagesFor } from './messages.ts';
import { createNotices } from './notices.ts';
import { ensureOwner } from './owner.ts';
import type { Ports, WindowPort } from './ports.ts';
import { followPower } from './power.ts';
import { openSecrets } from './secrets.ts';
import { guardPage } from './security.ts';
import { startServing } from './serving.ts';
import { explainStartFailure } from './start-failure.ts';
import { openState } from './state.ts';
import { createTray } from './tray.ts';
import { createUpdates } from './updates.ts';
import { createAppWindow, type AppWindow } from './window.ts';

/** Built parts that the shell loads by path. */
export interface BuiltParts {
  /** The preload script, one CommonJS file. */
  preload: string;
  /** Folder of the web app. */
  webRoot: string;
}

/**
 * The desktop application: one instance, the server inside it, a window and a tray.
 * Resolves when it runs, or when it is on its way out again: a second instance hands over to the
 * first, and a start that fails says why in a dialog and exits with 1.
 */
export const startDesktop = async (ports: Ports, parts: BuiltParts): Promise<void> => {
  const { app } = ports;
  if (!app.lockInstance()) {
    app.exit(0);
    return;
  }
  const lifecycle = createLifecycle(app);
  // Without a listener, Electron would quit when the last window is gone.
  app.on('window-all-closed', () => undefined);
  const starting = app.ready().then(() => start(ports, parts, lifecycle));
  const taken: Asked[] = [];
  // Each may come while the server is still starting.
  const whenRunning = (use: (running: Running) => void) => void starting.then(use, () => undefined);
  const take = (asked: Asked) => {
    taken.push(asked);
    whenRunning((running) => running.take(asked));
  };
  app.on('activate', () => whenRunning(({ window }) => window.show()));
  app.onSecondInstance((given, directory) => take(readArguments(given, directory, app.platform)));
  app.onOpenFile((file) => take({ files: [file], links: [] }));
  app.onOpenLink((link) => take({ files: [], links: [link] }));

  try {
    const { window, take: show } = await starting;
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
  /** Shows what was asked for: books each in a window of its own, pages in the main one. */
  take(asked: Asked): void;
}

/** Reads like the application's day: remember, serve, sign in, show. */
const start = async (ports: Ports, parts: BuiltParts, lifecycle: Lifecycle): Promise<Running> => {
  const { app, clipboard, dialogs, ipc, screens, shell, trays, windows } = ports;
  const text = messagesFor(app.locale());
  const state = openState(join(app.userData, 'desktop.json'));
  const look = createLook(ports.theme, state, () => readers.speak());
  const secrets = await openSecrets(ports.secrets, join(app.userData, 'desktop-secrets.json'));
  lifecycle.onQuit(() => secrets.saved());

  const owned = { userName: app.userName(), state, secrets };
  const starting = startServing({
    userData: app.userData,
    webRoot: parts.webRoot,
    state,
    secrets,
    onRenewed: async (server) => {
      if (lifecycle.isQuitting()) return;
      running = server;
      // What was restored may be from before there was anybody.
      await ensureOwner(server, owned);
      window.reload();
      readers.reload();
    },
    giveUp: (error) => {
      failToStart(ports, error);
      lifecycle.leave(1);
    },
  });
  lifecycle.onQuit(async () => (await starting).stop());
  const { first: server, control } = await starting;
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
    onLeave: () => tray.refresh(),
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
    createNotices({
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
  const files = createFiles({
    ...{ app, dialogs, control, owner, state, text },
    windows: readers,
    onRecent: () => setMenu(),
  });
  const setMenu = () =>
    ports.menus.setApplicationMenu(
      applicationMenu(app.platform, app.name, text, { checkForUpdates: updates.ask, files }),
    );
  setMenu();
  answerPage(ipc, origin, { takeTicket, dialogs, files, control, shell, look });
  // In development, links would start bare Electron.
  if (app.isPackaged) app.claimLinks(linkScheme);
  return { window, take: createTake({ window, files }) };
};

const createTake =
  ({ window, files }: { window: AppWindow; files: Files }): Running['take'] =>
  (asked) => {
    void files.open(asked.files);
    const [link] = asked.links;
    if (link !== undefined) window.show(pageOfLink(link) ?? undefined);
    else if (asked.files.length === 0) window.show();
  };

/** A ticket for the window, or null when the owner was renamed or removed: then one signs in. */
const ticketOf = (control: ServerControl, owner: string): string | null => {
  try {
    return control.issueTicket(owner);
  } catch {
    return null;
  }
};
