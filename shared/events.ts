import { z } from 'zod';

import { readingDeviceSchema } from './api/progress-record.ts';
import { scanEventSchema } from './api/scan-record.ts';
import { taskStatuses, taskTypes } from './api/task-record.ts';
import { timestamp, uuid } from './schemas.ts';

const book = <const Name extends string>(name: Name) =>
  z.object({
    type: z.literal(name),
    book_id: uuid,
    series_id: uuid,
    library_id: uuid,
    timestamp,
  });
const series = <const Name extends string>(name: Name) =>
  z.object({ type: z.literal(name), series_id: uuid, library_id: uuid, timestamp });
const library = <const Name extends string>(name: Name) =>
  z.object({ type: z.literal(name), library_id: uuid, timestamp });
/** Includes the present members in list order; for a deleted list, its former ones. */
const collection = <const Name extends string>(name: Name) =>
  z.object({
    type: z.literal(name),
    collection_id: uuid,
    series_ids: z.array(uuid),
    timestamp,
  });
const readList = <const Name extends string>(name: Name) =>
  z.object({ type: z.literal(name), read_list_id: uuid, book_ids: z.array(uuid), timestamp });
/** `removed`: a chosen cover was reset to the automatic one. */
const coverAction = z.enum(['added', 'removed']);

/** Events of `/events/stream`, name → data. */
export const entityEvents = {
  book_created: book('book_created'),
  book_updated: book('book_updated'),
  /** The book is missing, or a missing one was permanently deleted. */
  book_deleted: book('book_deleted'),
  series_created: series('series_created'),
  series_updated: series('series_updated'),
  series_deleted: series('series_deleted'),
  library_created: library('library_created'),
  library_updated: library('library_updated'),
  library_deleted: library('library_deleted'),
  collection_created: collection('collection_created'),
  collection_updated: collection('collection_updated'),
  collection_deleted: collection('collection_deleted'),
  read_list_created: readList('read_list_created'),
  read_list_updated: readList('read_list_updated'),
  read_list_deleted: readList('read_list_deleted'),
  cover_updated: z.object({
    type: z.literal('cover_updated'),
    action: coverAction,
    entity: z.enum(['book', 'series']),
    book_id: uuid.nullable(),
    series_id: uuid,
    library_id: uuid,
    timestamp,
  }),
  collection_cover_updated: z.object({
    type: z.literal('collection_cover_updated'),
    action: coverAction,
    collection_id: uuid,
    timestamp,
  }),
  read_list_cover_updated: z.object({
    type: z.literal('read_list_cover_updated'),
    action: coverAction,
    read_list_id: uuid,
    timestamp,
  }),
  /** Sharing was turned on or off, or its addresses or problems changed: see `GET /sharing`. */
  sharing_updated: z.object({
    type: z.literal('sharing_updated'),
    enabled: z.boolean(),
    timestamp,
  }),
  /** A drive was connected or removed: see `GET /filesystem/drives`. */
  drives_updated: z.object({ type: z.literal('drives_updated'), timestamp }),
  /** A font was added or deleted: see `GET /fonts`. */
  fonts_updated: z.object({ type: z.literal('fonts_updated'), timestamp }),
  /** A device redeemed the code displayed by this user. */
  device_paired: z.object({
    type: z.literal('device_paired'),
    device_id: uuid,
    name: z.string(),
    timestamp,
  }),
  release_announced: z.object({
    type: z.literal('release_announced'),
    release_id: uuid,
    series_id: uuid,
    library_id: uuid,
    timestamp,
  }),
  /** Sent only to the streams of this user. `current_page` is null if the progress was cleared. */
  progress_updated: z.object({
    type: z.literal('progress_updated'),
    book_id: uuid,
    series_id: uuid,
    library_id: uuid,
    current_page: z.int().nullable(),
    is_completed: z.boolean(),
    device: readingDeviceSchema.nullable(),
    timestamp,
  }),
  /**
   * Sent only to the streams of the user who marked a whole series, after the `progress_updated` of
   * its books.
   */
  series_progress_updated: z.object({
    type: z.literal('series_progress_updated'),
    series_id: uuid,
    is_read: z.boolean(),
    timestamp,
  }),
  /** Sent only to the streams of the user whose annotations in the book changed. */
  annotations_updated: book('annotations_updated'),
  /** Sent only to the streams of the user whose list changed. */
  want_to_read_updated: z.object({ type: z.literal('want_to_read_updated'), timestamp }),
} as const;

/** Events of `/tasks/stream`. */
export const taskEvents = {
  task_progress: z.object({
    task_id: uuid,
    task_type: z.enum(taskTypes),
    status: z.enum(taskStatuses),
    progress: z.object({ current: z.int(), total: z.int(), message: z.string() }),
  }),
} as const;

/** Events sent only by `/events/live`. */
export const queueEvents = {
  /**
   * The number of pending and running tasks changed; at most four times a second, always including
   * the last state.
   */
  task_queue_changed: z.object({
    count: z.int(),
    /** Types without active tasks are omitted. */
    count_by_type: z.partialRecord(z.enum(taskTypes), z.int()),
  }),
} as const;

/** Events of `/scans/stream`. */
export const scanEvents = { scan_progress: scanEventSchema } as const;

/** Events of `/events/live`: all events in one stream. */
export const liveEvents = {
  ...entityEvents,
  ...taskEvents,
  ...queueEvents,
  ...scanEvents,
} as const;

type Data<Events extends Record<string, z.ZodType>> = {
  [Name in keyof Events]: z.infer<Events[Name]>;
};

export type EntityEvents = Data<typeof entityEvents>;
export type TaskEvents = Data<typeof taskEvents>;
export type QueueEvents = Data<typeof queueEvents>;
export type LiveEvents = Data<typeof liveEvents>;
