import { itemsOf, type ListPage } from '../../database/json.ts';
import { maxSize, type KomgaPage, type KomgaQuery, type KomgaSort } from './query.ts';

/** A page of lists sorted by name; null requests all. */
export const pageRequest = (page: KomgaPage | null) => ({
  page: (page?.page ?? 0) + 1,
  pageSize: page?.size ?? maxSize,
  sort: { field: 'name', direction: 'asc' } as const,
});

/** The order of list members: the client's, else the list's own, else by `properties`. */
export const memberSort = (
  query: KomgaQuery,
  { ordered }: { ordered: boolean },
  ownOrder: string,
  ...properties: string[]
): KomgaSort[] => {
  const requested = query.sort();
  return requested.length > 0
    ? requested
    : (ordered ? [ownOrder] : properties).map((property) => ({ property, direction: 'asc' }));
};

/** A page of lists in the format. */
export const recordsOf = <Item>(
  page: ListPage<Item>,
  record: (list: Item) => unknown,
): ListPage<unknown> => ({ data: itemsOf(page).map(record), total: page.total });
