import { z } from 'zod';

import { timestamp, uuid } from '../schemas.ts';

export const progressSchema = z
  .object({
    book_id: uuid,
    series_id: uuid,
    current_page: z.int(),
    page_count: z.int(),
    is_completed: z.boolean(),
    percentage: z.number().describe('0 to 1'),
    location: z.string().nullable().describe('Opaque place in reflowable text'),
    started_at: timestamp,
    updated_at: timestamp,
    completed_at: timestamp.nullable(),
  })
  .meta({ id: 'Progress' });
export type Progress = z.infer<typeof progressSchema>;
