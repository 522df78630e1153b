import type { Database } from '../../database/types.ts';
import { newId } from '../../database/ids.ts';
import type { SeriesNote } from './report.ts';
import { createSeriesDepartures, type SeriesStateRow } from '../series/series-departures.ts';
import { createSeriesInheritance } from '../series/series-inheritance.ts';
import {
  type Exchange,
  exchangesOf,
  planSeriesMoves,
  type SeriesMoves,
} from '../series/series-moves.ts';
import { createSeriesKeys } from '../series/series-keys.ts';
import { newSeriesRow } from '../series/series-row.ts';
import { createScanSeriesStore } from '../series/series-store.ts';

/** A series with a new place, or with none. */
export interface Replaced {
  before: SeriesStateRow;
  /** Null if a new series turned out to be an existing one. */
  place: { library_pk: number; path: string } | null;
}

/** The changes of one transaction of recognising. */
export type Step = () => Replaced[];

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

const renamedOrMoved = (from: SeriesStateRow, to: SeriesStateRow) =>
  from.library_pk === to.library_pk &&
  parentOf(from.path) === parentOf(to.path) &&
  nameOf(from.path) !== nameOf(to.path)
    ? 'series_renamed'
    : 'series_moved';

/**
 * Identifies series whose books have moved and assigns their new places (decision 0144). `made` are
 * the series created by the scan itself.
 */
export const createRecogniser = (
  database: Database,
  libraryPk: number,
  made: ReadonlySet<number>,
) => {
  const departures = createSeriesDepartures(database);
  const places = createSeriesKeys(database);
  const inheritance = createSeriesInheritance(database);
  const { insertSeries } = createScanSeriesStore(database);

  /** Undecided flows, with all others of their series. */
  const openFlows = () => {
    const flows = departures.flowsInto(libraryPk);
    const open = new Set(
      flows
        .filter(({ undecided }) => undecided === 1)
        .flatMap(({ origin, target }) => [origin, target]),
    );
    return flows.filter(({ origin, target }) => open.has(origin) || open.has(target));
  };

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
  const isAt = (pk: number) => places.placeOf(pk) ?? wasAt(pk);

  /**
   * A displaced series must not receive books that were never its own: those at the place left for
   * it become a separate series.
   */
  const stepAside = ({ places: exchange, displaced }: Exchange) => {
    if (!displaced || isNew(displaced.series) || stateOf(displaced.place).own === 0) return;
    // The two were merged before and are separated again.
    if (inheritance.mergedInto(displaced.series) === exchange.get(displaced.series)) return;
    const { library_pk, filename: name } = stateOf(displaced.place);
    const aside = { key: `/${newId()}`, name, filename: name, year: null, publisher: null };
    const spare = insertSeries(newSeriesRow(library_pk, aside));
    stateOf(spare);
    exchange.set(displaced.place, spare).set(spare, displaced.series);
  };

  /** Transfers the data of merged series to their targets; returns series → its books. */
  const merge = ({ merged }: SeriesMoves, places: readonly number[]) => {
    const ended = merged.filter(({ place }) => places.includes(place));
    const booksOf = new Map(
      ended.map(({ series, place }) => [
        series,
        series === place ? departures.ownBooks(series) : departures.booksBetween(series, place),
      ]),
    );
    return new Map(
      ended.map(({ series, into, place }) => {
        departures.arrive(series, place);
        inheritance.merge(series, into);
        return [series, booksOf.get(series) ?? []];
      }),
    );
  };

  /** One place that several series or parts moved to, or a cycle of such places. */
  const stepOf =
    (
      moves: SeriesMoves,
      exchange: Exchange | null,
      stepPlaces: readonly number[],
      note: Note,
    ): Step =>
    () => {
      if (exchange) stepAside(exchange);
      const booksOf = merge(moves, stepPlaces);
      const displaced = exchange?.displaced;
      if (exchange && displaced) {
        const winner = exchange.places.get(displaced.series);
        const { own, missing_since } = stateOf(displaced.series);
        // A folder moved over several scans: a user can have used the series in between.
        if (winner !== undefined && own === 0 && missing_since === null && !isNew(displaced.series))
          inheritance.merge(displaced.series, winner);
      }
      if (exchange) places.exchange(exchange.places);
      const removed = new Set(
        displaced && isNew(displaced.series) && departures.removeSeries(displaced.series)
          ? [displaced.series]
          : [],
      );
      const whole = exchange?.places ?? new Map<number, number>();
      for (const { series, place } of moves.renamed.filter((move) => whole.has(move.place))) {
        const [from, to] = [stateOf(series), stateOf(place)];
        const recognition = { place: wasAt(place), previous: wasAt(series) };
        note({ kind: renamedOrMoved(from, to), series, other: null, recognition });
      }
      for (const { series, other: place } of moves.split) {
        if (exchange ? !whole.has(place) : !stepPlaces.includes(place)) continue;
        const other = whole.get(place) ?? place;
        const recognition = { place: isAt(series), previous: wasAt(series), other: isAt(other) };
        note({ kind: 'series_split', series, other, recognition });
      }
      for (const { series, into } of moves.merged.filter((move) =>
        stepPlaces.includes(move.place),
      )) {
        const books = booksOf.get(series) ?? [];
        const recognition = { place: isAt(into), previous: wasAt(series), books };
        note({ kind: 'series_merged', series: into, other: series, recognition });
      }
      return [...whole.values()].map((pk) => ({
        before: stateOf(pk),
        place: removed.has(pk) ? null : isAt(pk),
      }));
    };

  return {
    /** Records that a book leaves a series because its file has moved. */
    depart: departures.depart,
    presentBooks: departures.presentBooks,
    /** The steps to apply, one transaction each; then call `decided`. */
    steps: (note: Note): Step[] => {
      departures.forgetDepartures();
      const moves = planSeriesMoves(openFlows(), (pk) => ({
        own: stateOf(pk).own,
        isNew: isNew(pk),
      }));
      const exchanges = exchangesOf(moves.places);
      const exchanged = new Set(exchanges.flatMap(({ places: whole }) => [...whole.keys()]));
      const places = [
        ...moves.merged.map(({ place }) => place),
        ...moves.split.map(({ other }) => other),
      ];
      return [
        ...exchanges.map((exchange) => stepOf(moves, exchange, [...exchange.places.keys()], note)),
        ...[...new Set(places)]
          .filter((place) => !exchanged.has(place))
          .map((place) => stepOf(moves, null, [place], note)),
      ];
    },
    /** Marks all moves so far as decided. */
    decided: () => {
      departures.decideAll(libraryPk);
      for (const pk of inheritance.parted(libraryPk)) inheritance.part(pk);
    },
  };
};

type Note = (line: SeriesNote) => void;
