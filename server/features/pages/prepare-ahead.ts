import { LRUCache } from 'lru-cache';

import { maxEntries } from '../../lib/lru-options.ts';

/** Readers whose direction is known. */
const maxReaders = 1000;

/** A page that was sent, and its reader. */
interface SentPage {
  bookId: string;
  /** 1-indexed. */
  page: number;
  /** Empty if unknown. */
  owner: string;
  /** The size and format that were asked for. */
  shape: string;
}

/**
 * Prepares the next page in the direction of reading, for pages that have to be drawn. A reader who
 * begins is taken to read forwards; one who jumps about gets nothing ahead.
 */
export const createPreparation = () => {
  const last = new LRUCache<string, number>(maxEntries(maxReaders));
  return (
    { bookId, page, owner, shape }: SentPage,
    prepare: (page: number) => Promise<unknown>,
  ): void => {
    const reader = `${owner} ${bookId} ${shape}`;
    const before = last.get(reader) ?? page - 1;
    last.set(reader, page);
    const step = page - before;
    // The pages of a spread are asked for side by side, in either order.
    if (step === 0 || Math.abs(step) > 2) return;
    // The request for that page reports the failure.
    prepare(page + Math.sign(step)).catch(() => undefined);
  };
};
