import type { Database } from '../../database/types.ts';
import { eachLine } from './each-line.ts';
import type { Journal } from './journal.ts';
import type { Line } from './lines-store.ts';
import type { ImportsStore } from './store.ts';

export type SeriesTrackingWriter = ReturnType<typeof createSeriesTrackingWriter>;

/** How new releases of series are looked for, unless that was decided here. */
export const createSeriesTrackingWriter = ({
  database,
  store,
  journal,
}: {
  database: Database;
  store: ImportsStore;
  journal: Journal;
}) => {
  const keyOf = database.prepare<[string], number>('SELECT pk FROM series WHERE id = ?').pluck();
  const put = (importPk: number, { record, target, state }: Line<'series'>): void => {
    const { tracking = null } = record;
    const key = target === null ? undefined : keyOf.get(target);
    if (tracking === null || key === undefined || state !== 'matched') return;
    if (journal.read('series_tracking', [key])) return;
    journal.write(importPk, 'series_tracking', [key], {
      tracked: Number(tracking.tracked),
      aliases: JSON.stringify(tracking.aliases),
      languages: JSON.stringify(tracking.languages),
    });
  };
  return {
    write: (importPk: number, signal: AbortSignal): Promise<void> =>
      eachLine(store, { importPk, kind: 'series', signal }, (lines) => {
        store.transaction(() => {
          for (const line of lines) put(importPk, line);
        });
      }),
  };
};
