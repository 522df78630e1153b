import { randomBytes } from 'node:crypto';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as pause } from 'node:timers/promises';

import type { ImportSource } from '../../../shared/api/imports.ts';
import { openForeignDatabase } from '../../lib/foreign-database/foreign-database.ts';
import { movingRecord, type MovingRecord } from './model.ts';
import { calibreSource } from './sources/calibre.ts';
import { codexSource } from './sources/codex.ts';
import { komgaSource } from './sources/komga.ts';
import type { DatabaseSource } from './sources/source.ts';

const databases: Record<ImportSource, DatabaseSource> = {
  komga: komgaSource,
  codex: codexSource,
  calibre: calibreSource,
};

/** Most images of one import, and bytes of one. */
const maxImages = 20_000;
const maxImageBytes = 10 * 1024 * 1024;

/** The database in a folder that was chosen in its place. */
export const fileOf = async (source: ImportSource, path: string): Promise<string> => {
  const { fileName } = databases[source];
  const stats = await stat(path).catch(() => null);
  return stats?.isDirectory() === true ? join(path, fileName) : path;
};

/**
 * Yields the records of a source, checked, in batches. Records that Octavo does not understand are
 * left out. Throws ForeignDatabaseError with a sentence for an unusable file.
 *
 * @param folder for the copy and the images
 */
export async function* readSource(
  source: ImportSource,
  file: string,
  { folder, signal }: { folder: string; signal: AbortSignal },
): AsyncGenerator<MovingRecord[]> {
  const reader = databases[source];
  await mkdir(join(folder, 'images'), { recursive: true, mode: 0o700 });
  let images = 0;
  const saveImage = async (bytes: Uint8Array): Promise<string> => {
    const name = randomBytes(8).toString('hex');
    images += 1;
    if (images <= maxImages && bytes.length <= maxImageBytes) {
      await writeFile(join(folder, 'images', name), bytes, { mode: 0o600 });
    }
    return name;
  };
  const { program, schema } = reader;
  const database = await openForeignDatabase(file, { program, schema, folder, signal });
  try {
    for await (const batch of reader.records(database, { signal, path: file, saveImage })) {
      signal.throwIfAborted();
      yield batch.flatMap((record) => movingRecord.safeParse(record).data ?? []);
      await pause();
    }
  } finally {
    await database.close();
  }
}
