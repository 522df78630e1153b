import { join } from 'node:path';

import { atPort, readConfiguration, type Configuration } from '../server/config/configuration.ts';
import type { RunningServer, SecretStore } from '../server/host.ts';
import { findFreePort } from '../server/http/free-port.ts';
import type { RenewableStart } from '../server/renewable.ts';
import type { State, StateFile } from './state.ts';
import { createSteadyControl, type SteadyControl } from './steady-control.ts';

/** The server inside the application, which may start anew without the application. */
export interface Serving {
  /** The one that was started first. */
  first: RunningServer;
  control: SteadyControl;
  stop(): Promise<void>;
}

interface ServingOptions {
  userData: string;
  state: StateFile;
  secrets: SecretStore;
  webRoot: string;
  /** The server runs anew, perhaps with other data. */
  onRenewed: (server: RunningServer) => Promise<void>;
  /** It could not start anew. */
  giveUp: (error: unknown) => void;
}

/** Starts the server where it listened last, or on the next free port, and remembers which. */
export const startServing = async (options: ServingOptions): Promise<Serving> => {
  const { userData, state, secrets, webRoot, onRenewed, giveUp } = options;
  // Loaded only now, so that a native module that does not load ends in the dialog.
  const { startServer } = await import('../server/server.ts');
  const { startAtHome } = await import('../server/data-home/start-at-home.ts');
  const { startRenewable } = await import('../server/renewable.ts');
  const dataHome = join(userData, 'data');

  let namedPort = 0;
  const start: RenewableStart = (restart, port, movedFrom) =>
    startAtHome(dataHome, async (dataDir) => {
      const read = await readConfiguration({ env: {}, flags: {}, dataDir });
      const configuration: Configuration = {
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
          webRoot,
          schedulesPausedUntil: until === null ? null : new Date(until),
          ...{ dataHome, restart, configuration, movedFrom },
        },
      );
      namedPort = server.port;
      return started;
    });
  const remember = ({ port }: RunningServer) => state.update({ port, namedPort });
  const server = await startRenewable({
    start,
    onLeave: () => control.leave(),
    onRenewed: async (next) => {
      // One that stayed where it was still has another port before it.
      if (next.port !== state.get().port) remember(next);
      control.take(next.control);
      await onRenewed(next);
    },
    giveUp,
  });
  const first = server.current();
  const control = createSteadyControl(first.control);
  remember(first);
  return { first, control, stop: server.stop };
};

/** Where it listened last, unless the configuration names another port since. */
const wantedPort = (named: number, { port, namedPort }: State): number =>
  port !== null && (namedPort === null || namedPort === named) ? port : named;
