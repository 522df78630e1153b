import type { Progress } from '../../../shared/api/progress-record.ts';
import type { Caller } from '../../http/api/caller.ts';
import { modifiedAs, nextProgress, readAt, type WrittenProgress } from './next-progress.ts';
import { isSameSitting, isSuddenReturn } from './positions.ts';
import { readingSession } from './reading-session.ts';
import { refuseStale } from './stale-progress.ts';
import type { BookProgressRow, ProgressStore } from './store.ts';
import type { ReadingChange } from './types.ts';

/** A progress write with the previous state. */
interface Followed {
  before: Progress | null;
  next: WrittenProgress;
  /** When it was read, ISO 8601. */
  time: string;
  change: ReadingChange;
}

/** Writes a change and returns the stored record; only inside a transaction. */
export type WriteProgress = (
  caller: Caller,
  book: BookProgressRow,
  change: ReadingChange,
  now: Date,
  unmodifiedSince?: string,
) => Progress;

export const createProgressWriter = (store: ProgressStore): WriteProgress => {
  /** Adds the position to the history, and opens a question if it suddenly is the beginning. */
  const followPlace = (
    userPk: number,
    book: BookProgressRow,
    { before, next, time, change }: Followed,
  ): void => {
    const left = store.lastPlace(userPk, book.pk);
    const device = change.device ?? null;
    const position = { ...next, device, read_at: time };
    if (!left) {
      store.addPosition(userPk, book.pk, position);
      return;
    }
    if (isSameSitting(left, position)) store.extendPosition(left.pk, position);
    else {
      store.addPosition(userPk, book.pk, position);
      store.forgetOldPositions(userPk, book.pk);
    }
    const question = store.question(userPk, book.pk);
    if (next.is_completed || (question && next.current_page >= question.current_page)) {
      store.answer(userPk, book.pk);
    } else if (
      isSuddenReturn(before, change, time) &&
      left.current_page > (question?.current_page ?? 0)
    ) {
      store.ask(userPk, book.pk, left.pk, time);
    }
  };

  return ({ user_pk }, book, change, now, unmodifiedSince) => {
    const stored = store.get(user_pk, book.pk);
    const claimed = change.modified ?? change.updated_at;
    refuseStale(stored, claimed, now, unmodifiedSince);
    const before = stored?.record ?? null;
    const time = readAt(claimed, now);
    const next = nextProgress(before, change, book.page_count, time);
    const modified = modifiedAs(change.modified, now);
    store.put(user_pk, book, { ...next, modified, device: change.device ?? null });
    followPlace(user_pk, book, { before, next, time, change });
    const session = readingSession(before, change, next, time);
    if (session.pages > 0 || session.untimed || session.completed)
      store.remember(user_pk, book, session, time);
    const written = store.get(user_pk, book.pk)?.record;
    if (!written) throw new Error('Progress that was just written is not there');
    return written;
  };
};
