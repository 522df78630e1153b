import { createThrottle } from '../../server/lib/throttle.ts';
import type { Sharing } from '../../shared/api/sharing.ts';
import { hourMs } from '../../shared/durations.ts';
import { AppError } from '../../shared/errors.ts';
import type { LoginItem } from '../system/login-item.ts';
import type { Messages } from '../shell-texts.ts';
import type {
  AppPort,
  ClipboardPort,
  DialogsPort,
  MenuEntry,
  TraysPort,
  TrayState,
} from '../ports.ts';
import { createScanEta } from './scan-eta.ts';
import type { StateFile } from '../desktop-state.ts';
import type { ServerControlProxy } from '../app/server-control-proxy.ts';
import {
  statusLines,
  trayMenu,
  trayProgress,
  trayState,
  type TrayActions,
  type TrayView,
} from './tray-menu.ts';
import type { Updates } from '../updates/updates.ts';
import type { AppWindow } from '../windows/window.ts';

const refreshIntervalMs = 500;
const clockMs = 60_000;
/** Delay before the first count of problems, which needs a thread during the start; ms. */
const firstCountMs = 10_000;

export interface Tray {
  /** Updates the tray, at most twice a second. */
  refresh(): void;
  stop(): void;
}

export interface TrayOptions {
  app: Pick<AppPort, 'name' | 'platform' | 'locale' | 'quit'>;
  trays: TraysPort;
  control: ServerControlProxy;
  window: AppWindow;
  login: LoginItem | null;
  updates: Pick<Updates, 'state' | 'ask'>;
  clipboard: ClipboardPort;
  dialogs: Pick<DialogsPort, 'showError'>;
  text: Messages;
  state: StateFile;
  /** Name of the user whose current book is shown. */
  owner: string;
  /** Leads to other servers. */
  connectTo: MenuEntry;
}

/** Tray icon: server status and the most common commands. */
export const createTray = ({
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
  connectTo,
}: TrayOptions): Tray => {
  const { scans, sharing } = control;
  /** Library id → name. */
  const failed = new Map<string, string>();
  const pace = createScanEta();
  let problems = 0;
  let shownState: TrayState = 'idle';
  let shownMenu = '';
  const tray = trays.create(shownState);

  const render = () => {
    if (control.isDetached()) return;
    const view: TrayView = {
      app: app.name,
      libraries: control.libraries(),
      reading: control.reading(owner),
      active: scans.active().map((scan) => ({ ...scan, minutesLeft: pace.minutesLeft(scan) })),
      schedulesPausedUntil: untilText(control.schedules.pausedUntil(), app.locale()),
      devices: control.connectedDevices(),
      problems,
      failed: [...failed.values()],
      sharing: sharingView(sharing.state()),
      startsAtLogin: login?.isOn() ?? null,
      update: updates.state(),
      connectTo,
    };
    const menu = trayMenu(view, actions, text, app.locale());
    const next = trayState(view);
    if (next !== shownState) tray.setState(next);
    shownState = next;
    tray.setToolTip([app.name, ...statusLines(view, text, app.locale())].join('\n'));
    window.setProgress(trayProgress(view));
    // Only a changed menu is set, because that closes an open one on Linux. Includes ids that are
    // not visible.
    const description = JSON.stringify([menu, view.libraries, view.reading?.book_id]);
    if (description === shownMenu) return;
    shownMenu = description;
    tray.setMenu(menu);
  };
  const rendering = createThrottle(refreshIntervalMs, render, { deferred: true });
  const refresh = rendering.request;

  const countProblems = () => {
    control.problems().then(
      (count) => {
        if (count === problems) return;
        problems = count;
        refresh();
      },
      // The server is stopping.
      () => undefined,
    );
  };

  /** The menu can be outdated: its target can be gone or already running. */
  const attempt = (action: () => void) => {
    try {
      action();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    } finally {
      refresh();
    }
  };
  const failedToShare = (error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    void dialogs.showError(text.sharingFailed, reason);
    refresh();
  };
  const open = (path?: string) => {
    failed.clear();
    window.show(path);
    refresh();
  };
  const actions: TrayActions = {
    open,
    scanAll: (mode) => attempt(() => void scans.startAll(mode)),
    scan: (id, mode) => attempt(() => scans.start(id, mode)),
    pause: () => attempt(() => void scans.pauseAll()),
    resume: () => attempt(() => void scans.resumeAll()),
    cancel: () => attempt(() => void scans.cancelAll()),
    pauseSchedules: (pause) => {
      const until = pause && endOfPause(pause, new Date());
      control.schedules.pause(until);
      state.update({ schedulesPausedUntil: until?.toISOString() ?? null });
      refresh();
    },
    share: (on) => {
      sharing.turn(on).then(refresh, failedToShare);
    },
    copy: (url) => clipboard.write(url),
    turnLoginItem: (on) => attempt(() => login?.turn(on)),
    askForUpdates: updates.ask,
    quit: () => app.quit(),
  };

  const unwatch = sharing.onChange(refresh);
  const unwatchRest = control.onChange(refresh);
  // Some changes emit no event: devices going quiet, passing minutes.
  const clock = setInterval(refresh, clockMs).unref();
  const unsubscribe = scans.onProgress((scan) => {
    pace.record(scan);
    if (scan.completed_at !== null) countProblems();
    // A visible window already shows the failure.
    if (scan.status === 'failed' && !window.isVisible()) {
      failed.set(scan.library_id, scan.library_name);
    } else {
      failed.delete(scan.library_id);
    }
    refresh();
  });
  // On macOS a click opens the menu.
  if (app.platform !== 'darwin') tray.onClick(() => open());
  render();
  const firstCount = setTimeout(countProblems, firstCountMs).unref();

  return {
    refresh,
    stop: () => {
      unsubscribe();
      unwatch();
      unwatchRest();
      clearInterval(clock);
      clearTimeout(firstCount);
      rendering.cancel();
    },
  };
};

const sharingView = ({ enabled, by_configuration, addresses }: Sharing) => ({
  isOn: enabled,
  canChange: !by_configuration,
  url: addresses.find(({ reachable }) => reachable)?.url ?? null,
});

/** "Tomorrow" starts at six in the morning, so that late at night it means the coming morning. */
const endOfPause = (pause: 'hour' | 'tomorrow', now: Date): Date =>
  pause === 'hour'
    ? new Date(now.getTime() + hourMs)
    : new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 6);

const untilText = (until: Date | null, locale: string): string | null =>
  until &&
  new Intl.DateTimeFormat(locale, { weekday: 'short', hour: '2-digit', minute: '2-digit' }).format(
    until,
  );
