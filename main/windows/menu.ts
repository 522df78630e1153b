import { win32 } from 'node:path';

import type { FileOpener } from '../system/open-files.ts';
import type { Messages } from '../shell-texts.ts';
import type { MenuEntry } from '../ports.ts';

const separator: MenuEntry = { type: 'separator' };

interface MenuActions {
  checkForUpdates: () => void;
  /** Null where files cannot be opened. */
  files: Pick<FileOpener, 'choose' | 'open' | 'recent' | 'forgetRecent'> | null;
  /** Entries to change between the own library and other servers. */
  connection: MenuEntry[];
  /** Null without an own server. */
  showLog: (() => void) | null;
}

/**
 * The application menu. Roles provide native behaviour and shortcuts; labels are set explicitly,
 * because Electron's are English only.
 */
export const applicationMenu = (
  platform: NodeJS.Platform,
  app: string,
  text: Messages,
  { checkForUpdates, files, connection, showLog }: MenuActions,
): MenuEntry[] => {
  const updates: MenuEntry = { label: text.checkForUpdates, click: checkForUpdates };
  const opening: MenuEntry[] = files
    ? [
        { label: text.openFile, accelerator: 'CmdOrCtrl+O', click: () => void files.choose() },
        recentMenu(platform, text, files),
        separator,
        ...connection,
      ]
    : connection;
  const quit: MenuEntry = { role: 'quit', label: text.quit(app) };
  const close: MenuEntry = { role: 'close', label: text.close };
  const first: MenuEntry[] =
    platform === 'darwin'
      ? [
          {
            label: app,
            submenu: [
              { role: 'about', label: text.about(app) },
              updates,
              separator,
              { role: 'hide', label: text.hide(app) },
              { role: 'hideOthers', label: text.hideOthers },
              { role: 'unhide', label: text.unhide },
              separator,
              quit,
            ],
          },
          { label: text.file, submenu: opening },
        ]
      : [{ label: text.file, submenu: [...opening, separator, updates, separator, close, quit] }];
  const help: MenuEntry[] = showLog
    ? [{ role: 'help', label: text.help, submenu: [{ label: text.showLog, click: showLog }] }]
    : [];
  return [...first, editMenu(text), viewMenu(text), windowMenu(platform, text, close), ...help];
};

/**
 * macOS maintains the list itself; elsewhere we do, because the list of Windows appears only in the
 * task bar.
 */
const recentMenu = (
  platform: NodeJS.Platform,
  text: Messages,
  files: NonNullable<MenuActions['files']>,
): MenuEntry => {
  if (platform === 'darwin') {
    const clear: MenuEntry = { role: 'clearRecentDocuments', label: text.clearRecent };
    return { role: 'recentDocuments', label: text.openRecent, submenu: [clear] };
  }
  const recent = files.recent();
  return {
    label: text.openRecent,
    enabled: recent.length > 0,
    submenu: [
      ...recent.map((path) => ({
        // A single & would mark an access key.
        label: win32.basename(path).replaceAll('&', '&&'),
        click: () => void files.open([path]),
      })),
      separator,
      { label: text.clearRecent, click: files.forgetRecent },
    ],
  };
};

const editMenu = (text: Messages): MenuEntry => ({
  label: text.edit,
  submenu: [
    { role: 'undo', label: text.undo },
    { role: 'redo', label: text.redo },
    separator,
    { role: 'cut', label: text.cut },
    { role: 'copy', label: text.copy },
    { role: 'paste', label: text.paste },
    { role: 'selectAll', label: text.selectAll },
  ],
});

const viewMenu = (text: Messages): MenuEntry => ({
  label: text.view,
  submenu: [
    { role: 'reload', label: text.reload },
    separator,
    { role: 'resetZoom', label: text.resetZoom },
    { role: 'zoomIn', label: text.zoomIn },
    { role: 'zoomOut', label: text.zoomOut },
    separator,
    { role: 'togglefullscreen', label: text.togglefullscreen },
  ],
});

const windowMenu = (platform: NodeJS.Platform, text: Messages, close: MenuEntry): MenuEntry => ({
  label: text.window,
  submenu: [{ role: 'minimize', label: text.minimize }, ...(platform === 'darwin' ? [close] : [])],
});
