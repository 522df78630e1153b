import { AppError } from '../../../shared/errors.ts';
import { storageProblem } from '../../database/storage-problem.ts';
import type { EventBus } from '../../lib/event-bus.ts';
import { ForeignDatabaseError } from '../../lib/foreign-database/foreign-database.ts';
import { TaskFailure, type TaskHandlers } from '../../tasks/task-types.ts';
import type { AddedDates } from './added-dates.ts';
import type { SeriesArrangement } from './arrange-series.ts';
import type { ImportFiles } from './files.ts';
import type { Connections } from './service.ts';
import type { LineMatcher } from './match-lines.ts';
import type { MatchStore } from './match-store.ts';
import type { NewLibraries } from './new-libraries.ts';
import type { SeriesTrackingWriter } from './series-tracking.ts';
import type { ImportsStore, StoredImport } from './store.ts';
import type { LineWriter } from './write-lines.ts';
import type { WorkOptions } from './lines-store.ts';

/**
 * Runs the tasks of an import, one per step: reads a source, matches its lines, writes them, or undoes that.
 */
export const createImportsHandlers = ({
  store,
  matches,
  files,
  matcher,
  writer,
  newLibraries,
  arrangement,
  tracking,
  dates,
  connections,
  bus,
  clock,
}: {
  store: ImportsStore;
  matches: Pick<MatchStore, 'libraries'>;
  files: ImportFiles;
  matcher: LineMatcher;
  writer: LineWriter;
  newLibraries: NewLibraries;
  arrangement: SeriesArrangement;
  tracking: SeriesTrackingWriter;
  dates: Pick<AddedDates, 'write'>;
  connections: Connections;
  bus: Pick<EventBus, 'emit'>;
  clock: () => Date;
}): Pick<TaskHandlers, 'import_data'> => {
  /** Returns the number of things that the source did not deliver. */
  const read = async ({ pk, id, source, file }: StoredImport, work: WorkOptions) => {
    const connection = connections.get(id);
    if (file === null && connection === undefined) {
      throw new ForeignDatabaseError('Keys and passwords are not stored. Begin the import again.');
    }
    const folder = await files.prepare(id);
    store.clearLines(pk);
    let [count, leftOut] = [0, 0];
    const { fileOf, readSource } = await import('./read-source.ts');
    const given = connection ? { connection } : { source, path: await fileOf(source, file ?? '') };
    const leaveOut = () => void (leftOut += 1);
    for await (const records of readSource(given, { folder, signal: work.signal, leaveOut })) {
      store.transaction(() => store.addLines(pk, records));
      count += records.length;
      work.progress(count, 0);
    }
    return leftOut;
  };
  /** Makes clients reload, because anything may have changed. */
  const publish = () => {
    for (const { id } of matches.libraries()) bus.emit('library_updated', { library_id: id });
  };

  const steps = {
    async read(stored: StoredImport, work: WorkOptions) {
      const leftOut = await read(stored, work).finally(() => connections.delete(stored.id));
      await matcher.all(stored.pk, work);
      store.setStatus(stored.pk, 'ready', leftOut === 0 ? null : notDelivered(leftOut));
    },
    async match(stored: StoredImport, work: WorkOptions) {
      await matcher.all(stored.pk, work);
      store.setStatus(stored.pk, 'ready');
    },
    async write(stored: StoredImport, work: WorkOptions) {
      if (await newLibraries.create(stored.pk, work.signal)) {
        await matcher.all(stored.pk, work);
        if (await arrangement.arrange(stored.pk, work.signal)) await matcher.all(stored.pk, work);
        await newLibraries.keepIds(stored.pk, work.signal);
      }
      await writer.write(stored, work);
      await arrangement.summarize(stored.pk);
      await tracking.write(stored.pk, work.signal);
      await dates.write(stored.pk, work.signal);
      store.setImported(stored.pk, clock().toISOString());
      store.setStatus(stored.pk, 'imported');
      publish();
    },
    async undo(stored: StoredImport, work: WorkOptions) {
      const kept = await writer.undo(stored, work, newLibraries.undo);
      // Lines were matched with books of the libraries that are gone now.
      const hadLibraries = store
        .batch(stored.pk, 'library', 0, 10_000)
        .some((line) => line.imported);
      if (hadLibraries) await matcher.all(stored.pk, work);
      store.setUndone(stored.pk, clock().toISOString());
      store.setStatus(stored.pk, 'undone', kept.length === 0 ? null : staying(kept));
      publish();
    },
  };

  return {
    async import_data({ payload, signal, progress }) {
      const stored = store.get(payload.import_id);
      if (!stored) return;
      try {
        await steps[payload.step](stored, {
          signal,
          progress: (done, total) => progress(done, total, stored.name),
        });
      } catch (error) {
        if (signal.aborted) throw error;
        const sentence = sentenceOf(error);
        store.setStatus(stored.pk, 'failed', sentence ?? 'This failed for an unknown reason.');
        throw sentence === null ? error : new TaskFailure(sentence);
      }
    },
  };
};

const notDelivered = (count: number) =>
  `The server did not deliver ${count} covers or exact places, so they are left out. See its log, and read it again for them.`;

const staying = (names: readonly string[]) =>
  `These were used or changed since, so they stay: ${names.join(', ')}.`;

const sentenceOf = (error: unknown): string | null => {
  if (error instanceof ForeignDatabaseError || error instanceof AppError) return error.message;
  if (storageProblem(error) !== null) return storageProblem(error);
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' && /^E[A-Z]+$/.test(code)
    ? 'Octavo does not have permission to read this file.'
    : null;
};
