import type { EventBus } from '../../lib/event-bus.ts';
import type { Drives } from './drives.ts';

const pollMs = 3000;

/**
 * Detects connected and removed drives and publishes an event. Polls only while `isWanted`; changes in the
 * meantime are published with the next poll.
 */
export const createDriveWatch = ({
  drives,
  bus,
  isWanted,
  everyMs = pollMs,
}: {
  drives: Pick<Drives, 'signature' | 'forget'>;
  bus: Pick<EventBus, 'emit'>;
  /** Whether a client shows drives or a library waits for one. */
  isWanted: () => boolean;
  everyMs?: number;
}): { start(): void; stop(): void } => {
  let last: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const check = async () => {
    const now = await drives.signature().catch(() => last);
    if (stopped || now === null || now === last) return;
    const isFirst = last === null;
    last = now;
    if (isFirst) return;
    drives.forget();
    bus.emit('drives_updated', {});
  };
  // The next poll starts after the previous one ends, so that a slow system is never polled twice.
  const next = () => {
    timer = setTimeout(() => {
      void (isWanted() ? check() : Promise.resolve()).finally(() => {
        if (!stopped) next();
      });
    }, everyMs).unref();
  };

  return {
    start() {
      void check();
      next();
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
};
