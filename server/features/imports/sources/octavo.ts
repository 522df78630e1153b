import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';

import yauzl, { type Entry, type ZipFile } from 'yauzl';

import { importKinds } from '../../../../shared/api/import-record.ts';
import { ForeignDatabaseError } from '../../../lib/foreign-database/foreign-error.ts';
import { refuseOwnDatabase } from '../../../lib/foreign-database/own-database.ts';
import type { ImportRecord } from '../model.ts';
import type { FileSource, SourceContext } from './source.ts';

/** Version of the archive. Newer versions are refused. */
export const exportVersion = 1;
/** Path in the archive of the records of a kind. */
export const recordsEntry = (kind: string): string => `records/${kind}.jsonl`;
export const imageEntry = (name: string): string => `images/${name}.webp`;

const batchSize = 200;
/** Maximum characters of one record, enough for a list of 100,000 ids. */
const maxLine = 8 * 1024 * 1024;
const maxImageBytes = 20 * 1024 * 1024;
const maxEntries = 100_000;
/** Maximum size of all records. For comparison: those of 100,000 books that were all read have 0.1 GiB. */
const maxRecordsBytes = 4 * 1024 ** 3;

const refused = (sentence: string) => new ForeignDatabaseError(sentence);
const notAnExport = () =>
  refused('This file is no export of Octavo. Choose the ZIP file that Octavo wrote.');
const damaged = () => refused('The export is damaged. Copy the file again, or export once more.');

/** Reads the archive of Octavo's own data export. */
export const octavoSource: FileSource = {
  fileNames: ['octavo-export.zip'],
  async *records(context) {
    await refuseOwnDatabase(context.path);
    const handle = await open(context.path).catch(() => {
      throw refused('The file does not exist or cannot be read. Choose it again.');
    });
    try {
      const zip = await openArchive(handle.fd);
      const entries = await entriesOf(zip);
      await refuseOther(zip, entries);
      refuseBomb(entries);
      for (const kind of importKinds) {
        const entry = entries.get(recordsEntry(kind));
        if (entry) yield* recordsIn(zip, entry, { ...context, entries });
      }
    } catch (error) {
      if (error instanceof ForeignDatabaseError || context.signal.aborted) throw error;
      throw damaged();
    } finally {
      await handle.close();
    }
  },
};

const openArchive = (fd: number): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    yauzl.fromFd(fd, { lazyEntries: true, autoClose: false }, (error, zip) =>
      error ? reject(notAnExport()) : resolve(zip),
    );
  });

const entriesOf = async (zip: ZipFile): Promise<Map<string, Entry>> => {
  if (zip.entryCount > maxEntries) throw notAnExport();
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  return entries;
};

/** Reads an entry. Throws ForeignDatabaseError if it is larger than `most` bytes. */
const contentOf = async (zip: ZipFile, entry: Entry, most: number): Promise<Buffer> => {
  if (entry.uncompressedSize > most) throw damaged();
  const parts: Buffer[] = [];
  for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part as Buffer);
  return Buffer.concat(parts);
};

const refuseOther = async (zip: ZipFile, entries: ReadonlyMap<string, Entry>): Promise<void> => {
  const entry = entries.get('manifest.json');
  if (!entry) throw notAnExport();
  const manifest = parsed((await contentOf(zip, entry, maxLine)).toString());
  if (manifest?.['format'] !== 'octavo-export') throw notAnExport();
  const version = manifest['version'];
  if (typeof version === 'number' && version <= exportVersion) return;
  throw refused(
    'This export was written by a newer version of Octavo than this one. Update Octavo, and try again.',
  );
};

/**
 * Refuses archives that are too large when unpacked. Uses the sizes that the archive states, because reading
 * more than these is an error.
 */
const refuseBomb = (entries: ReadonlyMap<string, Entry>): void => {
  const sizes = importKinds.map((kind) => entries.get(recordsEntry(kind))?.uncompressedSize ?? 0);
  if (sizes.reduce((sum, size) => sum + size, 0) <= maxRecordsBytes) return;
  throw refused(
    `This file is larger than ${maxRecordsBytes / 1024 ** 2} MiB when it is unpacked, which is more than Octavo reads.`,
  );
};

const parsed = (line: string): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
};

async function* recordsIn(
  zip: ZipFile,
  entry: Entry,
  context: SourceContext & { entries: ReadonlyMap<string, Entry> },
): AsyncGenerator<ImportRecord[]> {
  let batch: ImportRecord[] = [];
  for await (const line of linesOf(await zip.openReadStreamPromise(entry), context.signal)) {
    const record = parsed(line);
    if (record === null) continue;
    // `readSource` validates the records.
    batch.push((await withImage(zip, record, context)) as unknown as ImportRecord);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

async function* linesOf(stream: Readable, signal: AbortSignal): AsyncGenerator<string> {
  stream.setEncoding('utf8');
  let remainder = '';
  for await (const part of stream) {
    signal.throwIfAborted();
    const lines = (remainder + (part as string)).split('\n');
    remainder = lines.pop() ?? '';
    if (remainder.length > maxLine) throw damaged();
    yield* lines;
  }
  yield remainder;
}

const withImages: ReadonlySet<unknown> = new Set(['cover', 'collection', 'read_list']);

/** Saves the image of a cover or list; returns the record with the name of the saved image. */
const withImage = async (
  zip: ZipFile,
  record: Record<string, unknown>,
  { entries, saveImage }: SourceContext & { entries: ReadonlyMap<string, Entry> },
): Promise<Record<string, unknown>> => {
  const { image } = record;
  if (!withImages.has(record['kind']) || typeof image !== 'string') return record;
  const entry = entries.get(imageEntry(image));
  if (!entry) return record;
  return { ...record, image: await saveImage(await contentOf(zip, entry, maxImageBytes)) };
};
