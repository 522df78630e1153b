import { defaultLimits, type Limits } from '../media/limits.ts';
import { MediaError } from '../media/media-error.ts';
import { readZipDirectory, type ZipEntry } from '../media/zip/directory.ts';
import { canUnpack, readEntry } from '../media/zip/read-entry.ts';
import type { SecondEntry, SecondReading } from './second-zip-reader.ts';

const refusal = <T>(attempt: () => T): T | string => {
  try {
    return attempt();
  } catch (error) {
    if (error instanceof MediaError) return error.message;
    throw error;
  }
};

/** The Unicode path field may hold another name than the entry, which yauzl leaves alone without strings. */
const differencesOf = (fd: number, ours: ZipEntry, theirs: SecondEntry, limits: Limits) => {
  const found: string[] = [];
  // Two archives in a row: ours takes the last, as unzip does, yauzl what the offsets from the start of the file lead to.
  if (ours.headerOffset !== theirs.headerOffset) return ['another archive of the file'];
  for (const key of ['method', 'size', 'compressedSize', 'crc32', 'encrypted'] as const) {
    if (ours[key] !== theirs[key]) found.push(`${key} ${ours[key]}, not ${theirs[key]}`);
  }
  const name = theirs.name?.replaceAll('\\', '/') ?? ours.name;
  if (ours.name !== name) found.push(`name ${ours.name}, not ${name}`);
  if (ours.encrypted || ours.directory || !canUnpack(ours.method)) return found;
  const content = refusal(() => readEntry(fd, ours, { verify: true, limits }));
  if (typeof theirs.content !== 'string') {
    if (typeof content === 'string') found.push(`ours refuses a content: ${content}`);
    else if (!content.equals(theirs.content)) found.push('another content');
  } else if (typeof content !== 'string') {
    found.push(`yauzl refuses a content: ${theirs.content}`);
  }
  return found;
};

/**
 * In what our reader and yauzl differ about one archive: '' in nothing, neither where both refuse it.
 * Numbers are left out of messages, so that one fault has one text.
 */
export const compareReaders = (
  fd: number,
  fileSize: number,
  second: SecondReading,
  limits: Limits = defaultLimits,
): string => {
  const ours = refusal(() => readZipDirectory(fd, fileSize, limits).entries);
  if ('refused' in second) {
    return typeof ours === 'string' ? '' : `only yauzl refuses: ${second.refused}`;
  }
  if (typeof ours === 'string') return `only ours refuses: ${ours}`;
  if (ours.length !== second.entries.length) return 'another number of entries';
  const found = ours.flatMap((entry, index) => {
    const theirs = second.entries[index];
    return theirs ? differencesOf(fd, entry, theirs, limits) : [];
  });
  return [...new Set(found)].join('; ');
};
