import type { Order } from '../../database/page-sql.ts';
import type { CompatSort } from './query.ts';

/** What one property of a sort orders by: expressions, the most significant first. */
export type SortKeys = Readonly<Record<string, readonly string[]>>;

/**
 * The order that a client asks for. Names fit in any case; those that nobody knows are left out. A key that
 * tells every row from the others must come last in `tie`, so that pages never overlap.
 */
export const orderOf = (
  keys: SortKeys,
  sort: readonly CompatSort[],
  fallback: CompatSort,
  tie: readonly string[],
): Order => {
  const known = sort.filter((one) => isKnown(keys, one));
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

export const isKnown = (keys: SortKeys, { property }: CompatSort): boolean =>
  Object.hasOwn(keys, property.toLowerCase());

/**
 * Whether a sort begins with keys of an index, given as the very lists of `keys`. `otherwise` is the answer
 * where nothing known is asked for.
 */
export const isIndexed = (
  keys: SortKeys,
  indexed: readonly (readonly string[])[],
  sort: readonly CompatSort[],
  otherwise = true,
): boolean => {
  const first = sort.find((one) => isKnown(keys, one));
  return first === undefined
    ? otherwise
    : indexed.includes(keys[first.property.toLowerCase()] ?? []);
};
