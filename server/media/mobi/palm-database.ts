import type { Limits } from '../limits.ts';
import { damagedMobi } from './bytes.ts';

/** Reads at most `length` bytes of a file; fewer only at its end. */
export type ReadAt = (position: number, length: number) => Buffer;

/** A Palm database, the container of Kindle books. */
export interface PalmDatabase {
  /** Number of records. */
  count: number;
  /** A record, or its first `length` bytes. Throws MediaError for a missing one. */
  record(index: number, length?: number): Buffer;
}

const headerBytes = 78;
const entryBytes = 8;

/** Opens a file by its table of records. Throws MediaError. */
export const openPalmDatabase = (
  read: ReadAt,
  size: number,
  { entry_bytes: largest }: Pick<Limits, 'entry_bytes'>,
): PalmDatabase => {
  const header = read(0, headerBytes);
  const count = header.length < headerBytes ? 0 : header.readUInt16BE(76);
  const table = read(headerBytes, count * entryBytes);
  if (count === 0 || table.length < count * entryBytes) throw damagedMobi();
  const startOf = (index: number) =>
    index === count ? size : table.readUInt32BE(index * entryBytes);
  return {
    count,
    record: (index, length = largest) => {
      if (index < 0 || index >= count) throw damagedMobi();
      const start = startOf(index);
      const end = startOf(index + 1);
      if (end < start || end > size) throw damagedMobi();
      return read(start, Math.min(end - start, length, largest));
    },
  };
};
