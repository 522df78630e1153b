import { placeWindow } from './bounds.ts';
import { createCrashLimit } from './crash-limit.ts';
import type { Lifecycle } from '../app/lifecycle.ts';
import type { ScreensPort, WindowPort, WindowsPort } from '../ports.ts';
import type { StateFile } from '../desktop-state.ts';
import { windowOptions, type PagePreferences } from './window-options.ts';

export interface AppWindow {
  /**
   * Creates the window on first use; shows and focuses it, at a path of the application if given.
   */
  show(path?: string): void;
  /** Reloads the current page from the server's current URL. */
  reload(): void;
  /** Loads the page again that could not be loaded; the first page if there was none. */
  retry(): void;
  hide(): void;
  isVisible(): boolean;
  /** Progress in the task bar or dock, 0 to 1; null for none. */
  setProgress(fraction: number | null): void;
}

export interface AppWindowOptions {
  /** Current URL of the server. */
  url: () => string;
  title: string;
  page: PagePreferences;
  /** Shows the menu bar also without Alt, where the page has no way to the shell's commands. */
  showsMenuBar?: boolean;
  windows: WindowsPort;
  screens: ScreensPort;
  state: StateFile;
  lifecycle: Lifecycle;
  /** Applies the security policy to a new window's page. */
  guard: (window: WindowPort) => void;
  /** Called when the window loses focus or is closed. */
  onLeave: () => void;
  /** Called when the page crashes again and again, so that it is not reloaded. */
  onCrashing: () => void;
  /** Called instead of showing an error page. */
  onLoadFailed?: () => void;
}

/**
 * The main window. Created on first use, so that a hidden start loads no page, and only hidden on
 * closing, because the server keeps running for other devices.
 */
export const createAppWindow = (options: AppWindowOptions): AppWindow => {
  const { url, state, lifecycle } = options;
  const urlOf = (path: string) => url() + path;
  let window: WindowPort | null = null;
  let progress: number | null = null;
  let from = url();
  let hasFailed = false;

  const remember = () => {
    if (window) state.update({ bounds: window.bounds(), maximized: window.isMaximized() });
  };
  lifecycle.onQuit(() => {
    remember();
    // Before the server stops, because it waits for open connections.
    window?.destroy();
  });

  const create = (start: string): WindowPort => {
    const { bounds, maximized } = state.get();
    const created = options.windows.create({
      ...windowOptions(
        options.title,
        placeWindow(bounds, options.screens.workAreas()),
        options.page,
      ),
      ...(options.showsMenuBar === true && { autoHideMenuBar: false }),
    });
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
    created.onLoadFailed(() => {
      hasFailed = true;
      options.onLoadFailed?.();
    });
    created.onReady(() => {
      if (!hasFailed || !options.onLoadFailed) created.show();
    });
    created.onGone(createCrashLimit(() => load(created, url()), options.onCrashing));
    load(created, start);
    return created;
  };
  // Shown once loaded; also on failure, so that it can be closed.
  const load = (target: WindowPort, address: string) => {
    hasFailed = false;
    target.load(address).catch(() => {
      if (!options.onLoadFailed) target.show();
    });
  };

  return {
    show: (path) => {
      if (lifecycle.isQuitting()) return;
      const target = urlOf(path ?? '');
      if (!window) {
        window = create(target);
        return;
      }
      // On failure Chromium shows its error page.
      if (path !== undefined) load(window, target);
      window.show();
    },
    reload: () => {
      const before = from;
      from = url();
      if (from === before) window?.reload();
      else window?.load(urlOf(pathBelow(before, window.address()))).catch(() => undefined);
    },
    retry: () => {
      if (!window) return;
      const path = pathBelow(url(), window.address());
      load(window, urlOf(path));
    },
    hide: () => window?.hide(),
    isVisible: () => window?.isVisible() ?? false,
    setProgress: (fraction) => {
      progress = fraction;
      window?.setProgress(fraction);
    },
  };
};

/** The path shown by a page of the server, for loading it from the server's new URL. */
const pathBelow = (server: string, address: string): string =>
  address.startsWith(`${server}/`) ? address.slice(server.length) : '';
