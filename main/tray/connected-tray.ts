import type { ServerMonitor } from '../connection/server-monitor.ts';
import type { ConnectionTexts } from '../connection/connection-texts.ts';
import type { AppPort, MenuEntry, TraysPort, TrayState } from '../ports.ts';
import type { Messages } from '../shell-texts.ts';
import type { LoginItem } from '../system/login-item.ts';
import type { Updates } from '../updates/updates.ts';
import { loginEntries, updateEntry } from './tray-menu.ts';

interface ConnectedTrayOptions {
  app: Pick<AppPort, 'name' | 'platform' | 'locale' | 'quit'>;
  trays: TraysPort;
  /** The server, as the person knows it. */
  name: string;
  url: string;
  monitor: Pick<ServerMonitor, 'answer' | 'answers'>;
  login: LoginItem | null;
  updates: Pick<Updates, 'state' | 'ask'>;
  text: Messages;
  connectionText: ConnectionTexts;
  actions: {
    open: () => void;
    useOwn: () => void;
    connectToAnother: () => void;
  };
}

/** Tray icon of the application while it shows another server: nothing here concerns scans. */
export const createConnectedTray = (options: ConnectedTrayOptions) => {
  const { app, name, url, monitor, login, updates, text, connectionText, actions } = options;
  let shownState: TrayState = 'idle';
  let shownMenu = '';
  const tray = options.trays.create(shownState);
  const separator: MenuEntry = { type: 'separator' };

  const refresh = () => {
    // Before the first answer nothing is known.
    const isSilent = monitor.answer() !== null && !monitor.answers();
    const status = isSilent ? connectionText.doesNotAnswer(name) : connectionText.connectedTo(name);
    const next: TrayState = isSilent ? 'attention' : 'idle';
    if (next !== shownState) tray.setState(next);
    shownState = next;
    tray.setToolTip([app.name, status].join('\n'));
    const turnLoginItem = (on: boolean) => {
      login?.turn(on);
      refresh();
    };
    const menu: MenuEntry[] = [
      { label: text.open(app.name), click: actions.open },
      separator,
      // A single & would mark an access key.
      { label: status.replaceAll('&', '&&'), enabled: false },
      { label: url.replaceAll('&', '&&'), enabled: false },
      separator,
      { label: connectionText.useOwn, click: actions.useOwn },
      { label: connectionText.connectToAnother, click: actions.connectToAnother },
      separator,
      ...(login === null ? [] : loginEntries(login.isOn(), { turnLoginItem }, text)),
      updateEntry(
        { app: app.name, update: updates.state() },
        { askForUpdates: updates.ask },
        text,
        app.locale(),
      ),
      separator,
      { label: text.quit(app.name), click: () => app.quit() },
    ];
    // Only a changed menu is set, because that closes an open one on Linux.
    const description = JSON.stringify(menu);
    if (description === shownMenu) return;
    shownMenu = description;
    tray.setMenu(menu);
  };
  // On macOS a click opens the menu.
  if (app.platform !== 'darwin') tray.onClick(() => actions.open());
  refresh();
  return { refresh };
};
