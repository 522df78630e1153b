import { setTimeout as sleep } from 'node:timers/promises';

import type { RunningServer } from '../host-environment.ts';
import { ListenError } from '../http/net/listen.ts';

/** Delay, so that the request that triggered the restart is answered first; ms. */
const restartMs = 200;

/** Restarts at the same port unless another is given. */
type Restart = (port?: number) => void;

export interface RestartableServer {
  /** The current server, or the last one. */
  current(): RunningServer;
  /** Waits for a restart in progress, then stops. Resolves like the server's `stop`. */
  stop(): Promise<boolean>;
}

export type StartServer = (
  restart: Restart,
  port?: number,
  previousPort?: number,
) => Promise<RunningServer>;

interface RestartableOptions {
  /**
   * `port` is the previous server's, which pages and devices know, unless another was requested:
   * then `previousPort` is the previous one.
   */
  start: StartServer;
  /** Called before the server stops for a restart. */
  onBeforeRestart?: () => void;
  /** The requested port is not available, so the server restarts at the previous one. */
  onPortFallback?: (error: ListenError) => void;
  onRestarted?: (server: RunningServer) => void | Promise<void>;
  /** Called when the restart failed. */
  onRestartFailed: (error: unknown) => void;
}

/**
 * A server that can restart within its process: with a restored database, or with moved data.
 * Rejects if the first start fails.
 */
export const startRestartable = async ({
  start,
  onBeforeRestart,
  onPortFallback,
  onRestarted,
  onRestartFailed,
}: RestartableOptions): Promise<RestartableServer> => {
  let isEnding = false;
  let renewal: Promise<void> | null = null;

  const startAt = async (port: number, before: number) => {
    if (port === before) return start(restart, port);
    try {
      return await start(restart, port, before);
    } catch (error) {
      if (!(error instanceof ListenError)) throw error;
      onPortFallback?.(error);
      return start(restart, before);
    }
  };
  const renew = async (port?: number) => {
    await sleep(restartMs);
    if (isEnding) return;
    onBeforeRestart?.();
    const { port: before } = server;
    await server.stop();
    server = await startAt(port ?? before, before);
    await onRestarted?.(server);
  };
  const restart: Restart = (port) => {
    renewal ??= renew(port)
      .catch(onRestartFailed)
      .finally(() => {
        renewal = null;
      });
  };
  let server = await start(restart);

  return {
    current: () => server,
    stop: async () => {
      isEnding = true;
      await renewal;
      return server.stop();
    },
  };
};
