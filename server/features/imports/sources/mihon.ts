import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

import { ForeignDatabaseError } from '../../../lib/foreign-database/foreign-database.ts';
import { wireFields, messageOf, WireError, type WireMessage } from '../../../lib/protobuf.ts';
import type { ImportRecord } from '../model.ts';
import { copyGivenFile } from './copy-file.ts';
import { mihonManga } from './mihon-manga.ts';
import { idFrom, onlyReader } from './records.ts';
import type { FileSource } from './source.ts';
import { foreignText } from './values.ts';

const maxFileBytes = 128 * 1024 ** 2;
const maxUnpackedBytes = 256 * 1024 ** 2;
/** Titles per batch. */
const batchSize = 100;

/**
 * Reads a backup (`.tachibk`, `.proto.gz`) of Mihon, Tachiyomi and their forks. It is a compressed protocol
 * buffer whose fields have the same numbers in all versions. It contains the data of one reader, and
 * identifies chapters by title and number.
 */
export const mihonSource: FileSource = {
  fileNames: [],
  async *records({ path, folder, signal }) {
    const copy = await copyGivenFile(path, { folder, maxBytes: maxFileBytes, signal });
    try {
      const bytes = await unpacked(await readFile(copy.file));
      yield* contents(bytes);
    } catch (error) {
      throw error instanceof WireError ? noBackup() : error;
    } finally {
      await copy.remove();
    }
  },
};

const noBackup = () =>
  new ForeignDatabaseError('This file is not a backup of Mihon, or it is damaged.');

const unpacked = async (bytes: Buffer): Promise<Uint8Array> => {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: maxUnpackedBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') throw noBackup();
    throw new ForeignDatabaseError(
      `This file is larger than ${maxUnpackedBytes / 1024 ** 2} MiB when it is unpacked, which is more than Octavo reads.`,
    );
  }
};

/** Field numbers of a backup. */
const field = { manga: 1, category: 2 };

async function* contents(bytes: Uint8Array): AsyncGenerator<ImportRecord[]> {
  yield [onlyReader('Mihon')];
  const categories: WireMessage[] = [];
  let count = 0;
  for (const { number, value } of wireFields(bytes)) {
    if (!(value instanceof Uint8Array)) continue;
    if (number === field.category) categories.push(messageOf(value));
    if (number === field.manga) count += 1;
  }
  if (count + categories.length === 0) throw noBackup();
  /** Titles by the order of their category, because backups refer to categories by order. */
  const members = new Map<number, string[]>();
  let batch: ImportRecord[] = [];
  let titles = 0;
  for (const { number, value } of wireFields(bytes)) {
    if (number !== field.manga || !(value instanceof Uint8Array)) continue;
    const manga = mihonManga(messageOf(value));
    batch.push(...manga.records);
    titles += 1;
    for (const category of manga.categories) {
      const ids = members.get(category);
      if (ids) ids.push(manga.id);
      else members.set(category, [manga.id]);
    }
    if (titles % batchSize > 0) continue;
    yield batch;
    batch = [];
  }
  yield batch;
  yield categories.flatMap((category): ImportRecord[] => {
    const name = foreignText(category.text(1), 255);
    const series = members.get(category.number(2)) ?? [];
    if (name === null || series.length === 0) return [];
    const listed = { name, is_ordered: false, created_at: null };
    return [{ kind: 'collection', id: idFrom(name), ...listed, series }];
  });
}
