import { isJunk, isPage } from '../formats/archive-entries.ts';
import type { Limits } from '../limits.ts';
import type { ReadAt } from '../mobi/palm-database.ts';
import type { ZipEntry } from '../zip/directory.ts';
import { readEntry } from '../zip/read-entry.ts';
import { maxFb2Bytes } from './open-fb2.ts';

/** The FictionBook of an archive that holds nothing else to read; undefined for other archives. */
export const findFb2 = (entries: readonly ZipEntry[]): ZipEntry | undefined => {
  const [found, ...others] = entries.filter(({ name }) => /\.fb2$/i.test(name) && !isJunk(name));
  return others.length === 0 && !entries.some(isPage) ? found : undefined;
};

/** Reads a FictionBook out of its archive. Throws MediaError. */
export const readPackedFb2 = (fd: number, entry: ZipEntry, limits: Limits) => {
  const most = Math.min(limits.entry_bytes, maxFb2Bytes(limits));
  const bytes = readEntry(fd, entry, { limits: { ...limits, entry_bytes: most } });
  const read: ReadAt = (position, length) => bytes.subarray(position, position + length);
  return { read, size: bytes.length };
};
