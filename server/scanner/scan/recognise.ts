import type { Database } from '../../database/types.ts';
import { newId } from '../../database/ids.ts';
import type { SeriesNote } from './report.ts';
import { createSeriesDepartures, type SeriesStateRow } from '../series/series-departures.ts';
import { createInheritedLimits } from '../series/inherited-limits.ts';
import { createProvisionalSeries } from '../series/provisional-series.ts';
import { createSeriesInheritance } from '../series/series-inheritance.ts';
import {
  type BookFlow,
  type LocationSwap,
  exchangesOf,
  planSeriesMoves,
  type SeriesMoves,
} from '../series/series-moves.ts';
import { createSeriesLocations } from '../series/series-locations.ts';
import { newSeriesRow } from '../series/series-row.ts';
import { createScanSeriesStore } from '../series/series-store.ts';

/** A series with a new location, or with none. */
export interface Replaced {
  before: SeriesStateRow;
  /** Null if a new series turned out to be an existing one. */
  location: { library_pk: number; path: string } | null;
}

/** The changes of one transaction of recognising. */
export type Step = () => Replaced[];

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

const renamedOrMoved = (previous: SeriesStateRow, current: SeriesStateRow) =>
  previous.library_pk === current.library_pk &&
  parentOf(previous.path) === parentOf(current.path) &&
  nameOf(previous.path) !== nameOf(current.path)
    ? 'series_renamed'
    : 'series_moved';

const locationsOf = ({ locations }: LocationSwap): number[] => [...locations.keys()];

/** Undecided flows, with all others of their series. */
const openOnes = <Flow extends BookFlow & { undecided: number }>(flows: readonly Flow[]) => {
  const open = new Set(
    flows
      .filter(({ undecided }) => undecided === 1)
      .flatMap(({ origin, target }) => [origin, target]),
  );
  return flows.filter(({ origin, target }) => open.has(origin) || open.has(target));
};

/**
 * Identifies series whose books have moved and assigns their new locations (decision 0144). `made`
 * are the series created by the scan itself.
 */
export const createRecogniser = (
  database: Database,
  libraryPk: number,
  made: ReadonlySet<number>,
) => {
  const departures = createSeriesDepartures(database);
  const seriesLocations = createSeriesLocations(database);
  const inheritance = createSeriesInheritance(database);
  const { insertSeries } = createScanSeriesStore(database);
  const limits = createInheritedLimits(database);
  const provisional = createProvisionalSeries(database);

  const states = new Map<number, SeriesStateRow>();
  const stateOf = (pk: number): SeriesStateRow => {
    const state = states.get(pk) ?? departures.stateOfSeries(pk);
    if (!state) throw new Error(`Series ${pk} is not there`);
    states.set(pk, state);
    return state;
  };
  const isNew = (pk: number) => made.has(pk) || stateOf(pk).is_new === 1;
  const wasAt = (pk: number) => {
    const { library_pk, path } = stateOf(pk);
    return { library_pk, path };
  };
  const isAt = (pk: number) => seriesLocations.locationOf(pk) ?? wasAt(pk);

  /**
   * A displaced series must not receive books that were never its own: those at the location left
   * for it become a separate series.
   */
  const stepAside = ({ locations: exchange, displaced }: LocationSwap) => {
    if (!displaced || isNew(displaced.series) || stateOf(displaced.location).own === 0) return;
    // The two were merged before and are separated again.
    if (inheritance.mergedInto(displaced.series) === exchange.get(displaced.series)) return;
    const { library_pk, filename: name } = stateOf(displaced.location);
    const aside = { key: `/${newId()}`, name, filename: name, year: null, publisher: null };
    const spare = insertSeries(newSeriesRow(library_pk, aside));
    stateOf(spare);
    exchange.set(displaced.location, spare).set(spare, displaced.series);
  };

  /** Transfers the data of merged series to their targets; returns series → its books. */
  const merge = ({ merged }: SeriesMoves, locations: readonly number[]) => {
    const ended = merged.filter(({ location }) => locations.includes(location));
    const booksOf = new Map(
      ended.map(({ series, location }) => [
        series,
        series === location
          ? departures.ownBooks(series)
          : departures.booksBetween(series, location),
      ]),
    );
    return new Map(
      ended.map(({ series, into, location }) => {
        departures.arrive(series, location);
        inheritance.merge(series, into);
        return [series, booksOf.get(series) ?? []];
      }),
    );
  };

  /** One location that several series or parts moved to, or a cycle of such locations. */
  const stepOf =
    (
      moves: SeriesMoves,
      exchange: LocationSwap | null,
      stepLocations: readonly number[],
      note: Note,
    ): Step =>
    () => {
      if (exchange) stepAside(exchange);
      const booksOf = merge(moves, stepLocations);
      const displaced = exchange?.displaced;
      if (exchange && displaced) {
        const winner = exchange.locations.get(displaced.series);
        const { own, missing_since } = stateOf(displaced.series);
        // A folder moved over several scans: a user can have used the series in between.
        if (winner !== undefined && own === 0 && missing_since === null && !isNew(displaced.series))
          inheritance.merge(displaced.series, winner);
      }
      if (exchange) seriesLocations.exchange(exchange.locations);
      const removed = new Set(
        displaced && isNew(displaced.series) && departures.removeSeries(displaced.series)
          ? [displaced.series]
          : [],
      );
      const newLocations = exchange?.locations ?? new Map<number, number>();
      for (const { series, location } of moves.renamed.filter((move) =>
        newLocations.has(move.location),
      )) {
        const [previous, current] = [stateOf(series), stateOf(location)];
        const recognition = { place: wasAt(location), previous: wasAt(series) };
        note({ kind: renamedOrMoved(previous, current), series, other: null, recognition });
      }
      for (const { series, other: location } of moves.split) {
        if (exchange ? !newLocations.has(location) : !stepLocations.includes(location)) continue;
        const other = newLocations.get(location) ?? location;
        if (isNew(other)) limits.apply(series, other);
        const recognition = { place: isAt(series), previous: wasAt(series), other: isAt(other) };
        note({ kind: 'series_split', series, other, recognition });
      }
      for (const { series, into } of moves.merged.filter((move) =>
        stepLocations.includes(move.location),
      )) {
        const books = booksOf.get(series) ?? [];
        const recognition = { place: isAt(into), previous: wasAt(series), books };
        note({ kind: 'series_merged', series: into, other: series, recognition });
      }
      return [...newLocations.values()].map((pk) => ({
        before: stateOf(pk),
        location: removed.has(pk) ? null : isAt(pk),
      }));
    };

  return {
    /** Records that a book leaves a series because its file has moved. */
    depart: departures.depart,
    presentBooks: departures.presentBooks,
    /** The steps to apply, one transaction each; then call `decided`. */
    steps: (note: Note): Step[] => {
      departures.forgetDepartures();
      const planState = (pk: number) => ({ own: stateOf(pk).own, isNew: isNew(pk) });
      const moves = planSeriesMoves(openOnes(departures.flowsInto(libraryPk)), planState);
      const exchanges = exchangesOf(moves.locations);
      const done = new Set(exchanges.flatMap(locationsOf));
      const merged = moves.merged.map(({ location }) => location);
      const others = [...merged, ...moves.split.map(({ other }) => other)];
      return [
        ...exchanges.map((exchange) => stepOf(moves, exchange, locationsOf(exchange), note)),
        ...[...new Set(others.filter((location) => !done.has(location)))].map((location) =>
          stepOf(moves, null, [location], note),
        ),
      ];
    },
    /** Marks all moves so far as decided. */
    decided: () => {
      departures.decideAll(libraryPk);
      provisional.release(libraryPk);
      for (const pk of inheritance.parted(libraryPk)) inheritance.part(pk);
    },
  };
};

type Note = (line: SeriesNote) => void;
