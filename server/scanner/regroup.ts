import { setImmediate as pause } from 'node:timers/promises';

import { now } from '../database/ids.ts';
import { naturalCompare } from '../text/natural.ts';
import { createCatalogue } from './catalogue.ts';
import type { KnownBook } from './identity.ts';
import { CancelledError, type JobContext } from './job-context.ts';
import { JobError, type JobResults, type RegroupJob, type Regrouping } from './jobs.ts';
import { createScanReporter } from './scan-reporter.ts';
import { placeUnopened, type SeriesPlace } from './series-strategy.ts';
import { readSidecar } from './sidecar.ts';
import type { ScanLibrary } from './library-store.ts';
import { createScanStore, type ScanStore } from './store.ts';

/** Names of series that are given. */
const namedSeries = 200;
/** Books between two looks at whether to go on. */
const sliceSize = 500;

interface Move {
  book: KnownBook;
  place: SeriesPlace;
  /** Paths of series. */
  from: string;
  to: string;
}

interface CountedSeries {
  name: string;
  before: number;
  after: number;
}

/** What of a library's present books the strategy puts elsewhere than they are. */
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
    const place = placeUnopened(library.series_strategy, book);
    const chosenPk = store.chosen({ library_pk: library.pk, book_pk: book.pk, key: place.key });
    const chosen = chosenPk === null ? undefined : byPk.get(chosenPk);
    const to = chosen?.path ?? place.key;
    const nameOf = (pk: number) => String(store.seriesFields(pk)?.name ?? '');
    count(present.path, () => nameOf(present.pk), 'before');
    count(to, () => (chosen ? nameOf(chosen.pk) : place.name), 'after');
    if (to !== present.path) moves.push({ book, place, from: present.path, to });
  }
  return { moves, series };
};

const named = (series: CountedSeries[], when: 'before' | 'after') =>
  series
    .sort((a, b) => naturalCompare(a.name, b.name))
    .slice(0, namedSeries)
    .map((one) => ({ name: one.name, book_count: one[when] }));

/**
 * Puts the books of a library where a strategy wants them, opening none; or tells what that would do. A
 * crash on the way leaves the rest to the next scan.
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
    store.setStrategy({ ...strategies, scanned_strategy: null, now: now() });
    const reporter = createScanReporter((message) => {
      if (message.type === 'events') send(message);
    });
    const catalogue = createCatalogue(store, library, reporter, { readSidecar });
    for (const { book, place } of moves) catalogue.place(book, place);
    catalogue.finish();
    store.setStrategy({ ...strategies, scanned_strategy: strategy, now: now() });
  }
  const all = [...series.values()];
  const appearing = all.filter(({ before }) => before === 0);
  const disappearing = all.filter(({ after }) => after === 0);
  const nameOf = (path: string) => series.get(path)?.name ?? path;
  return {
    moved: moves.length,
    moves: moves
      .slice(offset, offset + limit)
      .map(({ book, from, to }): Regrouping['moves'][number] => ({
        book_pk: book.pk,
        from: nameOf(from),
        to: nameOf(to),
      })),
    appearing: named(appearing, 'after'),
    appearing_count: appearing.length,
    disappearing: named(disappearing, 'before'),
    disappearing_count: disappearing.length,
  };
};
