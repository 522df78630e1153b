import { z } from 'zod';

import { timestamp, uuid } from '../schemas.ts';

export const maxDeviceText = 255;

export const readingDeviceSchema = z
  .object({
    id: z.string().describe('Name of the program, paired device or API key'),
    name: z.string(),
  })
  .meta({ id: 'ReadingDevice' });
export type ReadingDevice = z.infer<typeof readingDeviceSchema>;

export const progressSchema = z
  .object({
    book_id: uuid,
    series_id: uuid,
    current_page: z.int(),
    page_count: z.int(),
    is_completed: z.boolean(),
    percentage: z.number().describe('0 to 1'),
    location: z.string().nullable().describe('Opaque position in reflowable text'),
    device: readingDeviceSchema
      .nullable()
      .describe('The device that wrote it last; null if unknown'),
    started_at: timestamp,
    updated_at: timestamp,
    completed_at: timestamp.nullable(),
  })
  .meta({ id: 'Progress' });
export type Progress = z.infer<typeof progressSchema>;
