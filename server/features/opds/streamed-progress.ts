import { LRUCache } from 'lru-cache';

import { AppError } from '../../../shared/errors.ts';
import type { LateWrite } from '../../database/write-lock.ts';
import type { Caller } from '../../http/api/caller.ts';
import { maxEntries } from '../../lib/lru-options.ts';
import type { DevicesService } from '../devices/service.ts';
import type { ProgressService } from '../progress/types.ts';

/** A page requested within this time after another one counts as prefetched, ms. */
const pauseMs = 1000;

/**
 * Derives progress from streamed pages. Never moves progress back, and of several pages in quick
 * succession counts only the first: the others, perhaps the whole book, are prefetched. The first
 * page of an unread book is ignored, because it was only opened.
 */
export const createStreamedProgress = ({
  progress,
  devices,
  lateWrite,
  clock,
}: {
  progress: Pick<ProgressService, 'stored' | 'update'>;
  devices: Pick<DevicesService, 'readingOn'>;
  /** Because a page is also sent if nothing can be saved. */
  lateWrite: LateWrite;
  clock: () => Date;
}) => {
  const requestedAt = new LRUCache<string, number>(maxEntries(10_000));
  const follow = (caller: Caller, bookId: string, page: number, userAgent: string | undefined) => {
    const stored = progress.stored(caller, bookId)?.record;
    if (stored ? stored.is_completed || stored.current_page >= page : page === 1) return;
    const device = devices.readingOn(caller, userAgent);
    progress.update(caller, bookId, { current_page: page, device });
  };
  return (caller: Caller, bookId: string, page: number, userAgent: string | undefined): void => {
    if (!caller.permissions.has('progress-write')) return;
    const key = `${caller.user_pk} ${bookId}`;
    const now = clock().getTime();
    const last = requestedAt.get(key);
    requestedAt.set(key, now);
    if (last !== undefined && now - last < pauseMs) return;
    lateWrite(() => {
      try {
        follow(caller, bookId, page, userAgent);
      } catch (error) {
        // The book was removed or became shorter while the write waited.
        if (!(error instanceof AppError)) throw error;
      }
    });
  };
};
