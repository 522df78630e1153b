import { z } from 'zod';

import { line, uuid } from '../schemas.ts';

const maxLabels = 100;
const labels = z.array(line(255)).max(maxLabels, `Write at most ${maxLabels} labels`);

/** Limits what a person can see of the library. Everything else is visible. */
export const restrictionsSchema = z
  .object({
    library_ids: z
      .array(uuid)
      .max(1000)
      .nullable()
      .describe('The only libraries that are visible; null: all, also those that are added later'),
    max_age: z
      .int()
      .min(0)
      .max(99)
      .nullable()
      .describe('Hides series with a higher age rating, in years; null: none is too high'),
    shows_unrated: z
      .boolean()
      .describe('Whether series without an age rating are visible despite a max_age'),
    allowed_labels: labels.describe('If set, only series with one of them are visible'),
    denied_labels: labels.describe('Hides series with one of them, whatever else permits them'),
  })
  .meta({ id: 'Restrictions' });
export type Restrictions = z.infer<typeof restrictionsSchema>;

/** Restrictions that hide nothing. */
export const noRestrictions: Restrictions = {
  library_ids: null,
  max_age: null,
  shows_unrated: true,
  allowed_labels: [],
  denied_labels: [],
};
