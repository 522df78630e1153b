import { z } from 'zod';

import { updateTrackingBody } from '../../../shared/api/releases.ts';
import { permissions, roles } from '../../../shared/permissions.ts';
import { count, id, instant, labels, name, path } from './model-values.ts';

/** Records of libraries with their contents, and of people. */

export const library = z.object({
  kind: z.literal('library'),
  id,
  name: name.max(255),
  folders: z.array(path).min(1).max(100).describe('Absolute paths on the machine of the source'),
  settings: z
    .record(z.string().max(50), z.unknown())
    .optional()
    .describe('Fields of the body of createLibrary; a library that is here keeps its own'),
});

export const person = z.object({
  kind: z.literal('person'),
  id,
  username: name.max(100),
  email: z.email().max(255).nullable(),
  role: z.enum(roles),
  can_download: z.boolean(),
  permissions: z.array(z.enum(permissions)).max(100).optional().describe('Beyond the role'),
  is_active: z.boolean().optional(),
  apps_can_change: z.boolean().optional(),
  created_at: instant.optional(),
  restrictions: z
    .object({
      libraries: z.array(id).max(1000).nullable().describe('The only visible ones; null: all'),
      max_age: z.int().min(0).max(99).nullable(),
      shows_unrated: z.boolean(),
      allowed_labels: labels,
      denied_labels: labels,
    })
    .nullable()
    .describe('Null: sees everything'),
});

export const series = z.object({
  kind: z.literal('series'),
  id,
  library: id.nullable(),
  name,
  folder: path.nullable().describe('Absolute; null for one that people made'),
  folders: z
    .array(path)
    .max(100_000)
    .optional()
    .describe('Folders whose books belong to it because people merged series'),
  added_at: instant.optional(),
  updated_at: instant.optional(),
  tracking: updateTrackingBody
    .required()
    .nullable()
    .optional()
    .describe('How new releases of it are looked for'),
});

export const book = z.object({
  kind: z.literal('book'),
  id,
  library: id.nullable(),
  series: id.nullable(),
  title: name,
  path: path.nullable().describe('Absolute; null where the source knows only names'),
  size: z.int().min(0).nullable().describe('Bytes'),
  pages: count.nullable().describe('Null where the source counts them in its own way'),
  number: z.number().nullable(),
  /** Hexadecimal, of the whole file unless stated otherwise. */
  hashes: z.object({
    xxh128: z.string().max(64).nullable(),
    sha256: z.string().max(64).nullable(),
    /** MD5 of twelve parts of the file, as KOReader computes it. */
    koreader: z.string().max(64).nullable(),
    /** SHA-1 of the first 512 KiB. */
    sha1_head: z.string().max(64).nullable(),
  }),
  is_placed: z.boolean().optional().describe('Whether people assigned it to its series'),
  added_at: instant.optional(),
});
