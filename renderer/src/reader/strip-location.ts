import { z } from 'zod';

import type { StripPlace } from './strip-position.ts';

const schema = z.object({
  page: z.int().min(1),
  top: z.int().min(1),
  share: z.number().min(0).max(1),
});

/**
 * The exact place in a strip as the server keeps it with the progress: the page being read, and the
 * page at the start of the window with how far into it the window starts.
 */
export const toLocation = (page: number, place: StripPlace): string =>
  JSON.stringify({ page, top: place.page, share: Math.round(place.share * 1000) / 1000 });

/** The place in a location, if it is one of a strip and still belongs to the page being read. */
export const fromLocation = (location: string | null, page: number): StripPlace | null => {
  try {
    const { success, data } = schema.safeParse(JSON.parse(location ?? ''));
    return success && data.page === page ? { page: data.top, share: data.share } : null;
  } catch {
    return null;
  }
};
