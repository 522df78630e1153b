import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { byId, line, listQuery, timestamp, uuid } from '../schemas.ts';
import { bookFormats } from './book-record.ts';

const tag = 'Adding new files';
const access = ['system-admin'] as const;

export const intakeMethods = ['copy', 'move'] as const;
export type IntakeMethod = (typeof intakeMethods)[number];

export const intakeStatuses = ['looking', 'ready', 'taking', 'done', 'undoing', 'failed'] as const;
export type IntakeStatus = (typeof intakeStatuses)[number];

/**
 * `new`: no book has its number; `better`, `worse`: than the book of that number; `present`: as
 * good, or the same file; `unmatched`: no series here; `unreadable`: cannot be added.
 */
export const intakeVerdicts = [
  'new',
  'better',
  'present',
  'worse',
  'unmatched',
  'unreadable',
] as const;
export type IntakeVerdict = (typeof intakeVerdicts)[number];

export const intakeActions = ['add', 'replace', 'skip'] as const;
export type IntakeAction = (typeof intakeActions)[number];

export const intakeStates = ['planned', 'taking', 'taken', 'failed', 'undoing', 'undone'] as const;
export type IntakeState = (typeof intakeStates)[number];

export const differenceKinds = ['readable', 'pages', 'resolution', 'size', 'format'] as const;
const differenceSchema = z.object({
  kind: z.enum(differenceKinds),
  is_better: z.boolean().describe('Whether the new file is better in this respect'),
});
export type IntakeDifference = z.infer<typeof differenceSchema>;

export const intakeSchema = z
  .object({
    id: uuid,
    folder_id: uuid.nullable().describe('Null if the folder was removed from the list'),
    path: z.string(),
    library_id: uuid,
    library_name: z.string(),
    method: z.enum(intakeMethods),
    is_automatic: z.boolean().describe('Whether the rule of a watched folder started it'),
    status: z.enum(intakeStatuses),
    task_id: uuid.nullable().describe('The task that is working on it'),
    error: z.string().nullable().describe('Why the last step failed'),
    counts: z
      .array(
        z.object({
          verdict: z.enum(intakeVerdicts),
          action: z.enum(intakeActions),
          state: z.enum(intakeStates),
          count: z.int(),
        }),
      )
      .describe('Number of files'),
    created_at: timestamp,
    taken_at: timestamp.nullable(),
    undoable_until: timestamp.nullable(),
  })
  .meta({ id: 'Intake' });
export type Intake = z.infer<typeof intakeSchema>;

const fileFacts = {
  format: z.enum(bookFormats),
  file_size: z.int(),
  page_count: z.int().describe('0 while it is not known'),
  width: z.int().nullable().describe('Of a typical page, in pixels'),
  height: z.int().nullable(),
};

export const intakeFileSchema = z
  .object({
    id: uuid,
    path: z.string().describe('Relative to the folder'),
    ...fileFacts,
    error: z.string().nullable().describe('Why it cannot be added'),
    series: z.object({ id: uuid, name: z.string() }).nullable().describe('Its series here'),
    series_name: z.string().nullable().describe('The series that the file names'),
    basis: z
      .enum(['content', 'metadata', 'name', 'choice'])
      .nullable()
      .describe('How the series was found'),
    is_confident: z.boolean().describe('Whether a watched folder would add it'),
    number: z.number().nullable(),
    volume: z.number().nullable(),
    title: z.string().nullable(),
    present: z
      .object({ book_id: uuid, title: z.string(), path: z.string(), ...fileFacts })
      .nullable()
      .describe('The existing book with this number'),
    verdict: z.enum(intakeVerdicts),
    differences: z.array(differenceSchema),
    action: z.enum(intakeActions),
    target: z.string().nullable().describe('Its future path, relative to the library'),
    state: z.enum(intakeStates),
    reason: z.string().nullable().describe('Why it was not added, or not undone'),
    book_id: uuid.nullable().describe('The resulting book'),
  })
  .meta({ id: 'IntakeFile' });
export type IntakeFile = z.infer<typeof intakeFileSchema>;

/** Files that one request can change by their ids. */
export const maxIntakeFiles = 500;
const fileIds = z.array(uuid).min(1).max(maxIntakeFiles);
const started = z.object({ task_id: uuid });
const number = z.number().min(0).max(1_000_000).nullable();

export const listIntakes = endpoint({
  id: 'listIntakes',
  method: 'GET',
  path: '/intakes',
  access,
  tag,
  summary: 'Reports about folders of new files, the newest first',
  query: listQuery(['created_at'], 'created_at,desc', {
    folder_id: uuid.optional().describe('Only of this folder'),
  }),
  list: intakeSchema,
});

export const getIntake = endpoint({
  id: 'getIntake',
  method: 'GET',
  path: '/intakes/{id}',
  access,
  tag,
  summary: 'A report, with the number of its files',
  params: byId,
  response: intakeSchema,
  errors: ['NotFound'],
});

export const deleteIntake = endpoint({
  id: 'deleteIntake',
  method: 'DELETE',
  path: '/intakes/{id}',
  access,
  tag,
  summary: 'Deletes a report; adding its files can then no longer be undone',
  params: byId,
  status: 204,
  errors: ['NotFound', 'Conflict'],
});

export const listIntakeFiles = endpoint({
  id: 'listIntakeFiles',
  method: 'GET',
  path: '/intakes/{id}/files',
  access,
  tag,
  summary: 'Files of a report, each compared with the existing book',
  params: byId,
  query: listQuery(['path'], 'path,asc', {
    verdict: z.enum(intakeVerdicts).optional().describe('Only files with this verdict'),
    action: z.enum(intakeActions).optional().describe('Only files with this action'),
    state: z.enum(intakeStates).optional().describe('Only files in this state'),
    search: z.string().max(255).optional().describe('Part of a path or of the name of a series'),
  }),
  list: intakeFileSchema,
  errors: ['NotFound'],
});

export const updateIntakeFiles = endpoint({
  id: 'updateIntakeFiles',
  method: 'PUT',
  path: '/intakes/{id}/files',
  access,
  tag,
  summary: 'Changes what happens to files of a report',
  description:
    'A changed series or number is compared again. Files that were already added are not changed.',
  params: byId,
  body: z.object({
    file_ids: fileIds.optional().describe('Default: all files, or those with the verdict'),
    verdict: z.enum(intakeVerdicts).optional().describe('Only files with this verdict'),
    action: z.enum(intakeActions).optional(),
    series_id: uuid.optional().describe('A series of the library'),
    series_name: line(255).optional().describe('Name of a new series'),
    number: number.optional(),
    volume: number.optional(),
    target: line(1000).optional().describe('For one file: its path in the library'),
  }),
  response: z.object({ changed: z.int() }),
  errors: ['NotFound', 'Conflict'],
});
export type ChangeIntakeFiles = z.output<(typeof updateIntakeFiles)['body']>;

export const takeIn = endpoint({
  id: 'takeIn',
  method: 'POST',
  path: '/intakes/{id}/take',
  access,
  tag,
  summary: 'Takes the files of a report into the library',
  description:
    'Each file is copied under a hidden name, compared with its source and then renamed; nothing is overwritten. A replaced file moves to the bin of its library; its book keeps id, progress, lists and edits.',
  params: byId,
  response: started,
  errors: ['NotFound', 'Conflict'],
});

export const undoIntake = endpoint({
  id: 'undoIntake',
  method: 'POST',
  path: '/intakes/{id}/undo',
  access,
  tag,
  summary: 'Undoes adding files, and restores the replaced ones',
  description: 'Possible for 90 days. A moved file returns to its folder; a copy moves to the bin.',
  params: byId,
  body: z.object({
    file_ids: fileIds.optional().describe('Only these; default: all that were added'),
  }),
  response: started,
  errors: ['NotFound', 'Conflict'],
});

export const intakeEndpoints = [
  listIntakes,
  getIntake,
  deleteIntake,
  listIntakeFiles,
  updateIntakeFiles,
  takeIn,
  undoIntake,
] as const;
