import { encryptedArchive } from '../formats/archive-entries.ts';
import { bombFreeBytes, type Limits } from '../limits.ts';
import { MediaError } from '../media-error.ts';
import type { ArchiveType } from './archive-type.ts';
import { createListingParser, type ListedEntry } from './parse-listing.ts';
import { type Outcome, runSevenZip } from './run.ts';
import { killWhenStalled } from './stall-timeout.ts';

export interface ArchiveListing {
  type: ArchiveType;
  /** In unpacking order. */
  entries: ListedEntry[];
  /** Whether an entry can be unpacked only after those before it. */
  solid: boolean;
  /** A message for the owner if only a part of the archive is readable. */
  problem: string | null;
}

const damaged = 'The archive is damaged or cut off. Copy or download the file again.';

const partsMissing =
  'Other parts of this archive are missing. Put them into the same folder and scan again.';

const laterPart = () =>
  new MediaError(
    'unsupported',
    'This is a later part of an archive in several parts, which is read together with the first one.',
  );

const tooManyEntries = (limit: number) =>
  new MediaError(
    'too_large',
    `The archive contains more than the ${limit} files that a book can have.`,
  );

const readEntries = async (
  path: string,
  type: ArchiveType,
  limits: Limits,
  signal: AbortSignal | undefined,
): Promise<{ entries: ListedEntry[]; outcome: Outcome }> => {
  const program = runSevenZip('l', ['-slt', '-ba', `-t${type}`], path);
  const watch = killWhenStalled(program, limits.seconds, signal);
  const parser = createListingParser();
  const entries: ListedEntry[] = [];
  try {
    for await (const text of program.stdout.setEncoding('utf8')) {
      entries.push(...parser.push(text as string));
      if (entries.length > limits.archive_entries) throw tooManyEntries(limits.archive_entries);
    }
    const outcome = await program.outcome;
    watch.throwIfKilled();
    return { entries, outcome };
  } catch (error) {
    watch.throwIfKilled();
    throw error;
  } finally {
    watch.stop();
    await program.stop();
  }
};

/** Describes the errors that 7-Zip reported for an archive. Throws if nothing in it is usable. */
const problemOf = (entries: readonly ListedEntry[], { errors }: Outcome): string => {
  if (/encrypted archive/i.test(errors)) throw encryptedArchive();
  if (entries.length === 0) throw new MediaError('damaged', damaged);
  return entries.at(-1)?.split.after ? partsMissing : damaged;
};

/**
 * Memory limit for unpacking, bytes. A dictionary larger than the unpacked content is filled only
 * partially, so the smaller of both counts.
 */
const maxMemory = 512 * 1024 * 1024;

const checkSize = (entries: readonly ListedEntry[], packed: number, limits: Limits): void => {
  const size = entries.reduce((sum, entry) => sum + entry.size, 0);
  if (size > Math.max(bombFreeBytes, packed * limits.unpack_ratio)) {
    throw new MediaError(
      'too_large',
      'The archive is far too large when unpacked, so it was not read.',
    );
  }
  if (entries.some(({ memory }) => Math.min(memory, size) > maxMemory)) {
    throw new MediaError(
      'too_large',
      'Unpacking this archive takes more than 512 MB of memory. Pack it again as a CBZ.',
    );
  }
};

/**
 * The table of contents of an archive of `size` bytes, as far as readable. Throws MediaError if it
 * is unreadable, needs a password, or exceeds the limits.
 */
export const listArchive = async (
  path: string,
  size: number,
  type: ArchiveType,
  limits: Limits,
  signal?: AbortSignal,
): Promise<ArchiveListing> => {
  const { entries, outcome } = await readEntries(path, type, limits, signal);
  const problem = outcome.code >= 2 ? problemOf(entries, outcome) : null;
  if (entries[0]?.split.before) throw laterPart();
  checkSize(entries, size, limits);
  return { type, entries, solid: entries.some(({ solid }) => solid), problem };
};
