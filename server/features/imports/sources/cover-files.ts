import { join } from 'node:path';

import { openRegular } from '../../../media/regular-file.ts';
import type { ImportRecord } from '../model.ts';
import type { SourceContext } from './source.ts';
import { foreignText } from './values.ts';

/** Maximum size of a cover file, bytes. */
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

/** A cover of a series or book, with its path in the database. */
export interface NamedCover {
  id: string;
  series: string | null;
  book: string | null;
  path: unknown;
}

/** Reads covers with `find`; leaves out those whose file is not found. */
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
 * Reads a cover from the folder `covers` in one of the given folders. Its path in the database may be that of
 * another machine. Returns null if the file does not exist, cannot be read or is too large.
 */
const find = async (folders: readonly string[], named: unknown): Promise<Buffer | null> => {
  const parts = (foreignText(named, 4096) ?? '').split(/[/\\]/);
  const inside = parts.slice(parts.lastIndexOf('covers') + 1);
  const name = inside.at(-1) ?? '';
  if (name === '' || inside.some((part) => part === '..')) return null;
  for (const folder of folders) {
    for (const candidate of new Set([join(...inside), name])) {
      const bytes = await read(join(folder, 'covers', candidate));
      if (bytes !== null) return bytes;
    }
  }
  return null;
};
