import type { BrowserWindowConstructorOptions, WebPreferences } from 'electron';

import { smallestWindow } from './bounds.ts';

/** What each window of ours starts with; `page` says what its page gets beyond being shut in. */
export const windowOptions = (
  title: string,
  bounds: Electron.Rectangle,
  page: Pick<WebPreferences, 'preload' | 'partition' | 'navigateOnDragDrop'>,
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
  },
});
