import { z } from 'zod';

/** Body of the POST lists; both parts are optional. */
export const listBody = z.object({
  condition: z.unknown().optional(),
  fullTextSearch: z.string().max(1000).nullish(),
});
export type ListBody = z.output<typeof listBody>;
