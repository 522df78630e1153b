import type { ServerControlProxy } from '../app/server-control-proxy.ts';
import type { DesktopContext } from '../app/desktop-context.ts';
import type { StateFile } from '../desktop-state.ts';
import type { DialogsPort } from '../ports.ts';
import type { ServerConnection } from './connection.ts';

interface OfferServers extends Pick<DesktopContext, 'chooser' | 'changeTo' | 'connectionText'> {
  dialogs: Pick<DialogsPort, 'ask'>;
  control: ServerControlProxy;
  state: StateFile;
}

/**
 * Opens the chooser while the own server runs. Connecting stops that server, so the person confirms
 * it and learns what other devices lose.
 */
export const offerServers = ({
  chooser,
  changeTo,
  connectionText: text,
  dialogs,
  control,
  state,
}: OfferServers): void => {
  const consequences = (): string => {
    if (control.isDetached()) return text.stopAlone;
    const devices = control.connectedDevices();
    return [
      control.sharing.state().enabled ? text.stopShared : text.stopAlone,
      ...(devices.length > 0 ? [text.stopDevices(devices.join(', '))] : []),
      ...(control.scans.active().some(({ paused }) => !paused) ? [text.stopScan] : []),
    ].join('\n\n');
  };
  const confirm = async (connection: ServerConnection) => {
    const choice = await dialogs.ask({
      message: text.stopTitle(connection.name),
      detail: consequences(),
      choices: [text.stopAndConnect, text.cancel],
    });
    if (choice !== 0) return;
    // The settings of the own server cannot be read while it is stopped.
    if (!control.isDetached()) {
      state.update({
        updates: {
          isChecked: control.wants('desktop.check_updates'),
          isNotified: control.wants('desktop.notify_updates'),
          channel: control.updateChannel(),
        },
      });
    }
    changeTo(connection);
  };
  chooser.open({
    onOwn: () => chooser.close(),
    onServer: (connection) => void confirm(connection),
  });
};
