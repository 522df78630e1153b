import type { Bus } from '../../bus.ts';
import type { Drives } from './drives.ts';

const lookMs = 3000;

/**
 * Notices drives that come and go, and tells the bus. Looks only while somebody is interested; what changed
 * before that is told with the next look.
 */
export const createDriveWatch = ({
  drives,
  bus,
  isWanted,
  everyMs = lookMs,
}: {
  drives: Pick<Drives, 'signature' | 'forget'>;
  bus: Pick<Bus, 'emit'>;
  /** Whether somebody looks, or waits for a drive. */
  isWanted: () => boolean;
  everyMs?: number;
}): { start(): void; stop(): void } => {
  let last: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const look = async () => {
    const now = await drives.signature().catch(() => last);
    if (stopped || now === null || now === last) return;
    const isFirst = last === null;
    last = now;
    if (isFirst) return;
    drives.forget();
    bus.emit('drives_updated', {});
  };
  // The next look begins when the one before is over, so that a slow system is never asked twice.
  const next = () => {
    timer = setTimeout(() => {
      void (isWanted() ? look() : Promise.resolve()).finally(() => {
        if (!stopped) next();
      });
    }, everyMs).unref();
  };

  return {
    start() {
      void look();
      next();
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
};
