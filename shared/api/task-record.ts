import { z } from 'zod';

import { timestamp, uuid } from '../schemas.ts';

export const taskTypes = [
  'scan_library',
  'analyze_series',
  'analyze_book',
  'reprocess_books',
  'find_duplicates',
  'find_repeated_pages',
  'check_files',
  'generate_thumbnails',
  'poll_release_source',
  'backup_database',
  'edit_metadata',
  'import_data',
  'write_metadata',
  'take_in',
  'delete_files',
  'convert_files',
  'remove_library',
  'move_data',
] as const;
export type TaskType = (typeof taskTypes)[number];

export const taskStatuses = ['pending', 'running', 'completed', 'failed', 'cancelled'] as const;
export type TaskStatus = (typeof taskStatuses)[number];

export const taskProgressSchema = z.object({
  current: z.int(),
  total: z.int(),
  message: z.string(),
});
export type TaskProgress = z.infer<typeof taskProgressSchema>;

export const taskSchema = z
  .object({
    id: uuid,
    task_type: z.enum(taskTypes),
    status: z.enum(taskStatuses),
    progress: taskProgressSchema,
    library_id: uuid.nullable(),
    series_id: uuid.nullable(),
    book_id: uuid.nullable(),
    error: z.string().nullable(),
    created_at: timestamp,
    started_at: timestamp.nullable(),
    completed_at: timestamp.nullable(),
  })
  .meta({ id: 'Task' });
export type Task = z.infer<typeof taskSchema>;

/** Response of all endpoints that start background work. */
export const startedTaskSchema = z.object({ task_id: uuid });
