import { z } from 'zod';

import type { StripPosition } from './strip-position.ts';

const schema = z.object({
  page: z.int().min(1),
  top: z.int().min(1),
  share: z.number().min(0).max(1),
});

/**
 * Serializes the position in a strip for the server: the current page, and the page at the
 * viewport's start with the offset in it.
 */
export const toLocation = (page: number, position: StripPosition): string =>
  JSON.stringify({ page, top: position.page, share: Math.round(position.share * 1000) / 1000 });

/** Parses a strip position; null if it is another kind or belongs to another page. */
export const fromLocation = (location: string | null, page: number): StripPosition | null => {
  try {
    const { success, data } = schema.safeParse(JSON.parse(location ?? ''));
    return success && data.page === page ? { page: data.top, share: data.share } : null;
  } catch {
    return null;
  }
};
