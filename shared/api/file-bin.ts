import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { byId, listQuery, timestamp, uuid } from '../schemas.ts';

const tag = 'Bin';
const access = ['system-admin'] as const;

export const binnedReasons = ['converted', 'replaced', 'deleted'] as const;
export type BinnedReason = (typeof binnedReasons)[number];

export const binnedFileSchema = z
  .object({
    id: uuid,
    library_id: uuid,
    library_name: z.string(),
    book_id: uuid.nullable().describe('Null if the book was deleted'),
    path: z.string().describe('Where the file was, relative to the library'),
    file_size: z.int().describe('Bytes; 0 for a folder'),
    reason: z
      .enum(binnedReasons)
      .describe('converted: another file was made from it; replaced: a better file took its place'),
    is_in_system_bin: z
      .boolean()
      .describe('Whether it was moved to the bin of the system; restore it there first'),
    kept_at: z
      .string()
      .nullable()
      .describe('Absolute path in the folder that the settings name; null: in the bin'),
    binned_at: timestamp,
    deleted_at: timestamp.describe('When the file is deleted'),
  })
  .meta({ id: 'BinnedFile' });
export type BinnedFileRecord = z.infer<typeof binnedFileSchema>;

export const listBinnedFiles = endpoint({
  id: 'listBinnedFiles',
  method: 'GET',
  path: '/file-bin',
  access,
  tag,
  summary: 'Lists files that were converted, replaced or deleted',
  description:
    'They are in the folder `.octavo-bin` of their library for 90 days, or in the folder of the setting `library.bin_folder`. Copies that were moved there are listed by `GET /duplicates/copies`.',
  query: listQuery(['binned_at'], 'binned_at,desc', {
    library_id: uuid.optional().describe('Only files of this library'),
  }),
  list: binnedFileSchema,
});

export const restoreBinnedFile = endpoint({
  id: 'restoreBinnedFile',
  method: 'POST',
  path: '/file-bin/{id}/restore',
  access,
  tag,
  summary: 'Restores a file and scans it',
  description: 'Not for a converted file: undo its conversion.',
  params: byId,
  status: 204,
  errors: ['NotFound', 'Conflict'],
});

export const fileBinEndpoints = [listBinnedFiles, restoreBinnedFile] as const;
