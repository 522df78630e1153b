import type { UpdateProgress } from '../../../shared/api/progress.ts';
import type { Progress } from '../../../shared/api/progress-record.ts';

/** The contribution of one progress write to the reading history. */
export interface ReadingSession {
  pages: number;
  seconds: number;
  started: boolean;
  completed: boolean;
}

/** Longest time counted for one page; the rest of an interval is treated as a break. */
const longestLookSeconds = 300;

/**
 * Derives what was read between two states of progress: the pages moved forward, and at most a
 * plausible time for them. A change without a page (marking as read) adds no pages.
 *
 * @param at when it was read, ISO 8601
 */
export const readingSession = (
  before: Progress | null,
  change: UpdateProgress,
  after: Pick<Progress, 'current_page' | 'is_completed'>,
  time: string,
): ReadingSession => {
  const pages =
    change.current_page === undefined
      ? 0
      : Math.max(0, change.current_page - (before?.current_page ?? 0));
  const passed = before ? (Date.parse(time) - Date.parse(before.updated_at)) / 1000 : 0;
  return {
    pages,
    seconds: pages === 0 ? 0 : Math.round(Math.min(Math.max(passed, 0), longestLookSeconds)),
    started: before === null && pages > 0,
    completed: after.is_completed && before?.is_completed !== true,
  };
};
