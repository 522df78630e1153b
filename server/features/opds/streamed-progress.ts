import { LRUCache } from 'lru-cache';

import type { Caller } from '../../http/caller.ts';
import { upTo } from '../../up-to.ts';
import type { DevicesService } from '../devices/service.ts';
import type { ProgressService } from '../progress/service.ts';

/** A page that is asked for sooner than this after another one is fetched in advance. */
const pauseMs = 1000;

/**
 * Takes the pages that a program streams for pages that were read. Progress never goes back that way, and
 * of several pages at once only the first counts: the rest, perhaps the whole book, is fetched to be read
 * later. The first page of a book that was not begun counts for nothing: the book was only opened.
 */
export const createStreamedProgress = ({
  progress,
  devices,
  clock,
}: {
  progress: Pick<ProgressService, 'stored' | 'update'>;
  devices: Pick<DevicesService, 'readingOn'>;
  clock: () => Date;
}) => {
  const asked = new LRUCache<string, number>(upTo(10_000));
  return (caller: Caller, bookId: string, page: number, userAgent: string | undefined): void => {
    if (!caller.permissions.has('progress-write')) return;
    const key = `${caller.user_pk} ${bookId}`;
    const now = clock().getTime();
    const last = asked.get(key);
    asked.set(key, now);
    if (last !== undefined && now - last < pauseMs) return;
    const stored = progress.stored(caller, bookId)?.record;
    if (stored ? stored.is_completed || stored.current_page >= page : page === 1) return;
    const device = devices.readingOn(caller, userAgent);
    progress.update(caller, bookId, { current_page: page, device });
  };
};
