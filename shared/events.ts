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
/** With the present members in the order of the list; of a deleted list those that it had. */
const collection = <const Name extends string>(name: Name) =>
  z.object({
    type: z.literal(name),
    collection_id: uuid,
    series_ids: z.array(uuid),
    timestamp,
  });
const readList = <const Name extends string>(name: Name) =>
  z.object({ type: z.literal(name), read_list_id: uuid, book_ids: z.array(uuid), timestamp });
/** `removed`: a cover that a person chose was taken back, and the automatic one shows again. */
const coverAction = z.enum(['added', 'removed']);

/** Events of `/events/stream`, name → data. */
export const entityEvents = {
  book_created: book('book_created'),
  book_updated: book('book_updated'),
  /** The book is missing, or a missing one was removed for good. */
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
  /** Sharing was turned on or off, or its addresses or problems changed: `GET /sharing` says how. */
  sharing_updated: z.object({
    type: z.literal('sharing_updated'),
    enabled: z.boolean(),
    timestamp,
  }),
  /** A drive was connected or taken away: `GET /filesystem/drives` says which are there. */
  drives_updated: z.object({ type: z.literal('drives_updated'), timestamp }),
  /** A device took the code that this user shows. */
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
  /** Sent to the streams of the user whose progress it is. `current_page` is null when it was cleared. */
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
  /** Sent to the streams of the user who marked a whole series, after the `progress_updated` of its books. */
  series_progress_updated: z.object({
    type: z.literal('series_progress_updated'),
    series_id: uuid,
    is_read: z.boolean(),
    timestamp,
  }),
  /** Sent to the streams of the user whose bookmarks, highlights and notes of the book changed. */
  annotations_updated: book('annotations_updated'),
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

/** Events of `/events/live` alone. */
export const queueEvents = {
  /** The number of waiting and running tasks changed; at most four a second, the last state always. */
  task_queue_changed: z.object({
    count: z.int(),
    /** Types without such a task are left out. */
    count_by_type: z.partialRecord(z.enum(taskTypes), z.int()),
  }),
} as const;

/** Events of `/scans/stream`. */
export const scanEvents = { scan_progress: scanEventSchema } as const;

/** Events of `/events/live`: everything, in one stream. */
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
