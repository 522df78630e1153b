import { z } from 'zod';

const key = 'octavo.later-progress';

const placeSchema = z.object({
  userId: z.string(),
  page: z.int().min(1),
  /** When it was read, in milliseconds of this device. */
  at: z.number(),
});
export type LaterPlace = z.infer<typeof placeSchema>;

const placesSchema = z.record(z.string(), placeSchema).catch({});

const parse = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? '{}');
  } catch {
    return {};
  }
};

/** The part of `localStorage` that is needed. */
export type PlaceStorage = Pick<Storage, 'getItem' | 'setItem'>;

const read = (storage: PlaceStorage): Record<string, LaterPlace> =>
  placesSchema.parse(parse(storage.getItem(key)));

const write = (storage: PlaceStorage, places: Record<string, LaterPlace>) => {
  try {
    storage.setItem(key, JSON.stringify(places));
  } catch {
    // Without storage a place is sent only while its book is open.
  }
};

/**
 * Notes a place before it is sent: should the server not be reached, or the page end first, it is
 * sent later. Written at once, since a page that closes waits for nothing.
 */
export const notePlace = (bookId: string, place: LaterPlace, storage: PlaceStorage): void =>
  write(storage, { ...read(storage), [bookId]: place });

/** The server has taken a place, or has a newer one: it need not be sent again. */
export const forgetPlace = (bookId: string, at: number, storage: PlaceStorage): void => {
  const { [bookId]: noted, ...others } = read(storage);
  if (noted && noted.at <= at) write(storage, others);
};

/** The place in a book that the server may not know yet. */
export const notedPlace = (
  bookId: string,
  userId: string,
  storage: PlaceStorage,
): LaterPlace | null => {
  const place = read(storage)[bookId];
  return place?.userId === userId ? place : null;
};

/**
 * Sends what was noted, each with the time at which it was read; the server refuses a place older
 * than its own, which then stands. What cannot be sent stays.
 *
 * @param send resolves to false where the server was not reached
 */
export const sendNotedPlaces = async (
  userId: string,
  send: (bookId: string, place: LaterPlace) => Promise<boolean>,
  storage: PlaceStorage,
): Promise<void> => {
  for (const [bookId, place] of Object.entries(read(storage))) {
    if (place.userId !== userId) continue;
    if (!(await send(bookId, place))) return;
    forgetPlace(bookId, place.at, storage);
  }
};
