import { placeWindow } from './bounds.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { ScreensPort, WindowPort, WindowsPort } from './ports.ts';
import type { StateFile } from './state.ts';
import { windowOptions } from './window-options.ts';

export interface AppWindow {
  /** Creates the window the first time; shows and focuses it, at a path of the application if given. */
  show(path?: string): void;
  /** Loads the page again where it is, from where the server is now. */
  reload(): void;
  isVisible(): boolean;
  /** Progress in the task bar or dock, 0 to 1; null for none. */
  setProgress(fraction: number | null): void;
}

export interface AppWindowOptions {
  /** Where the server is now. */
  url: () => string;
  title: string;
  /** Path of the preload script. */
  preload: string;
  windows: WindowsPort;
  screens: ScreensPort;
  state: StateFile;
  lifecycle: Lifecycle;
  /** Puts a new window's page under the security policy. */
  guard: (window: WindowPort) => void;
  /** The person turned to something else, perhaps the tray. */
  onLeave: () => void;
}

/**
 * The one window. It is created when it is first wanted, so a hidden start costs no page, and
 * closing only hides it: the server goes on for the phones in the house.
 */
export const createAppWindow = (options: AppWindowOptions): AppWindow => {
  const { url, state, lifecycle } = options;
  const at = (path: string) => url() + path;
  let window: WindowPort | null = null;
  let progress: number | null = null;
  let from = url();

  const remember = () => {
    if (window) state.update({ bounds: window.bounds(), maximized: window.isMaximized() });
  };
  lifecycle.onQuit(() => {
    remember();
    // Before the server stops: it waits for connections to end, and a person for the window to go.
    window?.destroy();
  });

  const create = (start: string): WindowPort => {
    const { bounds, maximized } = state.get();
    const created = options.windows.create(
      windowOptions(options.title, placeWindow(bounds, options.screens.workAreas()), {
        preload: options.preload,
      }),
    );
    options.guard(created);
    if (maximized) created.maximize();
    if (progress !== null) created.setProgress(progress);
    created.onBlur(options.onLeave);
    created.onClose((event) => {
      if (lifecycle.isQuitting()) return;
      event.preventDefault();
      remember();
      created.hide();
      options.onLeave();
    });
    // Shown when it has something to show; also when it has not, so that it can be closed.
    const load = (address: string) => void created.load(address).catch(() => created.show());
    created.onReady(() => created.show());
    created.onGone(() => load(url()));
    load(start);
    return created;
  };

  return {
    show: (path) => {
      if (lifecycle.isQuitting()) return;
      const target = at(path ?? '');
      if (!window) {
        window = create(target);
        return;
      }
      // What cannot be loaded shows Chromium's own page.
      if (path !== undefined) window.load(target).catch(() => undefined);
      window.show();
    },
    reload: () => {
      const before = from;
      from = url();
      if (from === before) window?.reload();
      else window?.load(at(pathBelow(before, window.address()))).catch(() => undefined);
    },
    isVisible: () => window?.isVisible() ?? false,
    setProgress: (fraction) => {
      progress = fraction;
      window?.setProgress(fraction);
    },
  };
};

/** What a page of the server shows, to be shown from its next address. */
const pathBelow = (server: string, address: string): string =>
  address.startsWith(`${server}/`) ? address.slice(server.length) : '';
