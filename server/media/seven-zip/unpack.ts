import { encryptedArchive } from '../formats/archive-entries.ts';
import type { Limits } from '../limits.ts';
import { MediaError } from '../media-error.ts';
import type { ArchiveListing } from './list-archive.ts';
import type { ListedEntry } from './parse-listing.ts';
import { type Outcome, runSevenZip } from './run.ts';
import { watchOver } from './watch.ts';

/** A stretch of an entry as it comes out of the archive. */
interface Piece {
  entry: ListedEntry;
  bytes: Buffer;
  /** Whether the entry is complete with it. */
  last: boolean;
}

interface UnpackOptions {
  limits: Limits;
  signal?: AbortSignal | undefined;
}

/** Cuts one stream of bytes into the entries that it consists of, by the sizes that they should have. */
const createSplitter = (entries: readonly ListedEntry[]) => {
  let index = 0;
  let done = 0;
  return function* split(chunk: Buffer): Generator<Piece> {
    let rest = chunk;
    for (let entry = entries[index]; entry; entry = entries[index]) {
      const bytes = rest.subarray(0, entry.size - done);
      rest = rest.subarray(bytes.length);
      done += bytes.length;
      const last = done === entry.size;
      if (bytes.length > 0 || last) yield { entry, bytes, last };
      if (!last) return;
      index += 1;
      done = 0;
    }
  };
};

/** Yields what 7-Zip unpacks of the `entries`, which its `switches` must select; returns how it ended. */
const unpackEntries = async function* (
  path: string,
  switches: readonly string[],
  entries: readonly ListedEntry[],
  { limits, signal }: UnpackOptions,
): AsyncGenerator<Piece, Outcome> {
  const program = runSevenZip('e', ['-so', ...switches], path);
  const watch = watchOver(program, limits.seconds, signal);
  const split = createSplitter(entries);
  try {
    for await (const chunk of program.stdout) {
      for (const piece of split(chunk as Buffer)) {
        yield piece;
        if (piece.last) watch.progress();
      }
    }
    // Empty entries at the end.
    yield* split(Buffer.alloc(0));
    const outcome = await program.outcome;
    watch.check();
    return outcome;
  } catch (error) {
    watch.check();
    throw error;
  } finally {
    watch.end();
    await program.stop();
  }
};

/**
 * Everything in an archive, in its order, in one pass. Bytes of an entry that is damaged, and of those behind
 * it, may be wrong or missing: only checksums tell. Throws MediaError.
 */
export const unpackArchive = (
  path: string,
  { type, entries }: ArchiveListing,
  options: UnpackOptions,
): AsyncGenerator<Piece, Outcome> => unpackEntries(path, [`-t${type}`], entries, options);

const failure = ({ code, errors }: Outcome): MediaError => {
  if (/unsupported method/i.test(errors)) {
    return new MediaError(
      'unsupported',
      'The page is packed in a way that cannot be unpacked. Pack the archive again with Deflate.',
    );
  }
  if (/wrong password/i.test(errors)) return encryptedArchive();
  if (code === 8) {
    return new MediaError(
      'too_large',
      'There is too little memory to unpack the archive. Pack it again as a CBZ.',
    );
  }
  return new MediaError(
    'damaged',
    'The page is damaged in the archive. Copy or download the file again.',
  );
};

/** The first `length` bytes of one entry, wherever it lies; its checksum is not compared. Throws MediaError. */
export const readArchiveEntry = async (
  path: string,
  { type, entries }: ArchiveListing,
  wanted: ListedEntry,
  options: UnpackOptions,
  length = wanted.size,
): Promise<Buffer> => {
  if (wanted.size > options.limits.entry_bytes) throw tooLargeEntry();
  const namesakes = entries.filter(({ label }) => label === wanted.label);
  const pieces = unpackEntries(path, [`-t${type}`, `-i!${wanted.label}`], namesakes, options);
  const parts: Buffer[] = [];
  let done = 0;
  for (;;) {
    const next = await pieces.next();
    if (next.done) throw failure(next.value);
    if (next.value.entry !== wanted) continue;
    parts.push(next.value.bytes);
    done += next.value.bytes.length;
    if (next.value.last || done >= length) break;
  }
  await pieces.return({ code: 0, errors: '' });
  return Buffer.concat(parts).subarray(0, length);
};

export const tooLargeEntry = (): MediaError =>
  new MediaError(
    'too_large',
    'The page unpacks to more than it may, so it was not read. Remove it from the archive.',
  );
