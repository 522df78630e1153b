import type { CompactBook } from '../../../../shared/api/book-record.ts';
import type { Volume } from '../../../../shared/api/volumes.ts';
import { countMissing, withGaps, type Entry, type Gap } from '../series/gaps.ts';

/** A volume with its books, or adjacent chapters without a volume. */
export interface Section {
  key: string;
  /** Null for loose chapters. */
  volume: Volume | null;
  entries: Entry<CompactBook>[];
  /** Number of missing chapters. */
  missing: number;
}

/**
 * The books of a series in reading order, by volume. A loose chapter that is read in the middle of a
 * volume stands behind it.
 */
export const sectionsOf = (
  volumes: readonly Volume[],
  books: readonly CompactBook[],
): Section[] => {
  const byId = new Map(volumes.map((volume) => [volume.id, volume]));
  const restarting = new Set(volumes.filter(({ restarts }) => restarts).map(({ id }) => id));
  const sections: Section[] = [];
  const ofVolume = new Map<string, Section>();
  const sectionOf = (book: CompactBook): Section => {
    const volume = byId.get(book.volume_id ?? '') ?? null;
    const last = sections.at(-1);
    if (volume === null && last?.volume === null) return last;
    const known = volume && ofVolume.get(volume.id);
    if (known) return known;
    const fresh = { key: volume?.id ?? `before ${book.id}`, volume, entries: [], missing: 0 };
    sections.push(fresh);
    if (volume) ofVolume.set(volume.id, fresh);
    return fresh;
  };
  let gaps: Entry<CompactBook>[] = [];
  for (const entry of withGaps(books, restarting)) {
    if ('gap' in entry) {
      gaps.push(entry);
      continue;
    }
    const section = sectionOf(entry.book);
    section.entries.push(...gaps, entry);
    section.missing += countMissing(gaps);
    gaps = [];
  }
  return sections;
};

/** One line of the page. */
export type Row =
  | { kind: 'head'; key: string; section: Section; isOpen: boolean; isFirst: boolean }
  | { kind: 'gap'; key: string; gap: Gap }
  | {
      kind: 'books';
      key: string;
      section: Section;
      entries: readonly Entry<CompactBook>[];
      isLast: boolean;
    };

/** The lines of sections: heads, missing volumes, and the books of unfolded ones in columns. */
export const rowsOf = (
  sections: readonly Section[],
  { columns, open }: { columns: number; open: ReadonlySet<number> },
): Row[] => {
  let before: number | null = null;
  return sections.flatMap((section, index): Row[] => {
    const { key, volume, entries } = section;
    const isOpen = volume === null || open.has(volume.number);
    const rows: Row[] = [];
    const gap = missingVolumes(before, volume);
    if (gap) rows.push({ kind: 'gap', key: `gap ${key}`, gap });
    if (volume) before = Math.max(before ?? 0, Math.floor(volume.number));
    rows.push({ kind: 'head', key, section, isOpen, isFirst: index === 0 });
    const count = isOpen ? Math.ceil(entries.length / columns) : 0;
    for (let row = 0; row < count; row += 1) {
      rows.push({
        kind: 'books',
        key: `${key} ${String(row)}`,
        section,
        entries: entries.slice(row * columns, (row + 1) * columns),
        isLast: row === count - 1,
      });
    }
    return rows;
  });
};

/** Whole volumes between two neighbours; numbers before the first are not missing. */
const missingVolumes = (before: number | null, volume: Volume | null): Gap | null => {
  if (before === null || volume === null) return null;
  const [start, end] = [before + 1, Math.ceil(volume.number) - 1];
  return end >= start ? { kind: 'volume', start, end } : null;
};
