import { setTimeout as sleep } from 'node:timers/promises';

import type { RunningServer } from './host.ts';
import { ListenError } from './http/listen.ts';

/** So that who asked for it still gets an answer. */
const restartMs = 200;

/** At the same port unless another is named. */
type Restart = (port?: number) => void;

export interface Renewable {
  /** The server that runs now, or ran last. */
  current(): RunningServer;
  /** Lets a new start come to its end first. */
  stop(): Promise<void>;
}

export type RenewableStart = (
  restart: Restart,
  port?: number,
  movedFrom?: number,
) => Promise<RunningServer>;

interface RenewableOptions {
  /**
   * `port` is that of the server before, which pages and devices know, unless another was asked for: then
   * `movedFrom` is that.
   */
  start: RenewableStart;
  /** The server is about to stop, to start anew. */
  onLeave?: () => void;
  /** The port that was asked for cannot be had, so it starts where it was. */
  onStayed?: (error: ListenError) => void;
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
  onStayed,
  onRenewed,
  giveUp,
}: RenewableOptions): Promise<Renewable> => {
  let isEnding = false;
  let renewal: Promise<void> | null = null;

  const startAt = async (port: number, before: number) => {
    if (port === before) return start(restart, port);
    try {
      return await start(restart, port, before);
    } catch (error) {
      if (!(error instanceof ListenError)) throw error;
      onStayed?.(error);
      return start(restart, before);
    }
  };
  const renew = async (port?: number) => {
    await sleep(restartMs);
    if (isEnding) return;
    onLeave?.();
    const { port: before } = server;
    await server.stop();
    server = await startAt(port ?? before, before);
    await onRenewed?.(server);
  };
  const restart: Restart = (port) => {
    renewal ??= renew(port)
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
