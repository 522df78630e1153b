import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';

import yauzl, { type Entry, type ZipFile } from 'yauzl';

import { MediaError } from '../media-error.ts';

const open = (fd: number): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    // Names as they are, because one that leads out of its folder must not make the archive unreadable.
    const options = { lazyEntries: true, decodeStrings: false, autoClose: false };
    yauzl.fromFd(fd, options, (error, file) => (error ? reject(error) : resolve(file)));
  });

const nextEntry = (file: ZipFile): Promise<Entry | null> =>
  new Promise((resolve, reject) => {
    const settle = (done: () => void) => {
      file.removeAllListeners('entry').removeAllListeners('end').removeAllListeners('error');
      done();
    };
    file.on('entry', (entry: Entry) => settle(() => resolve(entry)));
    file.on('end', () => settle(() => resolve(null)));
    file.on('error', (error: Error) => settle(() => reject(error)));
    file.readEntry();
  });

const contentStream = (file: ZipFile, entry: Entry): Promise<Readable> =>
  new Promise((resolve, reject) => {
    file.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)));
  });

/** Throws if the entry does not unpack to its announced size and checksum. */
const checkContent = async (file: ZipFile, entry: Entry, checkCancelled?: () => void) => {
  let checksum = 0;
  for await (const chunk of await contentStream(file, entry)) {
    checkCancelled?.();
    checksum = crc32(chunk as Buffer, checksum);
  }
  if (checksum !== entry.crc32)
    throw new Error(`${entry.fileNameRaw.toString()}: another checksum`);
};

/** An entry that was packed. */
export interface PackedEntry {
  name: string;
  size: number;
  crc32: number;
}

/**
 * Checks with yauzl that an archive holds exactly these entries in this order, and that each unpacks to its
 * checksum. Throws MediaError.
 */
export const checkArchive = async (
  fd: number,
  expected: readonly PackedEntry[],
  checkCancelled?: () => void,
): Promise<void> => {
  try {
    const file = await open(fd);
    const found: PackedEntry[] = [];
    await list(file, async (entry) => {
      await checkContent(file, entry, checkCancelled);
      const { fileNameRaw, uncompressedSize: size, crc32: checksum } = entry;
      found.push({ name: fileNameRaw.toString(), size, crc32: checksum });
    });
    if (JSON.stringify(found) !== JSON.stringify(expected))
      throw new Error('The archive has other entries');
  } catch (error) {
    checkCancelled?.();
    throw new MediaError(
      'damaged',
      'The new archive could not be read back, so the file is left as it is. Check the drive.',
      error,
    );
  }
};

/** The parts that must be equal in both archives, except for the changed entry. */
const factsOf = (entry: Entry): string =>
  JSON.stringify([
    entry.fileNameRaw.toString('hex'),
    entry.crc32,
    entry.compressedSize,
    entry.uncompressedSize,
    entry.compressionMethod,
    entry.generalPurposeBitFlag,
    entry.lastModFileDate,
    entry.lastModFileTime,
    entry.internalFileAttributes,
    entry.externalFileAttributes,
    entry.fileCommentRaw.toString('hex'),
  ]);

const list = async (file: ZipFile, visit: (entry: Entry) => Promise<void>): Promise<void> => {
  for (let entry = await nextEntry(file); entry !== null; entry = await nextEntry(file)) {
    await visit(entry);
  }
};

/** Bytes, although the types of yauzl say text: strings are not decoded. */
const commentOf = ({ comment }: ZipFile): string => Buffer.from(comment).toString('hex');

const unusable = (cause: unknown) =>
  new MediaError(
    'damaged',
    'The archive is damaged or packed in an unusual way, so Octavo leaves the file as it is.',
    cause,
  );

/**
 * Checks with yauzl, which shares no line with our own reader and writer, that each entry of a rewritten
 * archive unpacks to its checksum, and that all entries except `changed` are those of the source in the
 * same order. Throws MediaError.
 */
export const compareArchives = async (
  source: number,
  draft: number,
  { changed, checkCancelled }: { changed: string; checkCancelled?: () => void },
): Promise<void> => {
  const isChanged = (entry: Entry) => entry.fileNameRaw.equals(Buffer.from(changed));
  try {
    const before: string[] = [];
    const after: string[] = [];
    const [sourceFile, draftFile] = [await open(source), await open(draft)];
    await list(sourceFile, async (entry) => {
      await Promise.resolve();
      if (!isChanged(entry)) before.push(factsOf(entry));
    });
    await list(draftFile, async (entry) => {
      await checkContent(draftFile, entry, checkCancelled);
      if (!isChanged(entry)) after.push(factsOf(entry));
    });
    const isSameComment = commentOf(sourceFile) === commentOf(draftFile);
    if (before.join() !== after.join() || !isSameComment) {
      throw new Error('The copy has other entries');
    }
  } catch (error) {
    checkCancelled?.();
    throw unusable(error);
  }
};
