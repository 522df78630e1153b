import { maxSize, type CompatPage, type CompatQuery, type CompatSort } from './query.ts';

/** A page of lists by name; null asks for all. */
export const pageRequest = (page: CompatPage | null) => ({
  page: (page?.page ?? 0) + 1,
  pageSize: page?.size ?? maxSize,
  sort: { field: 'name', direction: 'asc' } as const,
});

/** The order of the members of a list: as the client says, or the list's own, or that of `properties`. */
export const memberSort = (
  query: CompatQuery,
  { ordered }: { ordered: boolean },
  place: string,
  ...properties: string[]
): CompatSort[] => {
  const asked = query.sort();
  return asked.length > 0
    ? asked
    : (ordered ? [place] : properties).map((property) => ({ property, direction: 'asc' }));
};
