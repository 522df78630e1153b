import { join } from 'node:path';

import type { ServerControl } from '../../server/host-environment.ts';
import { offerServers } from '../connection/offer-servers.ts';
import { handlePageMessages } from '../ipc/ipc-handlers.ts';
import type { WindowPort } from '../ports.ts';
import { createAppearance } from '../system/appearance.ts';
import { createLoginItem } from '../system/login-item.ts';
import { createNotifications } from '../system/notifications.ts';
import { createFileOpener, type FileOpener } from '../system/open-files.ts';
import { followPower } from '../system/power.ts';
import { openSecrets } from '../system/secrets.ts';
import { createTray } from '../tray/tray.ts';
import { createUpdates } from '../updates/updates.ts';
import { applicationMenu } from '../windows/menu.ts';
import { createReaderWindows } from '../windows/reader-windows.ts';
import { guardPage } from '../windows/security.ts';
import { createAppWindow, type AppWindow } from '../windows/window.ts';
import { linkScheme, pageOfLink } from './deep-links.ts';
import type { DesktopContext, Running } from './desktop-context.ts';
import { logFileIn, startEmbeddedServer } from './embedded-server.ts';
import { pathOf } from './launch-request.ts';
import { ensureOwner } from './owner-account.ts';
import { showStartFailure } from './start-failure.ts';

/** The application with its own server. In order: start the server, sign in, show. */
export const startOwnLibrary = async ({
  ports,
  parts,
  lifecycle,
  state,
  text,
  ...shared
}: DesktopContext): Promise<Running> => {
  const { app, clipboard, dialogs, ipc, screens, shell, trays, windows } = ports;
  const appearance = createAppearance(ports.theme, state, () => readers.speak());
  const secrets = await openSecrets(ports.secrets, join(app.userData, 'desktop-secrets.json'));
  lifecycle.onQuit(() => secrets.saved());

  const owned = { userName: app.userName(), state, secrets };
  const starting = startEmbeddedServer({
    userData: app.userData,
    webRoot: parts.webRoot,
    state,
    secrets,
    moveToBin: ports.shell.moveToBin,
    onRestarted: async (server) => {
      if (lifecycle.isQuitting()) return;
      running = server;
      // A restored database can lack the owner.
      await ensureOwner(server, owned);
      window.reload();
      readers.reload();
    },
    onRestartFailed: (error) => {
      showStartFailure(ports, error);
      lifecycle.leave(1);
    },
  });
  lifecycle.onQuit(async () => (await starting).stop());
  const { initial: server, control } = await starting;
  let running = server;
  const url = () => running.url;
  const origin = () => new URL(url()).origin;
  const owner = await ensureOwner(server, owned);

  shared.own.listensAt(() => [
    Number(new URL(url()).port),
    ...(control.isDetached() ? [] : [control.sharing.state().port]),
  ]);
  const chooseServer = () => offerServers({ ...shared, dialogs, control, state });

  const rules = {
    // The system itself reports a missing browser.
    openOutside: (outside: string) => void shell.openExternal(outside).catch(() => undefined),
    read: (id: string) => readers.open({ kind: 'book', id, reader: 'page' }),
  };
  const guard = ({ page }: WindowPort) => guardPage(page, origin, rules);
  const openDropped = (fileUrl: string) => {
    const path = pathOf(fileUrl, app.platform);
    if (path !== null) void files.takeDropped([path]);
  };
  const guardReader = ({ page }: WindowPort) =>
    guardPage(page, origin, { ...rules, take: openDropped });
  const takeTicket = () => ticketOf(control, owner);
  const onCrashing = () => void dialogs.showError(text.crashing, text.crashingText);
  const window = createAppWindow({
    url,
    title: app.name,
    page: { preload: parts.preload },
    windows,
    screens,
    state,
    lifecycle,
    guard,
    onCrashing,
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
    connectTo: { label: shared.connectionText.connectTo, click: chooseServer },
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
  app.onSessionEnd(() => {
    control.checkpoint();
    // Deferred, because the window that announced it must not be destroyed yet. Windows can end the process first.
    setImmediate(() => lifecycle.leave(0));
  });

  const readers = createReaderWindows({
    ...{ url, windows, screens, lifecycle, takeTicket, language: appearance.language },
    title: app.name,
    guard: guardReader,
    onCrashing,
  });
  const files = createFileOpener({
    ...{ app, dialogs, control, owner, state, text },
    windows: readers,
    onRecent: () => setMenu(),
  });
  const setMenu = () =>
    ports.menus.setApplicationMenu(
      applicationMenu(app.platform, app.name, text, {
        checkForUpdates: updates.ask,
        files,
        connection: [{ label: shared.connectionText.connectTo, click: chooseServer }],
        showLog: () => void shell.reveal(logFileIn(app.userData)),
      }),
    );
  setMenu();
  handlePageMessages(ipc, origin, {
    ...{ takeTicket, dialogs, files, control, shell, look: appearance, chooseServer },
  });
  // In development, links would start bare Electron.
  if (app.isPackaged) app.claimLinks(linkScheme);
  return { window, handleLaunch: createTake({ window, files }) };
};

const createTake =
  ({ window, files }: { window: AppWindow; files: FileOpener }): Running['handleLaunch'] =>
  (request) => {
    void files.open(request.files);
    const [link] = request.links;
    if (link !== undefined) window.show(pageOfLink(link) ?? undefined);
    else if (request.files.length === 0) window.show();
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
