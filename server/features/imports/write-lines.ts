import { setImmediate as pause } from 'node:timers/promises';

import { importKinds } from '../../../shared/api/import-record.ts';
import type { Database } from '../../database/types.ts';
import type { AddedDates } from './added-dates.ts';
import type { Journal, JournalEntry, JournalTable } from './journal.ts';
import type { createCoverKind } from './kinds/cover-kind.ts';
import type { createEditKind } from './kinds/edit-kind.ts';
import type { KindWriter, WriteStep } from './kinds/kind.ts';
import type { NewCover } from './kinds/list-kinds.ts';
import type { FoundPlace } from './kinds/reading-kinds.ts';
import { type AnyLine, linesPerBatch, type WorkOptions } from './lines-store.ts';
import type { ImportsStore, StoredImport } from './store.ts';
import { createTargets, type Targets } from './targets.ts';
import type { UseSince } from './use-since.ts';

/** The writer of each kind. */
export interface KindWriters {
  person: KindWriter<'person'>;
  edit: ReturnType<typeof createEditKind>;
  cover: ReturnType<typeof createCoverKind>;
  progress: KindWriter<'progress', FoundPlace>;
  reading: KindWriter<'reading'>;
  annotation: KindWriter<'annotation', FoundPlace>;
  rating: KindWriter<'rating'>;
  wanted: KindWriter<'wanted'>;
  collection: KindWriter<'collection', NewCover>;
  read_list: KindWriter<'read_list', NewCover>;
  place: KindWriter<'place', FoundPlace>;
  volume: KindWriter<'volume'>;
  smart_list: KindWriter<'smart_list'>;
  goal: KindWriter<'goal'>;
  followed: KindWriter<'followed'>;
  preference: KindWriter<'preference'>;
  former_reading: KindWriter<'former_reading'>;
}

type AnyWriter = KindWriter<never, unknown>;

/** Writes the lines of an import, or undoes that, each as one step of bounded transactions. */
export const createLineWriter = ({
  database,
  store,
  journal,
  useSince,
  kinds,
  dates,
  clock,
}: {
  database: Database;
  store: ImportsStore;
  journal: Journal;
  useSince: Pick<UseSince, 'ofPerson'>;
  kinds: KindWriters;
  dates: Pick<AddedDates, 'undo'>;
  clock: () => Date;
}) => {
  /** Whether a line is written unless the existing data is newer. */
  const isWanted = (line: AnyLine, kind: keyof KindWriters, targets: Targets): boolean =>
    line.choice !== 'skip' && (kind !== 'person' || targets.person(line.source_id) === 'new');

  const writeBatch = async (
    { pk: importPk, prefer }: StoredImport,
    kind: keyof KindWriters,
    lines: readonly AnyLine[],
  ): Promise<void> => {
    const targets = createTargets(database, store, importPk);
    const writer = kinds[kind] as unknown as AnyWriter;
    const stepOf = (line: AnyLine): WriteStep => ({
      importPk,
      wins: prefer === 'source' || line.choice === 'import',
      now: clock().toISOString(),
    });
    const wanted: { line: AnyLine; prepared: unknown }[] = [];
    for (const line of lines) {
      if (!isWanted(line, kind, targets)) continue;
      const prepared = await writer.prepare?.(line.record as never, targets, stepOf(line));
      wanted.push({ line, prepared });
    }
    store.transaction(() => {
      for (const { line, prepared } of wanted) {
        const written = writer.write(line.record as never, targets, stepOf(line), prepared);
        if (written === undefined) continue;
        store.markImported(line.pk);
        if (written !== null) {
          store.match(line.pk, { state: line.state, basis: line.basis, target: written });
        }
      }
    });
  };

  /** Deletes a new person; returns the name of one who stays. */
  const undoPerson = (importPk: number, entry: JournalEntry): string | null => {
    const [id = ''] = JSON.parse(entry.row_key) as string[];
    const used = useSince.ofPerson(id);
    if (used !== null) return used;
    if (journal.restore('users', entry)) {
      store.clearTarget(importPk, 'person', id);
      return null;
    }
    return String(journal.read('users', [id])?.['username']);
  };

  /** Restores a row; returns the name of a new list that stays. */
  const undoRow = (entry: JournalEntry): string | null => {
    const table = entry.entity as JournalTable;
    if (journal.restore(table, entry) || entry.before !== null) return null;
    if (table !== 'collections' && table !== 'read_lists') return null;
    return String(journal.read(table, JSON.parse(entry.row_key) as string[])?.['name']);
  };

  return {
    async write(given: StoredImport, { signal, progress }: WorkOptions): Promise<void> {
      const written = importKinds.filter((kind): kind is keyof KindWriters => kind in kinds);
      const total = written.reduce((sum, kind) => sum + store.kindCount(given.pk, kind), 0);
      let done = 0;
      for (const kind of written) {
        for (let after = 0; ;) {
          const lines = store.batch(given.pk, kind, after, linesPerBatch);
          if (lines.length === 0) break;
          await writeBatch(given, kind, lines);
          after = lines.at(-1)?.pk ?? after;
          progress((done += lines.length), total);
          signal.throwIfAborted();
          await pause();
        }
      }
    },

    /**
     * Restores the previous values, from the last change to the first. Returns the names of the people and
     * libraries that stay.
     */
    async undo(
      { pk }: StoredImport,
      { signal, progress }: WorkOptions,
      undoLibrary: (entry: JournalEntry) => Promise<string | null>,
    ): Promise<string[]> {
      const total = journal.count(pk);
      const kept: string[] = [];
      for (let done = 0; ;) {
        const entries = journal.last(pk, linesPerBatch);
        if (entries.length === 0) return kept;
        const special = entries.findIndex(({ entity }) => ['cover', 'library'].includes(entity));
        const together = special < 0 ? entries : entries.slice(0, special);
        const [first] = entries;
        if (together.length === 0 && first) {
          if (first.entity === 'cover') await kinds.cover.undo(first);
          else kept.push(...filled(await undoLibrary(first)));
          journal.forget(pk, first.pk);
          done += 1;
        } else {
          const now = clock().toISOString();
          store.transaction(() => {
            for (const entry of together) {
              if (entry.entity === 'edit') kinds.edit.undo(entry, now);
              else if (entry.entity === 'dates') dates.undo(entry);
              else if (entry.entity === 'users') kept.push(...filled(undoPerson(pk, entry)));
              else kept.push(...filled(undoRow(entry)));
            }
            journal.forget(pk, together.at(-1)?.pk ?? 0);
          });
          done += together.length;
        }
        progress(done, total);
        signal.throwIfAborted();
        await pause();
      }
    },
  };
};

const filled = (name: string | null): string[] => (name === null ? [] : [name]);

export type LineWriter = ReturnType<typeof createLineWriter>;
