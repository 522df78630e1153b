/** Books that moved from one series to another. */
export interface BookFlow {
  origin: number;
  target: number;
  /** Number of present books. */
  books: number;
}

/** The state of a series that recognition needs. */
export interface SeriesState {
  /** Number of present books that did not come from another series. */
  own: number;
  /** Created since the last complete scan, so it has no user data yet. */
  isNew: boolean;
}

/** The outcome for series whose books have moved. Series are identified by key. */
export interface SeriesMoves {
  /** Place → its new series. */
  places: Map<number, number>;
  /** Series recognised at a new place. */
  renamed: { series: number; place: number }[];
  /** Divided series: the part that keeps the identity, and the place of the other. */
  split: { series: number; other: number }[];
  /** Series merged into another one, with the place where they met. */
  merged: { series: number; into: number; place: number }[];
}

/**
 * The part that keeps a series' identity, if most of its books left together. Of equal parts the
 * one at the new place: the other place has a series of its own, which may have been merged into
 * this one before.
 */
const claimOf = (
  flows: readonly BookFlow[],
  own: number,
  isNew: (pk: number) => boolean,
): BookFlow | null => {
  const [largest] = flows.toSorted(
    (a, b) =>
      b.books - a.books || Number(isNew(b.target)) - Number(isNew(a.target)) || a.target - b.target,
  );
  return largest && largest.books > own ? largest : null;
};

/**
 * Recognises series by their books. A series follows the larger part of its books; where several
 * meet, the one with the most books survives, of equal ones the older.
 */
export const planSeriesMoves = (
  flows: readonly BookFlow[],
  stateOf: (pk: number) => SeriesState,
): SeriesMoves => {
  const byOrigin = Map.groupBy(flows, ({ origin }) => origin);
  const claims = new Map<number, BookFlow>();
  for (const [origin, parts] of byOrigin) {
    const claim = claimOf(parts, stateOf(origin).own, (pk) => stateOf(pk).isNew);
    if (claim) claims.set(origin, claim);
  }
  const places = new Map<number, number>();
  const merged: SeriesMoves['merged'] = [];
  for (const [target, claimants] of Map.groupBy(claims.values(), (claim) => claim.target)) {
    const { own, isNew } = stateOf(target);
    const stays = own > 0 && !isNew && !claims.has(target);
    const candidates = claimants.map(({ origin, books }) => ({ series: origin, books }));
    if (stays) candidates.push({ series: target, books: own });
    const [winner, ...others] = candidates.sort((a, b) => b.books - a.books || a.series - b.series);
    if (!winner) continue;
    if (winner.series !== target) places.set(target, winner.series);
    for (const { series } of others) {
      if (series === target || stateOf(series).own === 0) {
        merged.push({ series, into: winner.series, place: target });
      }
    }
  }
  const renamed: SeriesMoves['renamed'] = [];
  const split: SeriesMoves['split'] = [];
  for (const [place, series] of places) {
    if (stateOf(series).own > 0) split.push({ series, other: series });
    else renamed.push({ series, place });
  }
  for (const { origin, target } of flows) {
    if (!places.has(target) && stateOf(target).isNew) split.push({ series: origin, other: target });
  }
  return { places, renamed, split, merged };
};

/** Series that swap places. */
export interface Exchange {
  /** Place → its new series; a one-to-one mapping. */
  places: Map<number, number>;
  /** The series that lost its place, and the place left for it. */
  displaced: { series: number; place: number } | null;
}

/**
 * Completes `places` to permutations: a series that lost its place gets the one vacated by the last
 * of its chain. Each chain or cycle is a separate exchange.
 */
export const exchangesOf = (places: ReadonlyMap<number, number>): Exchange[] => {
  const open = new Map(places);
  const placed = new Set(places.values());
  const follow = (first: number): Map<number, number> => {
    const row = new Map<number, number>();
    for (let place = first, next = open.get(place); next !== undefined; next = open.get(place)) {
      row.set(place, next);
      open.delete(place);
      place = next;
    }
    return row;
  };
  const rows = [...places.keys()]
    .filter((place) => !placed.has(place))
    .map((series): Exchange => {
      const row = follow(series);
      const place = [...row.values()].at(-1) ?? series;
      return { places: row.set(place, series), displaced: { series, place } };
    });
  const rings = [...places.keys()].flatMap((place): Exchange[] => {
    const ring = follow(place);
    return ring.size === 0 ? [] : [{ places: ring, displaced: null }];
  });
  return [...rows, ...rings];
};
