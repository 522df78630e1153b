import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { byId } from '../schemas.ts';
import { fontSchema } from './font-record.ts';

/** Maximum size of a font, bytes: those for Chinese and Japanese have 10 MB. */
export const maxFontBytes = 16 * 1024 * 1024;

/** Longest name of a family. */
export const maxFamilyLength = 80;

/** Maximum number of fonts, and of their bytes: they are part of the database and of backups. */
export const maxFonts = 60;
export const maxFontsBytes = 128 * 1024 * 1024;

const tag = 'Fonts';

export const listFonts = endpoint({
  id: 'listFonts',
  method: 'GET',
  path: '/fonts',
  access: ['books-read'],
  tag,
  summary: 'Fonts of the household for reading EPUBs',
  description: `At most ${maxFonts}, by family, the regular face first.`,
  response: z.object({ fonts: z.array(fontSchema) }),
});

export const addFont = endpoint({
  id: 'addFont',
  method: 'POST',
  path: '/fonts',
  access: ['system-admin'],
  tag,
  summary: 'Adds a font for reading EPUBs',
  description: `A TTF, OTF, WOFF or WOFF2 of at most ${maxFontBytes} bytes. Its family and style are read from the file.`,
  body: z
    .unknown()
    .meta({ type: 'string', format: 'binary', description: 'The bytes of the font' })
    .transform((bytes) => bytes as AsyncIterable<Uint8Array>) as unknown as z.ZodType<
    AsyncIterable<Uint8Array>,
    Blob
  >,
  bodyType: 'application/octet-stream',
  response: fontSchema,
  status: 201,
  errors: ['Conflict', 'PayloadTooLarge'],
});

export const getFontFile = endpoint({
  id: 'getFontFile',
  method: 'GET',
  path: '/fonts/{id}/file',
  access: ['books-read'],
  tag,
  summary: 'The file of a font',
  params: byId,
  produces: ['font/woff2', 'font/woff', 'font/ttf', 'font/otf'],
});

export const deleteFont = endpoint({
  id: 'deleteFont',
  method: 'DELETE',
  path: '/fonts/{id}',
  access: ['system-admin'],
  tag,
  summary: 'Deletes a font',
  params: byId,
  status: 204,
});

/** All endpoints of this file. */
export const fontEndpoints = [listFonts, addFont, getFontFile, deleteFont] as const;
