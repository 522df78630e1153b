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
  /** Location → its new series. */
  locations: Map<number, number>;
  /** Series recognised at a new location. */
  renamed: { series: number; location: number }[];
  /** Divided series: the part that keeps the identity, and the location of the other. */
  split: { series: number; other: number }[];
  /** Series merged into another one, with the location where they met. */
  merged: { series: number; into: number; location: number }[];
}

/**
 * The part that keeps a series' identity, if most of its books left together. Of equal parts the
 * one at the new location: the other location has a series of its own, which may have been merged into
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
  const locations = new Map<number, number>();
  const merged: SeriesMoves['merged'] = [];
  for (const [target, claimants] of Map.groupBy(claims.values(), (claim) => claim.target)) {
    const { own, isNew } = stateOf(target);
    const stays = own > 0 && !isNew && !claims.has(target);
    const candidates = claimants.map(({ origin, books }) => ({ series: origin, books }));
    if (stays) candidates.push({ series: target, books: own });
    const [winner, ...others] = candidates.sort((a, b) => b.books - a.books || a.series - b.series);
    if (!winner) continue;
    if (winner.series !== target) locations.set(target, winner.series);
    for (const { series } of others) {
      if (series === target || stateOf(series).own === 0) {
        merged.push({ series, into: winner.series, location: target });
      }
    }
  }
  const renamed: SeriesMoves['renamed'] = [];
  const split: SeriesMoves['split'] = [];
  for (const [location, series] of locations) {
    if (stateOf(series).own > 0) split.push({ series, other: series });
    else renamed.push({ series, location });
  }
  for (const { origin, target } of flows) {
    if (!locations.has(target) && stateOf(target).isNew)
      split.push({ series: origin, other: target });
  }
  return { locations, renamed, split, merged };
};

/** Series that swap locations. */
export interface LocationSwap {
  /** Location → its new series; a one-to-one mapping. */
  locations: Map<number, number>;
  /** The series that lost its location, and the location left for it. */
  displaced: { series: number; location: number } | null;
}

/**
 * Completes `locations` to permutations: a series that lost its location gets the one vacated by the last
 * of its chain. Each chain or cycle is a separate exchange.
 */
export const exchangesOf = (locations: ReadonlyMap<number, number>): LocationSwap[] => {
  const open = new Map(locations);
  const located = new Set(locations.values());
  const follow = (first: number): Map<number, number> => {
    const row = new Map<number, number>();
    for (
      let location = first, next = open.get(location);
      next !== undefined;
      next = open.get(location)
    ) {
      row.set(location, next);
      open.delete(location);
      location = next;
    }
    return row;
  };
  const rows = [...locations.keys()]
    .filter((location) => !located.has(location))
    .map((series): LocationSwap => {
      const row = follow(series);
      const location = [...row.values()].at(-1) ?? series;
      return { locations: row.set(location, series), displaced: { series, location } };
    });
  const rings = [...locations.keys()].flatMap((location): LocationSwap[] => {
    const ring = follow(location);
    return ring.size === 0 ? [] : [{ locations: ring, displaced: null }];
  });
  return [...rows, ...rings];
};
