import { join } from 'node:path';

import { openRegular } from '../../../media/regular-file.ts';
import type { ImportRecord } from '../model.ts';
import type { SourceContext } from './source.ts';
import { foreignText } from './values.ts';

/** Bytes of a file that is read. */
const maxBytes = 10 * 1024 * 1024;

const read = async (path: string): Promise<Buffer | null> => {
  try {
    const handle = await openRegular(path);
    try {
      return (await handle.stat()).size > maxBytes ? null : await handle.readFile();
    } finally {
      await handle.close();
    }
  } catch {
    return null;
  }
};

/** A cover of a series or book, with the path by which the database names it. */
export interface NamedCover {
  id: string;
  series: string | null;
  book: string | null;
  path: unknown;
}

/** As `find` describes; those whose file is not there are left out. */
export const coverRecords = async (
  covers: readonly NamedCover[],
  folders: readonly string[],
  { saveImage }: Pick<SourceContext, 'saveImage'>,
): Promise<ImportRecord[]> => {
  const records: ImportRecord[] = [];
  for (const { path, ...cover } of covers) {
    const bytes = await find(folders, path);
    if (bytes) records.push({ kind: 'cover', ...cover, image: await saveImage(bytes) });
  }
  return records;
};

/**
 * Reads a cover that a database names by its path, which can be that of another machine, from the folder
 * `covers` in one of these folders. Null for one that is not there, cannot be read or is too large.
 */
const find = async (folders: readonly string[], named: unknown): Promise<Buffer | null> => {
  const parts = (foreignText(named, 4096) ?? '').split(/[/\\]/);
  const inside = parts.slice(parts.lastIndexOf('covers') + 1);
  const name = inside.at(-1) ?? '';
  if (name === '' || inside.some((part) => part === '..')) return null;
  for (const folder of folders) {
    for (const place of new Set([join(...inside), name])) {
      const bytes = await read(join(folder, 'covers', place));
      if (bytes !== null) return bytes;
    }
  }
  return null;
};
