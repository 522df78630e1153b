import type { UpdateProgress } from '../../../shared/api/progress.ts';
import type { Progress } from '../../../shared/api/progress-record.ts';

/** What one write of progress adds to the history of reading. */
export interface ReadingSession {
  pages: number;
  seconds: number;
  started: boolean;
  completed: boolean;
}

/** Nobody looks at one page for longer than this; the rest of an interval was something else. */
const longestLookSeconds = 300;

/**
 * What was read between two states of progress: the pages that it moved forward over, for as long as
 * that took at most. A change that names no page (marking a book as read) reads none.
 *
 * @param at when it was read, ISO 8601
 */
export const readingSession = (
  before: Progress | null,
  change: UpdateProgress,
  after: Pick<Progress, 'current_page' | 'is_completed'>,
  at: string,
): ReadingSession => {
  const pages =
    change.current_page === undefined
      ? 0
      : Math.max(0, change.current_page - (before?.current_page ?? 0));
  const passed = before ? (Date.parse(at) - Date.parse(before.updated_at)) / 1000 : 0;
  return {
    pages,
    seconds: pages === 0 ? 0 : Math.round(Math.min(Math.max(passed, 0), longestLookSeconds)),
    started: before === null && pages > 0,
    completed: after.is_completed && before?.is_completed !== true,
  };
};
