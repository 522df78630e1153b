import { createVolumeWriter } from '../../../scanner/series/volume-store.ts';
import type { Database } from '../../../database/types.ts';
import type { Journal } from '../journal.ts';
import type { RecordOf } from '../model.ts';
import { idHere, missingMatch, stateOnly, type KindWriter } from './kind.ts';

/** Decisions of people about volumes; numbers determine the books of a volume. */
export const createVolumeKind = ({
  database,
  journal,
}: {
  database: Database;
  journal: Journal;
}): KindWriter<'volume'> => {
  const { refreshVolumes } = createVolumeWriter(database);
  const withId = database.prepare<[string], 1>('SELECT 1 FROM volumes WHERE id = ?');
  const stateOf = (record: RecordOf<'volume'>, seriesPk: number) => {
    const here = journal.read('volumes', [seriesPk, record.number]);
    const isUntouched =
      !here ||
      (here['title'] === null &&
        here['cover_book_pk'] === null &&
        here['is_manual'] === 0 &&
        here['is_dissolved'] === 0);
    if (isUntouched) return 'new';
    const isSame =
      here['title'] === record.title &&
      here['is_manual'] === Number(record.is_manual) &&
      here['is_dissolved'] === Number(record.is_dissolved);
    return isSame ? 'present' : 'conflict';
  };
  /** A volume that books made by their numbers gets the id of the source, as a new one does. */
  const idOf = ({ id }: RecordOf<'volume'>, key: number[]): { id?: string } => {
    const kept = idHere(id, (taken) => withId.get(taken) !== undefined);
    return kept === id || !journal.read('volumes', key) ? { id: kept } : {};
  };
  return {
    assess(record, targets) {
      const series = targets.series(record.series);
      return series ? stateOnly(stateOf(record, series.pk)) : missingMatch;
    },
    write(record, targets, { importPk, wins }) {
      const series = targets.series(record.series);
      if (!series) return undefined;
      const state = stateOf(record, series.pk);
      if (state === 'present' || (state === 'conflict' && !wins)) return undefined;
      const key = [series.pk, record.number];
      const cover = record.cover_book === null ? null : targets.book(record.cover_book);
      journal.write(importPk, 'volumes', key, {
        ...idOf(record, key),
        title: record.title,
        cover_book_pk: cover?.pk ?? null,
        is_manual: Number(record.is_manual),
        is_dissolved: Number(record.is_dissolved),
      });
      refreshVolumes(series.pk);
      return null;
    },
  };
};
