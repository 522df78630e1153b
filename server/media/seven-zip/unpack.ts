import { encryptedArchive } from '../formats/archive-entries.ts';
import type { Limits } from '../limits.ts';
import { MediaError, tooLargeEntry } from '../media-error.ts';
import type { ArchiveListing } from './list-archive.ts';
import type { ListedEntry } from './parse-listing.ts';
import { type Outcome, runSevenZip } from './run.ts';
import { killWhenStalled } from './stall-timeout.ts';

/** A chunk of an entry's unpacked data. */
interface Piece {
  entry: ListedEntry;
  bytes: Buffer;
  /** Whether it completes the entry. */
  last: boolean;
}

interface UnpackOptions {
  limits: Limits;
  signal?: AbortSignal | undefined;
}

/** Splits a stream into its entries by their expected sizes. */
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

/** Yields the unpacked data of `entries`, which `switches` must select; returns the outcome. */
const unpackEntries = async function* (
  path: string,
  switches: readonly string[],
  entries: readonly ListedEntry[],
  { limits, signal }: UnpackOptions,
): AsyncGenerator<Piece, Outcome> {
  const program = runSevenZip('e', ['-so', ...switches], path);
  const watch = killWhenStalled(program, limits.seconds, signal);
  const split = createSplitter(entries);
  try {
    for await (const chunk of program.stdout) {
      for (const piece of split(chunk as Buffer)) {
        yield piece;
        if (piece.last) watch.progress();
      }
    }
    // Emits empty entries at the end.
    yield* split(Buffer.alloc(0));
    const outcome = await program.outcome;
    watch.throwIfKilled();
    return outcome;
  } catch (error) {
    watch.throwIfKilled();
    throw error;
  } finally {
    watch.stop();
    await program.stop();
  }
};

/**
 * Unpacks a whole archive sequentially in one pass. The data of a damaged entry, and of those after
 * it, can be wrong or missing: only checksums reveal it. Throws MediaError.
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

/**
 * Whether a name can be passed to 7-Zip. On Windows it parses its command line itself without
 * support for quotation marks, so that the text after one could be read as switches.
 */
export const isArgument = (label: string, platform: NodeJS.Platform = process.platform): boolean =>
  platform !== 'win32' || !label.includes('"');

/** The first `length` bytes of one entry, without comparing its checksum. Throws MediaError. */
export const readArchiveEntry = async (
  path: string,
  { type, entries }: ArchiveListing,
  wanted: ListedEntry,
  options: UnpackOptions,
  length = wanted.size,
): Promise<Buffer> => {
  if (wanted.size > options.limits.entry_bytes) throw tooLargeEntry();
  const namesakes = entries.filter(({ label }) => label === wanted.label);
  const pieces = isArgument(wanted.label)
    ? unpackEntries(path, [`-t${type}`, `-i!${wanted.label}`], namesakes, options)
    : unpackEntries(path, [`-t${type}`], entries, options);
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
