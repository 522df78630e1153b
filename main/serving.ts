import { join } from 'node:path';

import { loadConfig } from '../server/config/load.ts';
import type { RunningServer, SecretStore } from '../server/host.ts';
import { findFreePort } from '../server/http/free-port.ts';
import type { StateFile } from './state.ts';
import { createSteadyControl, type SteadyControl } from './steady-control.ts';

/** The server inside the application, which may start anew without the application. */
export interface Serving {
  /** The one that was started first; its address stays. */
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

  const start = (restart: () => void, port?: number) =>
    startAtHome(dataHome, async (dataDir) => {
      const config = await loadConfig({ env: {}, flags: {}, dataDir });
      const wanted = state.get().port ?? config.server.port;
      config.server.port = port ?? (await findFreePort(wanted, config.server.host));
      const { schedulesPausedUntil: until } = state.get();
      return startServer(config, {
        kind: 'desktop',
        secrets,
        webRoot,
        schedulesPausedUntil: until === null ? null : new Date(until),
        dataHome,
        restart,
      });
    });
  const server = await startRenewable({
    start,
    onLeave: () => control.leave(),
    onRenewed: async (next) => {
      control.take(next.control);
      await onRenewed(next);
    },
    giveUp,
  });
  const first = server.current();
  const control = createSteadyControl(first.control);
  state.update({ port: first.port });
  return { first, control, stop: server.stop };
};
