import { setTimeout as sleep } from 'node:timers/promises';

import type { RunningServer } from './host.ts';

/** So that who asked for it still gets an answer. */
const restartMs = 200;

export interface Renewable {
  /** The server that runs now, or ran last. */
  current(): RunningServer;
  /** Lets a new start come to its end first. */
  stop(): Promise<void>;
}

interface RenewableOptions {
  /** `port` is that of the server before, which pages and devices know. */
  start: (restart: () => void, port?: number) => Promise<RunningServer>;
  /** The server is about to stop, to start anew. */
  onLeave?: () => void;
  onRenewed?: (server: RunningServer) => void | Promise<void>;
  /** It could not start again. */
  giveUp: (error: unknown) => void;
}

/**
 * A server that can stop and start anew within its process: with a restored database, or where its data were
 * moved to. Rejects where the first start fails.
 */
export const startRenewable = async ({
  start,
  onLeave,
  onRenewed,
  giveUp,
}: RenewableOptions): Promise<Renewable> => {
  let isEnding = false;
  let renewal: Promise<void> | null = null;

  const renew = async () => {
    await sleep(restartMs);
    if (isEnding) return;
    onLeave?.();
    await server.stop();
    server = await start(restart, server.port);
    await onRenewed?.(server);
  };
  const restart = () => {
    renewal ??= renew()
      .catch(giveUp)
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
      await server.stop();
    },
  };
};
