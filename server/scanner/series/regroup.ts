import { setImmediate as pause } from 'node:timers/promises';

import { isoNow } from '../../database/ids.ts';
import { naturalCompare } from '../../text/natural.ts';
import { createScanWriter } from '../scan/scan-writer.ts';
import type { KnownBook } from '../scan/file-matching.ts';
import { CancelledError, type JobContext } from '../../jobs/job-context.ts';
import { JobError, type JobResults, type RegroupJob, type Regrouping } from '../../jobs/jobs.ts';
import { createScanReporter } from '../scan/scan-reporter.ts';
import { seriesKeyOfUnopened, type SeriesKey } from './series-strategy.ts';
import { readSidecar } from '../scan/sidecar.ts';
import type { ScanLibrary } from '../scan/library-store.ts';
import { createScanStore, type ScanStore } from '../scan/store.ts';

/** Maximum series names returned. */
const namedSeries = 200;
/** Books between two cancellation checks. */
const sliceSize = 500;

interface Move {
  book: KnownBook;
  seriesKey: SeriesKey;
  /** Series paths. */
  from: string;
  to: string;
}

interface CountedSeries {
  name: string;
  before: number;
  after: number;
}

/** Present books that the strategy assigns to another series. */
const findMoves = async (store: ScanStore, library: ScanLibrary, cancelled: () => boolean) => {
  const byPk = new Map(store.series(library.pk).map((series) => [series.pk, series]));
  const series = new Map<string, CountedSeries>();
  const count = (path: string, name: () => string, when: 'before' | 'after') => {
    const known = series.get(path) ?? { name: name(), before: 0, after: 0 };
    known[when] += 1;
    series.set(path, known);
  };
  const moves: Move[] = [];
  let looked = 0;
  for (const book of store.books(library.pk)) {
    if (++looked % sliceSize === 0) {
      await pause();
      if (cancelled()) throw new CancelledError();
    }
    const present = byPk.get(book.series_pk);
    if (book.missing_since !== null || !present) continue;
    const seriesKey = seriesKeyOfUnopened(library, book);
    const chosenPk = store.chosen({ library_pk: library.pk, book_pk: book.pk, key: seriesKey.key });
    const chosen = chosenPk === null ? undefined : byPk.get(chosenPk);
    const target = chosen?.path ?? seriesKey.key;
    const nameOf = (pk: number) => String(store.seriesFields(pk)?.name ?? '');
    count(present.path, () => nameOf(present.pk), 'before');
    count(target, () => (chosen ? nameOf(chosen.pk) : seriesKey.name), 'after');
    if (target !== present.path) moves.push({ book, seriesKey, from: present.path, to: target });
  }
  return { moves, series };
};

const named = (series: CountedSeries[], when: 'before' | 'after') =>
  series
    .sort((a, b) => naturalCompare(a.name, b.name))
    .slice(0, namedSeries)
    .map((row) => ({ name: row.name, book_count: row[when] }));

/**
 * Moves the books of a library to the series of a strategy without opening them, or reports what
 * that would do. After a crash, the next scan does the rest.
 */
export const regroup = async (
  { libraryId, strategy, dryRun, offset, limit }: RegroupJob,
  { database, cancelled, send }: JobContext,
): Promise<JobResults['regroup']> => {
  const store = createScanStore(database);
  const stored = store.library(libraryId);
  if (!stored) throw new JobError('The library was deleted.');
  const library: ScanLibrary = { ...stored, series_strategy: strategy };
  const { moves, series } = await findMoves(store, library, cancelled);
  if (!dryRun) {
    const strategies = { pk: library.pk, series_strategy: strategy };
    store.setStrategy({ ...strategies, scanned_strategy: null, now: isoNow() });
    const reporter = createScanReporter((message) => {
      if (message.type === 'events') send(message);
    });
    const writer = createScanWriter(store, library, reporter, { readSidecar });
    for (const { book, seriesKey } of moves) writer.assign(book, seriesKey);
    writer.finish({ isWhole: true });
    store.setStrategy({ ...strategies, scanned_strategy: strategy, now: isoNow() });
  }
  const all = [...series.values()];
  const appearing = all.filter(({ before }) => before === 0);
  const disappearing = all.filter(({ after }) => after === 0);
  const nameOf = (path: string) => series.get(path)?.name ?? path;
  return {
    moved: moves.length,
    moves: moves
      .slice(offset, offset + limit)
      .map(({ book, from: oldPath, to: newPath }): Regrouping['moves'][number] => ({
        book_pk: book.pk,
        from: nameOf(oldPath),
        to: nameOf(newPath),
      })),
    appearing: named(appearing, 'after'),
    appearing_count: appearing.length,
    disappearing: named(disappearing, 'before'),
    disappearing_count: disappearing.length,
  };
};
