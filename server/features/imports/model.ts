import { z } from 'zod';

import { bookFormats } from '../../../shared/api/book-record.ts';
import { annotationColors, annotationKinds } from '../../../shared/api/annotations.ts';
import type { ImportKind } from '../../../shared/api/import-record.ts';
import { goalKinds, maxGoal } from '../../../shared/api/reading-goals.ts';
import { maxReviewLength } from '../../../shared/api/ratings.ts';
import { book, library, person, series } from './model-library.ts';
import { count, device, id, image, instant, locator, name, share } from './model-values.ts';

/**
 * A library of another program in a neutral form: every source yields such records, and later steps read
 * nothing else. `id` and all references are ids of the source, unique within a kind. Records come after those
 * that they refer to.
 */

/** A volume of a series, which contains the books with its number. */
const volume = z.object({
  kind: z.literal('volume'),
  id,
  series: id,
  number: z.number().min(0).max(1_000_000),
  title: name.max(255).nullable(),
  cover_book: id.nullable(),
  is_manual: z.boolean(),
  is_dissolved: z.boolean(),
});

const progress = z.object({
  kind: z.literal('progress'),
  id,
  person: id,
  book: id,
  page: count.nullable(),
  pages: count.nullable().describe('In the source'),
  share: share.nullable().describe('Of the whole book, where that says more than the page'),
  locator,
  is_completed: z.boolean(),
  started_at: instant,
  read_at: instant,
  completed_at: instant.nullable(),
  device,
});

/** A previous reading position of a device. */
const position = z.object({
  kind: z.literal('place'),
  id,
  person: id,
  book: id,
  page: count,
  pages: count,
  locator,
  is_completed: z.boolean(),
  began_at: instant,
  read_at: instant,
  device,
});

/** A reading session or a completion. */
const reading = z.object({
  kind: z.literal('reading'),
  id,
  person: id,
  book: id,
  started_at: instant.nullable(),
  ended_at: instant,
  pages: count,
  seconds: count,
  is_completed: z.boolean(),
  started: count.optional().describe('How often the book was begun'),
  untimed: count.optional().describe('1: a position was set without reading'),
});

/** Reading of a book whose record was deleted. */
const formerReading = reading.omit({ book: true, started_at: true }).extend({
  kind: z.literal('former_reading'),
  book_id: id.describe('No record of the export'),
  series: id.nullable(),
  format: z.enum(bookFormats),
});

const annotation = z.object({
  kind: z.literal('annotation'),
  id,
  person: id,
  book: id,
  type: z.enum(annotationKinds),
  page: count.nullable(),
  pages: count.nullable(),
  share: share.nullable(),
  locator,
  text: z.string().max(4096).nullable(),
  note: z.string().max(16_384).nullable(),
  color: z.enum(annotationColors).nullable(),
  is_shared: z.boolean().optional(),
  created_at: instant,
  updated_at: instant,
});

const listed = {
  ...{ id, name: name.max(255), is_ordered: z.boolean(), created_at: instant.nullable() },
  updated_at: instant.optional(),
  image: image.optional().describe('Name of a file beside the records, its cover'),
  cover_member: id.nullable().optional().describe('The member whose cover it shows'),
};
const members = z.array(id).max(100_000);
const condition = z.record(z.string().max(50), z.unknown()).describe('A filter of the API');
const collection = z.object({
  kind: z.literal('collection'),
  ...listed,
  series: members,
  summary: z.string().max(10_000).nullable().optional(),
  condition: condition.nullable().optional().describe('The rule that fills it'),
});
const readList = z.object({
  kind: z.literal('read_list'),
  ...listed,
  summary: z.string().max(10_000).nullable(),
  books: members,
});

/** Exactly one of the two. */
const subject = { series: id.nullable(), book: id.nullable() };

const wanted = z.object({
  kind: z.literal('wanted'),
  id,
  person: id,
  ...subject,
  added_at: instant,
  position: count,
});

const rating = z.object({
  kind: z.literal('rating'),
  id,
  person: id,
  ...subject,
  rating: z.int().min(1).max(10).nullable().describe('In half stars'),
  review: z.string().trim().min(1).max(maxReviewLength).nullable(),
  is_shared: z.boolean().optional(),
  rated_at: instant,
});

const edit = z.object({
  kind: z.literal('edit'),
  id,
  ...subject,
  /** Field of `seriesInput` or `bookInput` → value. */
  values: z.record(z.string().max(50), z.unknown()),
  locks: z.array(z.string().max(50)).max(100).describe('Fields that are locked in the source'),
  only_empty: z.boolean().optional().describe('Fills only what is empty here'),
});

const cover = z.object({
  kind: z.literal('cover'),
  id,
  ...subject,
  image: image.describe('Name of a file beside the records; null for a page or a book'),
  page: z.int().min(1).max(100_000).nullable().optional(),
  cover_book: id.nullable().optional().describe('The book of a series with the page or cover'),
});

const smartList = z.object({
  kind: z.literal('smart_list'),
  id,
  person: id,
  name: name.max(255),
  target: z.enum(['series', 'books']),
  condition: condition.nullable(),
  full_text_search: z.string().max(1000).nullable(),
  sort: z.object({ field: z.string().max(50), direction: z.enum(['asc', 'desc']) }),
  is_shared: z.boolean(),
  created_at: instant,
  updated_at: instant,
});

const goal = z.object({
  kind: z.literal('goal'),
  id,
  person: id,
  year: z.int().min(1970).max(2200),
  goal: z.enum(goalKinds),
  target: z.int().min(1).max(maxGoal),
});

const followed = z.object({
  kind: z.literal('followed'),
  id,
  person: id,
  series: id,
  followed_at: instant,
});

const preference = z.object({
  kind: z.literal('preference'),
  id,
  person: id,
  key: z.string().min(1).max(255),
  value: z.unknown(),
  updated_at: instant,
});

export const importRecord = z.discriminatedUnion('kind', [
  library,
  person,
  series,
  book,
  progress,
  reading,
  annotation,
  collection,
  readList,
  wanted,
  rating,
  edit,
  cover,
  position,
  volume,
  smartList,
  goal,
  followed,
  preference,
  formerReading,
]);
export type ImportRecord = z.infer<typeof importRecord>;
export type RecordOf<Kind extends ImportKind> = Extract<ImportRecord, { kind: Kind }>;
