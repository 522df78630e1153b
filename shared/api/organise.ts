import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { byId, line, listQuery, timestamp, uuid } from '../schemas.ts';
import { seriesStrategies } from './libraries.ts';

const tag = 'Organise';
const bookIds = z.array(uuid).min(1).max(2000);
const number = z.number().min(0).max(1_000_000).nullable();

const mergeSchema = z.object({
  action: z.literal('merge'),
  series_ids: z.array(uuid).min(1).max(100).describe('Series that disappear'),
  into: uuid.describe('The series that receives their books, now and from later scans'),
});
const moveSchema = z.object({
  action: z.literal('move'),
  book_ids: bookIds,
  to: z
    .union([z.object({ series_id: uuid }), z.object({ new_series: line(255) })])
    .describe('A series of the same library, or the name of a new one'),
});
const renumberSchema = z.object({
  action: z.literal('renumber'),
  books: z
    .array(
      z.object({
        book_id: uuid,
        number: number.optional(),
        volume: number.optional(),
        chapter: number.optional(),
      }),
    )
    .min(1)
    .max(2000)
    .describe('Omitted fields stay; null removes a number'),
});
const sequenceSchema = z.object({
  action: z.literal('sequence'),
  book_ids: bookIds.describe('In the order in which they are numbered'),
  field: z.enum(['number', 'volume', 'chapter']),
  start: z.number().min(0).max(100_000).default(1),
  step: z.number().min(0.1).max(1000).default(1),
});
const organiseChange = z.discriminatedUnion('action', [
  mergeSchema,
  moveSchema,
  renumberSchema,
  sequenceSchema,
]);
export type OrganiseChange = z.output<typeof organiseChange>;

const organiseBody = z.object({
  dry_run: z.boolean().default(false).describe('Dry run: only reports the changes'),
  changes: z
    .array(organiseChange)
    .min(1)
    .max(100)
    .describe('Applied in order, all or nothing; all for one library'),
});

const placeSchema = z.object({
  series_id: uuid.nullable().describe('Null for a series that does not exist yet'),
  series_name: z.string(),
  number: z.number().nullable(),
  volume: z.number().nullable(),
  chapter: z.number().nullable(),
});

const conflictKinds = ['other_library', 'same_number', 'locked', 'same_name'] as const;

const conflictSchema = z.object({
  kind: z.enum(conflictKinds),
  blocking: z.boolean().describe('Nothing can be applied while one of them blocks'),
  message: z.string(),
  series_name: z.string().nullable(),
  book_ids: z.array(uuid).describe('The first 100'),
});
export type OrganiseConflict = z.infer<typeof conflictSchema>;

const organiseResult = z
  .object({
    change_id: uuid.nullable().describe('The id for undoing it; null for a dry run'),
    library_id: uuid,
    books: z
      .array(
        z.object({ book_id: uuid, title: z.string(), before: placeSchema, after: placeSchema }),
      )
      .describe('Books that change, the first 500'),
    book_count: z.int(),
    series: z.array(
      z.object({
        series_id: uuid.nullable(),
        name: z.string(),
        before: z.int().describe('Its books'),
        after: z.int(),
      }),
    ),
    conflicts: z.array(conflictSchema),
  })
  .meta({ id: 'OrganiseResult' });
export type OrganiseResult = z.infer<typeof organiseResult>;

const changeRecord = z
  .object({
    id: uuid,
    library_id: uuid,
    library_name: z.string(),
    kind: z.enum(['organise', 'regroup']),
    summary: z.object({
      actions: z.array(
        z.object({
          action: z.enum(['merge', 'move', 'renumber', 'regroup', 'volume']),
          book_count: z.int(),
          to: z.string().nullable().describe('Name of a series or volume, or a series strategy'),
        }),
      ),
      book_count: z.int(),
    }),
    username: z.string().nullable(),
    created_at: timestamp,
    undone_at: timestamp.nullable(),
  })
  .meta({ id: 'OrganiseChangeRecord' });
export type OrganiseChangeRecord = z.infer<typeof changeRecord>;

export const organise = endpoint({
  id: 'organise',
  method: 'POST',
  path: '/organise',
  access: ['series-write', 'books-write'],
  tag,
  summary: 'Merges series, moves books between them and renumbers books',
  description:
    'Moves no files. Scans keep these changes: books stay in their series wherever their files go, and a new file in the folder of a merged series joins the series into which it was merged. Books keep progress, lists and covers; a series without books is hidden until the change is undone.',
  body: organiseBody,
  response: organiseResult,
  errors: ['NotFound', 'Conflict'],
});

export const listOrganiseChanges = endpoint({
  id: 'listOrganiseChanges',
  method: 'GET',
  path: '/organise/changes',
  access: ['series-write', 'books-write'],
  tag,
  summary: 'Lists changes to series, including undone ones',
  query: listQuery(['created_at'], 'created_at,desc', {
    library_id: uuid.optional().describe('Only those of this library'),
  }),
  list: changeRecord,
});

export const undoOrganiseChange = endpoint({
  id: 'undoOrganiseChange',
  method: 'POST',
  path: '/organise/changes/{id}/undo',
  access: ['series-write', 'books-write'],
  tag,
  summary: 'Undoes a change',
  description:
    'Series return with their ids, numbers with their values. 409 if a later change prevents it; the message says which.',
  params: byId,
  response: changeRecord,
  errors: ['NotFound', 'Conflict'],
});

const seriesCount = z.object({ name: z.string(), book_count: z.int() });

const regroupResult = z
  .object({
    change_id: uuid.nullable().describe('The id for undoing it; null for a dry run'),
    library_id: uuid,
    series_strategy: z.enum(seriesStrategies),
    moved: z.int().describe('Books that change their series'),
    moves: z
      .array(z.object({ book_id: uuid, title: z.string(), from: z.string(), to: z.string() }))
      .describe('One page of them'),
    page: z.int(),
    pageSize: z.int(),
    appearing: z.array(seriesCount).describe('New series, the first 200'),
    appearing_count: z.int(),
    disappearing: z.array(seriesCount).describe('Series that would disappear, the first 200'),
    disappearing_count: z.int(),
  })
  .meta({ id: 'RegroupResult' });
export type RegroupResult = z.infer<typeof regroupResult>;

export const regroupLibrary = endpoint({
  id: 'regroupLibrary',
  method: 'POST',
  path: '/libraries/{id}/regroup',
  access: ['libraries-write', 'series-write', 'books-write'],
  tag,
  summary: 'Groups the books of a library by another series strategy',
  description:
    'Opens no file. Books keep progress, edits and earlier changes; edited series that disappear return with a later regrouping. A dry run reports which books would change series.',
  params: byId,
  body: z.object({
    series_strategy: z.enum(seriesStrategies),
    dry_run: z.boolean().default(false).describe('Dry run: only reports the changes'),
    page: z.int().min(1).max(100_000).default(1),
    pageSize: z.int().min(1).max(500).default(50),
  }),
  response: regroupResult,
  errors: ['NotFound', 'Conflict'],
});
