import { z } from 'zod';

import { dayMs } from '../../../shared/durations.ts';

const key = 'octavo.later-progress';

const progressSchema = z.object({
  userId: z.string(),
  page: z.int().min(1),
  /** Where in the page, as readers write it. */
  location: z.string().optional(),
  /** When it was read, by this device's clock (ms). */
  at: z.number(),
  /** Jumped to: it does not complete the book. */
  isJump: z.boolean().optional(),
});
export type PendingProgress = z.infer<typeof progressSchema>;

const allProgressSchema = z.record(z.string(), progressSchema).catch({});

const parse = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? '{}');
  } catch {
    return {};
  }
};

/** The subset of `localStorage` in use. */
export type ProgressStorage = Pick<Storage, 'getItem' | 'setItem'>;

const read = (storage: ProgressStorage): Record<string, PendingProgress> =>
  allProgressSchema.parse(parse(storage.getItem(key)));

const write = (storage: ProgressStorage, positions: Record<string, PendingProgress>) => {
  try {
    storage.setItem(key, JSON.stringify(positions));
  } catch {
    // Without storage, positions are only sent while the book is open.
  }
};

/**
 * Queues a position before it is sent, in case the server is offline or the page closes first.
 * Synchronous, because a closing page waits for nothing.
 */
export const queueProgress = (
  bookId: string,
  position: PendingProgress,
  storage: ProgressStorage,
): void => write(storage, { ...read(storage), [bookId]: position });

/** Removes a queued position that the server has accepted or that is outdated. */
export const dropPendingProgress = (
  bookId: string,
  readAt: number,
  storage: ProgressStorage,
): void => {
  const { [bookId]: noted, ...others } = read(storage);
  if (noted && noted.at <= readAt) write(storage, others);
};

/** The queued position of a book. */
export const pendingProgress = (
  bookId: string,
  userId: string,
  storage: ProgressStorage,
): PendingProgress | null => {
  const position = read(storage)[bookId];
  return position?.userId === userId ? position : null;
};

/** How long a position in a book that cannot be seen is kept, in case that it is shown again (ms). */
const hiddenMs = 90 * dayMs;

/** `settled`: accepted or outdated; `hidden`: the server has no such book for this person; `lost`: it does not respond. */
export type SendOutcome = 'settled' | 'hidden' | 'lost';

/**
 * Sends the queued positions with the time at which they were read; the server rejects those older
 * than its own. Unsent ones stay queued.
 */
export const flushPendingProgress = async (
  userId: string,
  send: (bookId: string, position: PendingProgress) => Promise<SendOutcome>,
  storage: ProgressStorage,
): Promise<void> => {
  for (const [bookId, position] of Object.entries(read(storage))) {
    if (position.userId !== userId) continue;
    const outcome = await send(bookId, position);
    if (outcome === 'lost') return;
    if (outcome === 'hidden' && Date.now() - position.at < hiddenMs) continue;
    dropPendingProgress(bookId, position.at, storage);
  }
};

/**
 * Whether the person went back on purpose: to before the last known position of the server. A book that is
 * not downloaded was opened at the server's position, so going back started from there.
 */
export const wentBack = (
  page: number,
  known: { current_page: number } | null | undefined,
): boolean => known === undefined || (known !== null && page < known.current_page);
