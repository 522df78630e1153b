import { LRUCache } from 'lru-cache';

import type { Progress } from '../../../shared/api/progress-record.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Caller } from '../../http/caller.ts';
import { upTo } from '../../up-to.ts';
import type { ProgressService } from '../progress/service.ts';

/** A page that is asked for sooner than this after another one is fetched in advance. */
const pauseMs = 1000;

/**
 * Takes the pages that a program streams for pages that were read. Progress never goes back that way, and
 * of several pages at once only the first counts: the rest, perhaps the whole book, is fetched to be read
 * later.
 */
export const createStreamedProgress = ({
  progress,
  clock,
}: {
  progress: Pick<ProgressService, 'get' | 'update'>;
  clock: () => Date;
}) => {
  const asked = new LRUCache<string, number>(upTo(10_000));
  return (caller: Caller, bookId: string, page: number): void => {
    if (!caller.permissions.has('progress-write')) return;
    const key = `${caller.user_pk} ${bookId}`;
    const now = clock().getTime();
    const last = asked.get(key);
    asked.set(key, now);
    if (last !== undefined && now - last < pauseMs) return;
    const stored = storedOf(progress, caller, bookId);
    if (stored && (stored.is_completed || stored.current_page >= page)) return;
    progress.update(caller, bookId, { current_page: page });
  };
};

const storedOf = (
  progress: Pick<ProgressService, 'get'>,
  caller: Caller,
  bookId: string,
): Progress | null => {
  try {
    return progress.get(caller, bookId);
  } catch (error) {
    if (error instanceof AppError && error.code === 'NotFound') return null;
    throw error;
  }
};
