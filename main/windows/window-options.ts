import type { BrowserWindowConstructorOptions, WebPreferences } from 'electron';

import { smallestWindow } from './bounds.ts';

/** Differences between the pages of windows. */
export type PagePreferences = Pick<WebPreferences, 'preload' | 'partition' | 'navigateOnDragDrop'>;

/** Common options of all windows; `page` adds preferences beyond the sandbox. */
export const windowOptions = (
  title: string,
  bounds: Electron.Rectangle,
  page: PagePreferences,
): BrowserWindowConstructorOptions => ({
  ...bounds,
  minWidth: smallestWindow.width,
  minHeight: smallestWindow.height,
  title,
  show: false,
  autoHideMenuBar: true,
  webPreferences: {
    ...page,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webviewTag: false,
    webSecurity: true,
    // Chromium would download the dictionaries from Google.
    spellcheck: false,
  },
});
