import { z } from 'zod';

import { readStatuses } from '../../../shared/read-status.ts';
import { uuid, wholeNumber } from '../../../shared/schemas.ts';

const words = z.string().max(1000);

/** Query parameters of a feed; unknown ones are ignored, invalid values are a 400. */
export const feedQuery = z.object({
  // Komga counts from 0.
  page: wholeNumber(0, 1_000_000)
    .transform((page) => Math.max(page, 1))
    .default(1),
  library: uuid.optional(),
  status: z.enum(readStatuses).optional(),
  letter: z
    .string()
    .toUpperCase()
    .regex(/^[A-Z#]$/, 'Use one letter from A to Z, or # for everything else')
    .optional(),
  publisher: z.union([words.transform((name) => [name]), z.array(words).max(100)]).default([]),
  search: words.optional().transform((text) => (text?.trim() === '' ? undefined : text)),
  query: words.default(''),
});

export type FeedQuery = z.infer<typeof feedQuery>;
