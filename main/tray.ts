import type { ServerControl } from '../server/host.ts';
import type { Sharing } from '../shared/api/sharing.ts';
import { AppError } from '../shared/errors.ts';
import type { LoginItem } from './login.ts';
import type { Messages } from './messages.ts';
import type { AppPort, ClipboardPort, DialogsPort, TraysPort, TrayState } from './ports.ts';
import { throttle } from './throttle.ts';
import {
  statusLines,
  trayMenu,
  trayProgress,
  trayState,
  type TrayActions,
  type TrayView,
} from './tray-menu.ts';
import type { AppWindow } from './window.ts';

const refreshIntervalMs = 500;

export interface Tray {
  /** Shows what is true now, at most twice a second. */
  refresh(): void;
  stop(): void;
}

export interface TrayOptions {
  app: Pick<AppPort, 'name' | 'locale' | 'quit'>;
  trays: TraysPort;
  control: ServerControl;
  window: AppWindow;
  login: LoginItem | null;
  clipboard: ClipboardPort;
  dialogs: Pick<DialogsPort, 'showError'>;
  text: Messages;
}

/** The icon beside the clock: what the server is doing, and the handful of things to tell it. */
export const createTray = ({
  app,
  trays,
  control,
  window,
  login,
  clipboard,
  dialogs,
  text,
}: TrayOptions): Tray => {
  const { scans, sharing } = control;
  /** Library id → name. */
  const failed = new Map<string, string>();
  let shownState: TrayState = 'idle';
  let shownMenu = '';
  const tray = trays.create(shownState);

  const render = () => {
    const view: TrayView = {
      app: app.name,
      libraries: control.libraries(),
      active: scans.active(),
      failed: [...failed.values()],
      sharing: sharingView(sharing.state()),
      startsAtLogin: login?.isOn() ?? null,
    };
    const menu = trayMenu(view, actions, text, app.locale());
    const state = trayState(view);
    if (state !== shownState) tray.setState(state);
    shownState = state;
    tray.setToolTip([app.name, ...statusLines(view, text, app.locale())].join('\n'));
    window.setProgress(trayProgress(view));
    // A new menu closes the open one on Linux, so it must be worth it. Ids count, though unseen.
    const description = JSON.stringify([menu, view.libraries]);
    if (description === shownMenu) return;
    shownMenu = description;
    tray.setMenu(menu);
  };
  const refresh = throttle(render, refreshIntervalMs);

  /** The menu may be older than the truth: what it offers may be gone or running by now. */
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
    dialogs.showError(text.sharingFailed, error instanceof Error ? error.message : String(error));
    refresh();
  };
  const open = () => {
    failed.clear();
    window.show();
    refresh();
  };
  const actions: TrayActions = {
    open,
    scanAll: (mode) => attempt(() => void scans.startAll(mode)),
    scan: (id, mode) => attempt(() => scans.start(id, mode)),
    cancel: () => attempt(() => void scans.cancelAll()),
    share: (on) => {
      sharing.turn(on).then(refresh, failedToShare);
    },
    copy: (url) => clipboard.write(url),
    turnLoginItem: (on) => attempt(() => login?.turn(on)),
    quit: () => app.quit(),
  };

  const unwatch = sharing.onChange(refresh);
  const unsubscribe = scans.onProgress((scan) => {
    // A person who has the window before them sees it there.
    if (scan.status === 'failed' && !window.isVisible()) {
      failed.set(scan.library_id, scan.library_name);
    } else {
      failed.delete(scan.library_id);
    }
    refresh();
  });
  tray.onClick(open);
  render();

  return {
    refresh,
    stop: () => {
      unsubscribe();
      unwatch();
      refresh.cancel();
    },
  };
};

const sharingView = ({ enabled, by_configuration, addresses }: Sharing) => ({
  isOn: enabled,
  canChange: !by_configuration,
  url: addresses.find(({ reachable }) => reachable)?.url ?? null,
});
