import { randomBytes } from 'node:crypto';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as pause } from 'node:timers/promises';

import type { ImportSource } from '../../../shared/api/import-record.ts';
import { importRecord, type ImportRecord } from './model.ts';
import { calibreSource } from './sources/calibre.ts';
import { codexSource } from './sources/codex.ts';
import { csvSource } from './sources/csv.ts';
import { kavitaSource } from './sources/kavita.ts';
import type { Connection } from './sources/komga-client.ts';
import { komgaApiRecords } from './sources/komga-api.ts';
import { komgaSource } from './sources/komga.ts';
import { mihonSource } from './sources/mihon.ts';
import { octavoSource } from './sources/octavo.ts';
import { fromDatabase, type FileSource } from './sources/source.ts';
import { yacreaderSource } from './sources/yacreader.ts';

const sources: Record<ImportSource, FileSource> = {
  octavo: octavoSource,
  komga: fromDatabase(komgaSource),
  codex: fromDatabase(codexSource),
  calibre: fromDatabase(calibreSource),
  kavita: fromDatabase(kavitaSource),
  yacreader: fromDatabase(yacreaderSource),
  mihon: mihonSource,
  csv: csvSource,
};

/** Maximum images of an import, and maximum bytes of an image. */
const maxImages = 20_000;
const maxImageBytes = 10 * 1024 * 1024;

const isThere = async (path: string, kind: 'isFile' | 'isDirectory'): Promise<boolean> =>
  (await stat(path).catch(() => null))?.[kind]() === true;

/** The file of a program in a chosen folder. */
export const fileOf = async (source: ImportSource, path: string): Promise<string> => {
  if (!(await isThere(path, 'isDirectory'))) return path;
  const files = sources[source].fileNames.map((name) => join(path, name));
  for (const file of files) if (await isThere(file, 'isFile')) return file;
  return files[0] ?? path;
};

interface ReadOptions {
  /** For the copy and the images. */
  folder: string;
  signal: AbortSignal;
  /** Called for each thing that the source does not deliver, although it could. */
  leaveOut: () => void;
}

/**
 * Yields the validated records of a source in batches, without invalid ones. Throws ForeignDatabaseError,
 * with a message for people, for an unusable file or server.
 */
export async function* readSource(
  given: { source: ImportSource; path: string } | { connection: Connection },
  { folder, signal, leaveOut }: ReadOptions,
): AsyncGenerator<ImportRecord[]> {
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
  const batches =
    'connection' in given
      ? komgaApiRecords(given.connection, { signal, saveImage, leaveOut })
      : sources[given.source].records({ signal, path: given.path, folder, saveImage });
  for await (const batch of batches) {
    signal.throwIfAborted();
    yield batch.flatMap((record) => importRecord.safeParse(record).data ?? []);
    await pause();
  }
}
