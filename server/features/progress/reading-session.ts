import type { UpdateProgress } from '../../../shared/api/progress.ts';
import type { Progress } from '../../../shared/api/progress-record.ts';
import { readingPace } from '../../../shared/reading-pace.ts';

/** The contribution of one progress write to the reading history. */
export interface ReadingSession {
  pages: number;
  seconds: number;
  /** The position moved forward, and nobody knows in what time. */
  untimed: boolean;
  started: boolean;
  completed: boolean;
}

/** Pages that one turn can pass: the first spread, or a screen of text. */
const maxTurn = 3;

/**
 * Derives what was read between two states of progress: the pages moved forward, and a plausible
 * time for them. Pages that were passed faster than anybody reads were jumped over. A change without
 * a page (marking as read) adds no pages.
 *
 * @param time when it was read, ISO 8601
 */
export const readingSession = (
  before: Progress | null,
  change: UpdateProgress,
  after: Pick<Progress, 'current_page' | 'is_completed'>,
  time: string,
): ReadingSession => {
  const page = change.is_jump === true ? undefined : change.current_page;
  const pages = Math.max(0, (page ?? 0) - (before?.current_page ?? 0));
  const passed =
    before && pages > 0 ? (Date.parse(time) - Date.parse(before.updated_at)) / 1000 : 0;
  const isRead = pages <= maxTurn || passed >= pages * readingPace.least;
  const seconds = isRead ? secondsFor(pages, passed) : 0;
  return {
    pages: isRead ? pages : 0,
    seconds,
    untimed: pages > 0 && seconds === 0,
    started: before === null && pages > 0,
    completed: after.is_completed && before?.is_completed !== true,
  };
};

/** After a break, a turn counts as a usual one; the time of more pages is unknown. */
const secondsFor = (pages: number, passed: number): number => {
  if (passed <= pages * readingPace.most) return Math.max(0, Math.round(passed));
  return pages <= maxTurn ? pages * readingPace.usual : 0;
};
