import type { EntryBook, ImportedEntry } from '../../../../shared/api/read-lists.ts';

/** One line of a CBL file and the book that it stands for. */
export interface ImportRow {
  entry: ImportedEntry;
  /** Null while none is chosen, and where the line is left out. */
  book: EntryBook | null;
  isLeftOut: boolean;
}

export const rowStates = ['matched', 'chosen', 'repeated', 'ambiguous', 'missing', 'left'] as const;
/** `chosen`: by the person; `repeated`: the book of an earlier line again, which a list has once. */
export type RowState = (typeof rowStates)[number];

/** What needs a look comes under this. */
export const isOpen = (state: RowState): boolean =>
  state === 'ambiguous' || state === 'missing' || state === 'repeated';

export const rowsOf = (entries: readonly ImportedEntry[]): ImportRow[] =>
  entries.map((entry) => ({
    entry,
    book: entry.status === 'matched' ? (entry.books[0] ?? null) : null,
    isLeftOut: false,
  }));

/** How every line stands, in their order. */
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

/** The books of the list, each once, in the order of the file. */
export const bookIdsOf = (rows: readonly ImportRow[]): string[] => [
  ...new Set(rows.flatMap(({ book, isLeftOut }) => (isLeftOut || book === null ? [] : [book.id]))),
];
