import { createHash } from 'node:crypto';

import { askServer, type Answer } from '../connection/ask-server.ts';
import type { ServerConnection } from '../connection/connection.ts';
import { explainAnswer } from '../connection/explain-answer.ts';
import { shortAddress } from '../connection/server-address.ts';
import { watchServer } from '../connection/server-monitor.ts';
import type { WindowPort } from '../ports.ts';
import { createLoginItem } from '../system/login-item.ts';
import { createConnectedTray } from '../tray/connected-tray.ts';
import { createUpdates } from '../updates/updates.ts';
import { createForeignGuard } from '../windows/foreign-page.ts';
import { applicationMenu } from '../windows/menu.ts';
import { createReaderWindows } from '../windows/reader-windows.ts';
import { createAppWindow } from '../windows/window.ts';
import { linkScheme, pageOfLink } from './deep-links.ts';
import type { DesktopContext, Running } from './desktop-context.ts';

/** Interval of attempts while the person looks at the page of a server that does not answer. */
const retryEveryMs = 3000;

/**
 * The application as a window onto another server. The own server does not run. The page of the
 * other server is foreign: it has no preload script, so nothing of it reaches the shell, and a
 * session of its own, so that it shares no sign-in with other servers. Where the server does not
 * answer, a page of the shell says so.
 */
export const startConnectedLibrary = (
  context: DesktopContext,
  { url, name }: ServerConnection,
): Running => {
  const { ports, lifecycle, state, text, connectionText, chooser, changeTo } = context;
  const { app, dialogs, screens, shell, windows } = ports;
  // Persistent, so that the person stays signed in.
  const partition = `persist:server-${createHash('sha256').update(url).digest('hex').slice(0, 16)}`;
  const trustedKey = () => state.get().trustedKeys[url] ?? null;
  ports.theme.follow(state.get().look.scheme);

  const monitor = watchServer(
    async (signal): Promise<Answer> => {
      const answer = await askServer(url, { pinnedKey: trustedKey(), signal });
      const isElsewhere = answer.kind === 'octavo' && answer.url !== url;
      return isElsewhere ? { kind: 'redirect', to: answer.url } : answer;
    },
    () => tray.refresh(),
  );
  lifecycle.onQuit(monitor.stop);
  const problemNow = (): string | null => {
    const answer = monitor.answer();
    return answer && explainAnswer(answer, url, app.version, connectionText);
  };

  const onCrashing = () => void dialogs.showError(text.crashing, text.crashingText);
  const readers = createReaderWindows({
    ...{ windows, screens, lifecycle, url: () => url, title: app.name, pagePartition: partition },
    takeTicket: () => null,
    language: () => null,
    guard: (reader) => guard(reader),
    onCrashing,
  });
  const guardForeign = createForeignGuard({
    ...{ site: url, name, trustedKey, dialogs, shell, text: connectionText },
    read: (id) => readers.open({ kind: 'book', id, reader: 'page' }),
  });
  const guard = ({ page }: WindowPort) => guardForeign(page);
  const library = createAppWindow({
    ...{ windows, screens, state, lifecycle, guard, title: app.name, url: () => url },
    page: { partition },
    showsMenuBar: true,
    onCrashing,
    onLeave: () => tray.refresh(),
    onLoadFailed: () => showProblem(),
  });

  /** Whether the window must load again before it can be shown. */
  let isBroken = false;
  let retryTimer: NodeJS.Timeout | undefined;
  lifecycle.onQuit(() => clearTimeout(retryTimer));

  const attempt = async () => {
    clearTimeout(retryTimer);
    await monitor.check();
    if (lifecycle.isQuitting()) return;
    if (problemNow() === null) showLibrary();
    else if (chooser.isOpen()) retryTimer = setTimeout(() => void attempt(), retryEveryMs).unref();
  };
  let wantedPath: string | undefined;
  const showLibrary = () => {
    chooser.close();
    if (isBroken && wantedPath === undefined) library.retry();
    isBroken = false;
    library.show(wantedPath);
    wantedPath = undefined;
  };
  const showProblem = () => {
    isBroken = true;
    library.hide();
    offerOthers({
      problem: () => ({
        title: connectionText.doesNotAnswer(name),
        message: problemNow() ?? connectionText.silence.other(shortAddress(url)),
      }),
      onRetry: attempt,
    });
    clearTimeout(retryTimer);
    retryTimer = setTimeout(() => void attempt(), retryEveryMs).unref();
  };
  const offerOthers = (problem: Pick<Parameters<typeof chooser.open>[0], 'problem' | 'onRetry'>) =>
    chooser.open({ ...problem, onOwn: useOwn, onServer: changeTo });
  const useOwn = () => changeTo({ kind: 'own' });
  const connectToAnother = () => offerOthers({});
  const show = (path?: string) => {
    wantedPath = path;
    void monitor.check().then(() => {
      if (lifecycle.isQuitting()) return;
      if (problemNow() === null) showLibrary();
      else showProblem();
    });
  };

  const login = createLoginItem(app, ports.login);
  const { isChecked, isNotified, channel } = state.get().updates;
  const updates = createUpdates({
    ...{ app, dialogs, text, port: ports.updates, notifications: ports.notifications },
    control: {
      wants: (setting) => (setting === 'desktop.check_updates' ? isChecked : isNotified),
      updateChannel: () => channel,
      scans: { active: () => [] },
    },
    onChange: () => tray.refresh(),
    leave: (end) => lifecycle.leave(0, end),
  });
  lifecycle.onQuit(updates.stop);
  const tray = createConnectedTray({
    ...{ app, name, url, monitor, login, updates, text, connectionText },
    trays: ports.trays,
    actions: { open: show, useOwn, connectToAnother },
  });
  ports.menus.setApplicationMenu(
    applicationMenu(app.platform, app.name, text, {
      checkForUpdates: updates.ask,
      files: null,
      showLog: null,
      connection: [
        { label: connectionText.useOwn, click: useOwn },
        { label: connectionText.connectToAnother, click: connectToAnother },
      ],
    }),
  );
  ports.power.onResume(() => void monitor.check());
  if (app.isPackaged) app.claimLinks(linkScheme);
  void monitor.check();

  return {
    window: { show },
    handleLaunch: ({ files, links }) => {
      const [link] = links;
      if (files.length > 0) {
        const { filesElsewhere, filesElsewhereText } = connectionText;
        void dialogs.showError(filesElsewhere, filesElsewhereText(name));
      }
      show(link === undefined ? undefined : (pageOfLink(link) ?? undefined));
    },
  };
};
