import type { EntryBook, ImportedEntry } from '../../../../shared/api/read-lists.ts';

/** A line of a CBL file and its book. */
export interface ImportRow {
  entry: ImportedEntry;
  /** Null if none is chosen or the line is skipped. */
  book: EntryBook | null;
  isLeftOut: boolean;
}

export const rowStates = ['matched', 'chosen', 'repeated', 'ambiguous', 'missing', 'left'] as const;
/**
 * `chosen`: by the user; `repeated`: a duplicate of an earlier line, which a list holds only once.
 */
export type RowState = (typeof rowStates)[number];

/** Whether the line needs attention. */
export const isOpen = (state: RowState): boolean =>
  state === 'ambiguous' || state === 'missing' || state === 'repeated';

export const rowsOf = (entries: readonly ImportedEntry[]): ImportRow[] =>
  entries.map((entry) => ({
    entry,
    book: entry.status === 'matched' ? (entry.books[0] ?? null) : null,
    isLeftOut: false,
  }));

/** State of each line, in order. */
export const statesOf = (rows: readonly ImportRow[]): RowState[] => {
  const seen = new Set<string>();
  return rows.map(({ entry, book, isLeftOut }) => {
    if (isLeftOut) return 'left';
    if (book === null) return entry.books.length > 0 ? 'ambiguous' : 'missing';
    if (seen.has(book.id)) return 'repeated';
    seen.add(book.id);
    return entry.status === 'matched' && book.id === entry.books[0]?.id ? 'matched' : 'chosen';
  });
};

/** The books to import in file order, without duplicates. */
export const bookIdsOf = (rows: readonly ImportRow[]): string[] => [
  ...new Set(rows.flatMap(({ book, isLeftOut }) => (isLeftOut || book === null ? [] : [book.id]))),
];
