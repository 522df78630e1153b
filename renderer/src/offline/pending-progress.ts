import { z } from 'zod';

const key = 'octavo.later-progress';

const placeSchema = z.object({
  userId: z.string(),
  page: z.int().min(1),
  /** When it was read, by this device's clock (ms). */
  at: z.number(),
});
export type PendingProgress = z.infer<typeof placeSchema>;

const placesSchema = z.record(z.string(), placeSchema).catch({});

const parse = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? '{}');
  } catch {
    return {};
  }
};

/** The subset of `localStorage` in use. */
export type PlaceStorage = Pick<Storage, 'getItem' | 'setItem'>;

const read = (storage: PlaceStorage): Record<string, PendingProgress> =>
  placesSchema.parse(parse(storage.getItem(key)));

const write = (storage: PlaceStorage, places: Record<string, PendingProgress>) => {
  try {
    storage.setItem(key, JSON.stringify(places));
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
  place: PendingProgress,
  storage: PlaceStorage,
): void => write(storage, { ...read(storage), [bookId]: place });

/** Removes a queued position that the server has accepted or that is outdated. */
export const dropPendingProgress = (
  bookId: string,
  readAt: number,
  storage: PlaceStorage,
): void => {
  const { [bookId]: noted, ...others } = read(storage);
  if (noted && noted.at <= readAt) write(storage, others);
};

/** The queued position of a book. */
export const pendingProgress = (
  bookId: string,
  userId: string,
  storage: PlaceStorage,
): PendingProgress | null => {
  const place = read(storage)[bookId];
  return place?.userId === userId ? place : null;
};

/**
 * Sends the queued positions with the time at which they were read; the server rejects those older
 * than its own. Unsent ones stay queued.
 *
 * @param send resolves to false if the server is unreachable
 */
export const flushPendingProgress = async (
  userId: string,
  send: (bookId: string, place: PendingProgress) => Promise<boolean>,
  storage: PlaceStorage,
): Promise<void> => {
  for (const [bookId, place] of Object.entries(read(storage))) {
    if (place.userId !== userId) continue;
    if (!(await send(bookId, place))) return;
    dropPendingProgress(bookId, place.at, storage);
  }
};

/**
 * Whether the person went back on purpose: to before the place that this device knew the server to have. A book
 * that is not kept was opened with the server's place, so that whoever went back did so from there.
 */
export const wentBack = (
  page: number,
  known: { current_page: number } | null | undefined,
): boolean => known === undefined || (known !== null && page < known.current_page);
