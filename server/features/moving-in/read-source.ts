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
import { octavoSource } from './sources/octavo.ts';
import type { DatabaseSource, FileSource } from './sources/source.ts';

const sources: Record<ImportSource, DatabaseSource | FileSource> = {
  octavo: octavoSource,
  komga: komgaSource,
  codex: codexSource,
  calibre: calibreSource,
};

/** Most images of one import, and bytes of one. */
const maxImages = 20_000;
const maxImageBytes = 10 * 1024 * 1024;

/** The database in a folder that was chosen in its place. */
export const fileOf = async (source: ImportSource, path: string): Promise<string> => {
  const { fileName } = sources[source];
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
  const reader = sources[source];
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
  const context = { signal, path: file, saveImage };
  if ('fileRecords' in reader) {
    yield* checked(reader.fileRecords(context), signal);
    return;
  }
  const { program, schema } = reader;
  const database = await openForeignDatabase(file, { program, schema, folder, signal });
  try {
    yield* checked(reader.records(database, context), signal);
  } finally {
    await database.close();
  }
}

/** Leaves out records that Octavo does not understand. */
async function* checked(
  batches: AsyncGenerator<MovingRecord[]>,
  signal: AbortSignal,
): AsyncGenerator<MovingRecord[]> {
  for await (const batch of batches) {
    signal.throwIfAborted();
    yield batch.flatMap((record) => movingRecord.safeParse(record).data ?? []);
    await pause();
  }
}
