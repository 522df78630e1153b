import { setImmediate as pause } from 'node:timers/promises';

import { updateLibraryBody, type UpdateLibrary } from '../../../shared/api/libraries.ts';
import { hasCode } from '../../../shared/errors.ts';
import type { Database } from '../../database/types.ts';
import type { LibrariesService } from '../libraries/service.ts';
import type { ScansService } from '../scans/service.ts';
import type { TaskQueue } from '../../tasks/types.ts';
import type { Journal, JournalEntry } from './journal.ts';
import type { MatchStore } from './match-store.ts';
import { idHere, isUuid } from './kinds/kind.ts';
import { linesPerBatch } from './lines-store.ts';
import type { RecordOf } from './model.ts';
import { pathBelow } from './folder-mapping.ts';
import type { ImportsStore } from './store.ts';
import type { UseSince } from './use-since.ts';

/** The settings that this version supports. */
const settingsOf = ({ settings = {} }: RecordOf<'library'>): UpdateLibrary => {
  const { shape } = updateLibraryBody;
  const known = Object.entries(settings).flatMap(([field, value]) => {
    const schema = Object.hasOwn(shape, field) ? shape[field as keyof typeof shape] : undefined;
    const parsed = schema?.safeParse(value);
    return parsed?.success === true ? [[field, parsed.data] as const] : [];
  });
  return Object.fromEntries(known);
};

export type NewIds = ReturnType<typeof createNewIds>;

/** Changes ids within the libraries that an import created. */
export const createNewIds = (database: Database) => {
  const isNew = `library_pk IN (SELECT l.pk FROM import_changes c JOIN libraries l
    ON l.id = c.row_key ->> '$' WHERE c.import_pk = @importPk AND c.entity = 'library')`;
  const renaming = (table: 'series' | 'books') =>
    database.prepare<{ importPk: number; from: string; to: string }>(
      `UPDATE ${table} SET id = @to WHERE id = @from AND ${isNew}
         AND NOT EXISTS (SELECT 1 FROM ${table} WHERE id = @to)`,
    );
  const rename = { series: renaming('series'), book: renaming('books') };
  const follow = database.prepare<{ importPk: number; kind: string; from: string; to: string }>(
    `UPDATE import_lines SET target = @to
     WHERE import_pk = @importPk AND kind = @kind AND target = @from`,
  );
  const created = database
    .prepare<[number], 1>(
      `SELECT 1 FROM import_changes c JOIN libraries l ON l.id = c.row_key ->> '$'
       WHERE c.import_pk = ? AND c.entity = 'library' LIMIT 1`,
    )
    .pluck();
  return {
    hasLibraries: (importPk: number): boolean => created.get(importPk) === 1,
    /** Only inside a transaction. */
    rename(importPk: number, kind: 'series' | 'book', change: { from: string; to: string }): void {
      const { changes } = rename[kind].run({ importPk, ...change });
      if (changes > 0) follow.run({ importPk, kind, ...change });
    },
  };
};

/** Creates libraries for which a person chose a folder. */
export const createNewLibraries = ({
  store,
  matches,
  ids,
  journal,
  useSince,
  libraries,
  scans,
  queue,
}: {
  store: ImportsStore;
  matches: Pick<MatchStore, 'libraries'>;
  ids: NewIds;
  journal: Journal;
  useSince: Pick<UseSince, 'ofLibrary'>;
  libraries: Pick<LibrariesService, 'create' | 'remove'>;
  scans: Pick<ScansService, 'start' | 'status'>;
  queue: Pick<TaskQueue, 'finished'>;
}) => {
  const createOne = async (
    importPk: number,
    linePk: number,
    {
      record,
      path,
      known,
    }: {
      record: RecordOf<'library'>;
      path: string;
      known: ReturnType<MatchStore['libraries']>;
    },
  ): Promise<string> => {
    const names = new Set(known.map(({ name }) => name.toLowerCase()));
    let name = record.name;
    for (let number = 2; names.has(name.toLowerCase()); number += 1)
      name = `${record.name} ${number}`;
    const id = idHere(record.id, (taken) => known.some((library) => library.id === taken));
    // First, so that the undo finds it if this is interrupted.
    store.transaction(() => {
      journal.note(importPk, 'library', id, { before: null, after: name });
      store.markImported(linePk);
    });
    await libraries.create({ ...settingsOf(record), name, path, scan_immediately: false }, { id });
    return id;
  };

  return {
    /**
     * Creates and scans them; returns whether there were any, also in an earlier run that was interrupted, or any that
     * were added since the report. Throws AppError with a message for people.
     */
    async create(importPk: number, signal: AbortSignal): Promise<boolean> {
      const wanted = store
        .batch(importPk, 'library', 0, 10_000)
        .filter(
          ({ state, choice, target }) => state === 'new' && choice !== 'skip' && target !== null,
        );
      let isAny = false;
      for (const { pk, record, target } of wanted) {
        if (target === null) continue;
        const known = matches.libraries();
        const here = known.find(({ path }) => pathBelow(target, path) !== null);
        const id = here?.id ?? (await createOne(importPk, pk, { record, path: target, known }));
        const last = scans.status(id);
        const isActive = last.status === 'pending' || last.status === 'running';
        const { task_id } = isActive ? last : scans.start(id);
        if (task_id !== null) await queue.finished(task_id);
        signal.throwIfAborted();
        isAny = true;
      }
      return isAny || ids.hasLibraries(importPk);
    },
    /**
     * Series and books in libraries that this import created keep the ids of the source, so that other programs
     * and devices find them.
     */
    async keepIds(importPk: number, signal: AbortSignal): Promise<void> {
      for (const kind of ['series', 'book'] as const) {
        for (let after = 0; ;) {
          const lines = store.batch(importPk, kind, after, linesPerBatch);
          if (lines.length === 0) break;
          store.transaction(() => {
            for (const { source_id, target } of lines) {
              if (target !== null && target !== source_id && isUuid(source_id))
                ids.rename(importPk, kind, { from: target, to: source_id });
            }
          });
          after = lines.at(-1)?.pk ?? after;
          signal.throwIfAborted();
          await pause();
        }
      }
    },
    /**
     * Removes the library, never its files; returns the name of one that stays because it is in use. Throws
     * AppError if the removal was cancelled or failed.
     */
    async undo({ row_key }: JournalEntry): Promise<string | null> {
      const id = JSON.parse(row_key) as string;
      const used = useSince.ofLibrary(id);
      if (used !== null) return used;
      await libraries.remove(id).catch((error: unknown) => {
        if (!hasCode(error, 'NotFound')) throw error;
      });
      return null;
    },
  };
};

export type NewLibraries = ReturnType<typeof createNewLibraries>;
