import { z } from 'zod';

/** What the lists of POST take; both parts may be missing. */
export const listBody = z.object({
  condition: z.unknown().optional(),
  fullTextSearch: z.string().max(1000).nullish(),
});
export type ListBody = z.output<typeof listBody>;
