import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { bookFormats } from './book-record.ts';
import { uuid } from '../schemas.ts';
import { createLibraryBody, seriesStrategies } from './libraries.ts';
import { columnTargets } from './scan-rules.ts';

const folderPreview = z
  .object({
    path: z.string(),
    book_count: z.int(),
    formats: z.array(z.object({ format: z.enum(bookFormats), count: z.int() })),
    guess: z
      .enum(['manga', 'comic', 'ebook'])
      .nullable()
      .describe('The predominant kind of content; null without books'),
    series_count: z.int(),
    series: z
      .array(
        z.object({
          name: z.string(),
          previous_name: z
            .string()
            .nullable()
            .describe(
              'The name by the saved rules of the library, or without title rules; null if it is the same',
            ),
          publisher: z.string().nullable(),
          book_count: z.int(),
          examples: z.array(z.string()).describe('Names of the first three files'),
          titles: z.array(z.string()).describe('Titles of these files'),
        }),
      )
      .describe('The first 30 by name, those with a new name first'),
    renamed_count: z.int().describe('Series with a new name'),
    left_out: z
      .int()
      .describe(
        'Book files that the file types and patterns exclude; excluded folders are not searched',
      ),
    has_calibre: z.boolean().describe('The folder has the database of a calibre library'),
    changes: z
      .object({ added: z.int(), removed: z.int() })
      .nullable()
      .describe(
        'Books that the next scan would add or remove; null without a library, or if the search was incomplete',
      ),
    complete: z.boolean().describe('False if searching everything would take too long'),
  })
  .meta({ id: 'FolderPreview' });
export type FolderPreview = z.infer<typeof folderPreview>;

export const previewLibrary = endpoint({
  id: 'previewLibrary',
  method: 'POST',
  path: '/libraries/preview',
  access: ['libraries-write'],
  tag: 'Libraries',
  summary: 'Previews the result of scanning folders, judged by names alone',
  description:
    'Opens no file and stops after a few seconds. A scan can name series differently because it also reads the metadata of the files.',
  body: z.object({
    paths: z
      .array(createLibraryBody.shape.path)
      .min(1)
      .max(10)
      .describe('Absolute paths of directories on the server'),
    series_strategy: z.enum(seriesStrategies).default('folder'),
    excluded_patterns: createLibraryBody.shape.excluded_patterns,
    scan_rules: createLibraryBody.shape.scan_rules,
    library_id: uuid
      .optional()
      .describe('Compares with the books and the saved rules of this library'),
  }),
  response: z.object({ folders: z.array(folderPreview) }),
  errors: ['NotFound'],
});

const calibreColumn = z
  .object({
    label: z.string().describe('The lookup name, without #'),
    name: z.string(),
    datatype: z.string().describe('calibre’s data type, such as bool, datetime or text'),
    suggestion: z.enum(columnTargets).nullable().describe('Suggested meaning'),
  })
  .meta({ id: 'CalibreColumn' });
export type CalibreColumn = z.infer<typeof calibreColumn>;

export const listCalibreColumns = endpoint({
  id: 'listCalibreColumns',
  method: 'POST',
  path: '/libraries/calibre-columns',
  access: ['libraries-write'],
  tag: 'Libraries',
  summary: 'The custom columns of a calibre library',
  description: 'Reads a copy of its database; fails with an explanation if it cannot be read.',
  body: z.object({
    path: createLibraryBody.shape.path.describe('Absolute path of a directory on the server'),
  }),
  response: z.object({ columns: z.array(calibreColumn).describe('At most 200') }),
});

export const libraryPreviewEndpoints = [previewLibrary, listCalibreColumns];
