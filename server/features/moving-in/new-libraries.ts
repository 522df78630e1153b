import type { LibrariesService } from '../libraries/service.ts';
import type { ScansService } from '../scans/service.ts';
import type { TaskQueue } from '../../tasks/types.ts';
import type { Journal, JournalEntry } from './journal.ts';
import type { MatchStore } from './match-store.ts';
import { below } from './places.ts';
import type { ImportsStore } from './store.ts';

/** Libraries whose folder was chosen and that are not here yet. */
export const createNewLibraries = ({
  store,
  matches,
  journal,
  libraries,
  scans,
  queue,
}: {
  store: ImportsStore;
  matches: Pick<MatchStore, 'libraries'>;
  journal: Journal;
  libraries: Pick<LibrariesService, 'create' | 'remove'>;
  scans: Pick<ScansService, 'start'>;
  queue: Pick<TaskQueue, 'finished'>;
}) => ({
  /** Creates and scans them; returns whether there were any. Throws AppError with a sentence. */
  async create(importPk: number, signal: AbortSignal): Promise<boolean> {
    const wanted = store
      .batch(importPk, 'library', 0, 10_000)
      .filter(
        ({ state, choice, target }) => state === 'new' && choice !== 'skip' && target !== null,
      );
    let isAny = false;
    for (const { pk, record, target } of wanted) {
      const known = matches.libraries();
      if (target === null || known.some(({ path }) => below(target, path) !== null)) continue;
      const names = new Set(known.map(({ name }) => name.toLowerCase()));
      let name = record.name;
      for (let number = 2; names.has(name.toLowerCase()); number += 1)
        name = `${record.name} ${number}`;
      const { id } = await libraries.create({ name, path: target, scan_immediately: false });
      journal.note(importPk, 'library', id, { before: null, after: name });
      store.markImported(pk);
      const { task_id } = scans.start(id);
      if (task_id !== null) await queue.finished(task_id);
      signal.throwIfAborted();
      isAny = true;
    }
    return isAny;
  },
  /** Removes the library from Octavo, never a file. */
  async undo({ row_key }: JournalEntry): Promise<boolean> {
    await libraries.remove(JSON.parse(row_key) as string).catch(() => undefined);
    return true;
  },
});

export type NewLibraries = ReturnType<typeof createNewLibraries>;
