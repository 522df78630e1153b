import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { flag, listQuery, pathText } from '../schemas.ts';

export const directorySchema = z
  .object({
    current_path: z.string(),
    parent_path: z.string().nullable(),
    entries: z.array(
      z.object({
        name: z.string(),
        path: z.string(),
        is_directory: z.boolean(),
        is_readable: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'Directory' });
export type Directory = z.infer<typeof directorySchema>;

export const driveSchema = z
  .object({
    name: z.string(),
    path: z.string(),
    label: z.string().nullable(),
    kind: z.enum(['fixed', 'removable', 'network', 'optical']),
    total_bytes: z.int().nullable().describe('null while the drive does not answer'),
    free_bytes: z.int().nullable().describe('Free bytes for the user account of the server'),
  })
  .meta({ id: 'Drive' });
export type Drive = z.infer<typeof driveSchema>;

const tag = 'Filesystem';

export const browseFilesystem = endpoint({
  id: 'browseFilesystem',
  method: 'GET',
  path: '/filesystem/browse',
  access: ['system-admin'],
  tag,
  summary: 'Browses directories of the server',
  description: 'Folders first, in natural order. Without path: the home directory.',
  query: z.object({
    path: pathText.optional().describe('Absolute path; default: the home directory'),
    include_files: flag.optional().describe('true lists files as well'),
  }),
  response: directorySchema,
  errors: ['NotFound'],
});

export const listDrives = endpoint({
  id: 'listDrives',
  method: 'GET',
  path: '/filesystem/drives',
  access: ['system-admin'],
  tag,
  summary: 'Lists drives; on macOS and Linux the mounted volumes',
  query: listQuery(['name', 'path'], 'path,asc'),
  list: driveSchema,
});
