import { join } from 'node:path';

import { atPort, readConfigFile, type ConfigFile } from '../../server/config/config-file.ts';
import type { RunningServer, SecretStore } from '../../server/host-environment.ts';
import { findFreePort } from '../../server/http/net/free-port.ts';
import type { StartServer } from '../../server/composition/restartable-server.ts';
import type { State, StateFile } from '../desktop-state.ts';
import { createServerControlProxy, type ServerControlProxy } from './server-control-proxy.ts';

/** The embedded server, which can restart without the application. */
export interface EmbeddedServer {
  /** The server of the first start. */
  initial: RunningServer;
  control: ServerControlProxy;
  stop(): Promise<void>;
}

/** The log of the embedded server; not with its data, which can lie on a slow drive. */
export const logFileIn = (userData: string): string => join(userData, 'logs', 'octavo.log');

interface EmbeddedServerOptions {
  userData: string;
  state: StateFile;
  secrets: SecretStore;
  /** Moves a file or folder to the bin of the system. */
  moveToBin: (path: string) => Promise<void>;
  webRoot: string;
  /** Called after a restart, possibly with other data. */
  onRestarted: (server: RunningServer) => Promise<void>;
  /** Called when the restart failed. */
  onRestartFailed: (error: unknown) => void;
}

/** Starts the server at its last port, or on the next free one, and saves the port. */
export const startEmbeddedServer = async (
  options: EmbeddedServerOptions,
): Promise<EmbeddedServer> => {
  const { userData, state, secrets, moveToBin, webRoot, onRestarted, onRestartFailed } = options;
  // Imported on demand, so that a native module that fails to load is reported in the dialog.
  const { startServer } = await import('../../server/composition/server.ts');
  const { startInDataDir } = await import('../../server/data-relocation/start-in-data-dir.ts');
  const { startRestartable } = await import('../../server/composition/restartable-server.ts');
  const configuredDataDir = join(userData, 'data');
  const logFile = logFileIn(userData);

  let namedPort = 0;
  const start: StartServer = (restart, port, previousPort) =>
    startInDataDir(configuredDataDir, async (dataDir) => {
      const read = await readConfigFile({ env: {}, flags: {}, dataDir });
      const configuration: ConfigFile = {
        ...read,
        nextPort: (named) => wantedPort(named, state.get()),
        setPort: async (named) => {
          await read.setPort(named);
          state.update({ namedPort: 0 });
        },
      };
      const { server } = read.started;
      const wanted = configuration.nextPort(server.port);
      const { schedulesPausedUntil: until } = state.get();
      const started = await startServer(
        atPort(read.started, port ?? (await findFreePort(wanted, server.host))),
        {
          kind: 'desktop',
          secrets,
          moveToSystemBin: moveToBin,
          webRoot,
          schedulesPausedUntil: until === null ? null : new Date(until),
          ...{ configuredDataDir, restart, configuration, previousPort, logFile },
        },
      );
      namedPort = server.port;
      return started;
    });
  const remember = ({ port }: RunningServer) => state.update({ port, namedPort });
  const server = await startRestartable({
    start,
    onBeforeRestart: () => control.detach(),
    onRestarted: async (next) => {
      // A server that kept its port still has a previous one.
      if (next.port !== state.get().port) remember(next);
      control.attach(next.control);
      await onRestarted(next);
    },
    onRestartFailed,
  });
  const initial = server.current();
  const control = createServerControlProxy(initial.control);
  remember(initial);
  const stop = async () => {
    await server.stop();
  };
  return { initial, control, stop };
};

/** The last port, unless the configured one has changed since. */
const wantedPort = (named: number, { port, namedPort }: State): number =>
  port !== null && (namedPort === null || namedPort === named) ? port : named;
