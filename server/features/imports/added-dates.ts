import type { Database } from '../../database/types.ts';
import { eachLine } from './each-line.ts';
import type { Journal, JournalEntry } from './journal.ts';
import { toMs } from './kinds/kind.ts';
import type { ImportsStore } from './store.ts';

type Dated = 'series' | 'book';

interface Dates {
  added: string;
  /** Null for a book. */
  updated: string | null;
}

export type AddedDates = ReturnType<typeof createAddedDates>;

/** When series and books were added: the earlier of the dates of the source and of this server. */
export const createAddedDates = ({
  database,
  store,
  journal,
}: {
  database: Database;
  store: ImportsStore;
  journal: Journal;
}) => {
  const read = {
    series: database.prepare<[string], Dates>(
      'SELECT date_added AS added, date_updated AS updated FROM series WHERE id = ?',
    ),
    book: database.prepare<[string], Dates>(
      'SELECT created_at AS added, NULL AS updated FROM books WHERE id = ?',
    ),
  };
  const write = {
    series: database.prepare<Dates & { id: string }>(
      'UPDATE series SET date_added = @added, date_updated = @updated WHERE id = @id',
    ),
    book: database.prepare<Dates & { id: string }>(
      'UPDATE books SET created_at = @added WHERE id = @id',
    ),
  };
  const isNew = database
    .prepare<[number, string], 1>(
      `SELECT 1 FROM series s JOIN libraries l ON l.pk = s.library_pk
         JOIN import_changes c ON c.import_pk = ? AND c.entity = 'library' AND c.row_key ->> '$' = l.id
       WHERE s.id = ?`,
    )
    .pluck();

  /** The dates that a record gets; null if it keeps its own. */
  const earlier = (
    importPk: number,
    kind: Dated,
    id: string,
    given: { added_at?: string | undefined; updated_at?: string | undefined },
  ): { before: Dates; after: Dates } | null => {
    const before = read[kind].get(id);
    if (!before || given.added_at === undefined) return null;
    const added = toMs(given.added_at);
    if (added >= before.added) return null;
    if (before.updated === null) return { before, after: { added, updated: null } };
    // A scan that finds a series, and this import, are not changes that people wait for.
    const isUnchanged = before.updated === before.added || isNew.get(importPk, id) === 1;
    const updated = isUnchanged ? toMs(given.updated_at ?? given.added_at) : before.updated;
    return { before, after: { added, updated } };
  };

  return {
    async write(importPk: number, signal: AbortSignal): Promise<void> {
      for (const kind of ['series', 'book'] as const) {
        await eachLine(store, { importPk, kind, signal }, (lines) => {
          store.transaction(() => {
            for (const { record, target, state } of lines) {
              if (target === null || state !== 'matched') continue;
              const dates = earlier(importPk, kind, target, record);
              if (!dates) continue;
              write[kind].run({ ...dates.after, id: target });
              journal.note(importPk, 'dates', [kind, target], dates);
            }
          });
        });
      }
    },
    /** Only inside a transaction. */
    undo({ row_key, before, after }: JournalEntry): void {
      const [kind, id] = JSON.parse(row_key) as [Dated, string];
      const now = read[kind].get(id);
      const then = JSON.parse(after ?? 'null') as Dates | null;
      const was = JSON.parse(before ?? 'null') as Dates | null;
      if (!now || !was || now.added !== then?.added) return;
      const updated = now.updated === then.updated ? was.updated : now.updated;
      write[kind].run({ added: was.added, updated, id });
    },
  };
};
