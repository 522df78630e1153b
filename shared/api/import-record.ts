import { z } from 'zod';

import { timestamp, uuid } from '../schemas.ts';

/** Programs whose data can be imported. */
export const importSources = [
  'octavo',
  'komga',
  'codex',
  'kavita',
  'yacreader',
  'calibre',
  'mihon',
  'csv',
] as const;
export type ImportSource = (typeof importSources)[number];

export const importStatuses = [
  'reading',
  'ready',
  'importing',
  'imported',
  'undoing',
  'undone',
  'failed',
] as const;
export type ImportStatus = (typeof importStatuses)[number];

/** Kinds of lines, in the order in which they are imported. */
export const importKinds = [
  'library',
  'person',
  'series',
  'book',
  'edit',
  'cover',
  'place',
  'progress',
  'reading',
  'annotation',
  'rating',
  'wanted',
  'collection',
  'read_list',
  'volume',
  'smart_list',
  'goal',
  'followed',
  'preference',
  'former_reading',
] as const;
export type ImportKind = (typeof importKinds)[number];

/**
 * `new`: is added; `matched`: belongs to something here; `likely`: probably does; `present`: is
 * already here; `conflict`: something here is newer or was edited, and stays unless chosen
 * otherwise; `missing`: belongs to nothing here.
 */
export const importStates = ['new', 'matched', 'likely', 'present', 'conflict', 'missing'] as const;
export type ImportState = (typeof importStates)[number];

export const importSchema = z
  .object({
    id: uuid,
    source: z.enum(importSources),
    name: z.string().describe('Path or name of the file'),
    status: z.enum(importStatuses),
    task_id: uuid.nullable().describe('Of the work in progress'),
    error: z
      .string()
      .nullable()
      .describe('Why the last step failed, or what the source did not deliver'),
    counts: z
      .array(
        z.object({
          kind: z.enum(importKinds),
          state: z.enum(importStates),
          count: z.int(),
          imported: z.int(),
        }),
      )
      .describe('Number of lines of each kind and state'),
    created_at: timestamp,
    imported_at: timestamp.nullable(),
    undone_at: timestamp.nullable(),
  })
  .meta({ id: 'Import' });
export type Import = z.infer<typeof importSchema>;

export const importLineSchema = z
  .object({
    id: z.int(),
    kind: z.enum(importKinds),
    title: z.string().describe('Its name in the source'),
    detail: z.string().nullable().describe('Its path, person or value'),
    state: z.enum(importStates),
    basis: z
      .enum(['id', 'place', 'content', 'name', 'choice', 'email', 'username', 'books'])
      .nullable()
      .describe('How it was matched'),
    target: z
      .object({ id: z.string(), name: z.string() })
      .nullable()
      .describe('The matching record of this server'),
    choice: z.enum(['import', 'skip']).nullable().describe('Null: as its state determines'),
    is_imported: z.boolean(),
  })
  .meta({ id: 'ImportLine' });
export type ImportLine = z.infer<typeof importLineSchema>;
