import type { Messages } from './messages.ts';
import type { MenuEntry } from './ports.ts';

const separator: MenuEntry = { type: 'separator' };

/**
 * The application menu. Roles bring the platform's own behaviour and shortcuts, labels are spelled
 * out because Electron's are English only.
 */
export const applicationMenu = (
  platform: NodeJS.Platform,
  app: string,
  text: Messages,
  checkForUpdates: () => void,
): MenuEntry[] => {
  const updates: MenuEntry = { label: text.checkForUpdates, click: checkForUpdates };
  const quit: MenuEntry = { role: 'quit', label: text.quit(app) };
  const close: MenuEntry = { role: 'close', label: text.close };
  const first: MenuEntry =
    platform === 'darwin'
      ? {
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
        }
      : { label: text.file, submenu: [updates, separator, close, quit] };
  return [first, editMenu(text), viewMenu(text), windowMenu(platform, text, close)];
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
