import type { Order } from '../../database/page-sql.ts';
import type { KomgaSort } from './query.ts';

/** Sort property → ORDER BY expressions, the most significant first. */
export type SortKeys = Readonly<Record<string, readonly string[]>>;

/**
 * Converts the requested order. Names are case-insensitive; unknown ones are ignored. `tie` must
 * end with a unique key, so that pages never overlap.
 */
export const orderOf = (
  keys: SortKeys,
  sort: readonly KomgaSort[],
  fallback: KomgaSort,
  tie: readonly string[],
): Order => {
  const known = sort.filter((requested) => isKnown(keys, requested));
  const wanted = known.length === 0 ? [fallback] : known.slice(0, 4);
  const parts = wanted.flatMap(({ property, direction }) =>
    (keys[property.toLowerCase()] ?? []).map((key) => ({ key, direction })),
  );
  const last = parts.at(-1)?.direction ?? 'asc';
  const rest = tie
    .filter((key) => !parts.some((part) => part.key === key))
    .map((key) => ({ key, direction: last }));
  const all = [...parts, ...rest];
  return {
    keys: all.map(({ key }) => key),
    directions: all.map(({ direction }) => direction),
    direction: last,
  };
};

export const isKnown = (keys: SortKeys, { property }: KomgaSort): boolean =>
  Object.hasOwn(keys, property.toLowerCase());

/**
 * Whether the sort starts with one of the indexed `keys` (compared by identity). Returns
 * `otherwise` if no known property is requested.
 */
export const isIndexed = (
  keys: SortKeys,
  indexed: readonly (readonly string[])[],
  sort: readonly KomgaSort[],
  otherwise = true,
): boolean => {
  const first = sort.find((requested) => isKnown(keys, requested));
  return first === undefined
    ? otherwise
    : indexed.includes(keys[first.property.toLowerCase()] ?? []);
};
