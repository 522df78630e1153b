import { z } from 'zod';

import { timestamp, uuid } from '../schemas.ts';
import { taskStatuses } from './task-record.ts';

export const scanModes = ['normal', 'deep'] as const;
export type ScanMode = (typeof scanModes)[number];

export const scanErrorSchema = z.object({ path: z.string(), message: z.string() });

export const scanSchema = z
  .object({
    task_id: uuid.nullable().describe('Null while the library was never scanned'),
    library_id: uuid,
    library_name: z.string(),
    mode: z.enum(scanModes),
    status: z.enum(['idle', ...taskStatuses]),
    paused: z
      .boolean()
      .describe('Whether a pending or running scan waits to be resumed; a restart resumes it'),
    files_total: z.int(),
    files_processed: z.int(),
    series_found: z.int(),
    books_added: z.int(),
    books_updated: z.int(),
    books_removed: z.int(),
    current_file: z.string().nullable(),
    errors: z.array(scanErrorSchema).describe('The first 100'),
    error_count: z.int(),
    started_at: timestamp.nullable(),
    completed_at: timestamp.nullable(),
  })
  .meta({ id: 'Scan' });
export type Scan = z.infer<typeof scanSchema>;

/** The payload of `/scans/stream`: the scan record without its errors. */
export const scanEventSchema = scanSchema.omit({ errors: true });
export type ScanEvent = z.infer<typeof scanEventSchema>;
