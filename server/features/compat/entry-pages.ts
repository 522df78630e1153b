import type { Filter } from '../../database/filter-sql.ts';
import type { Caller } from '../../http/caller.ts';
import type { CompatList } from './list-answer.ts';
import { readerOf, requireProgressFor } from './lists.ts';
import { compatPage, pageOfArray } from './page.ts';
import { maxSize, type CompatPage, type CompatQuery } from './query.ts';

/** A page of lists by name; null asks for all. */
export const pageRequest = (page: CompatPage | null) => ({
  page: (page?.page ?? 0) + 1,
  pageSize: page?.size ?? maxSize,
  sort: { field: 'name', direction: 'asc' } as const,
});

/**
 * A page of the members of a list: sorted as the client says, or in the order of `ids`. Lists are short
 * enough that the second reads all that the filter leaves.
 */
export const listInOrder = async (
  caller: Caller,
  query: CompatQuery,
  {
    ids,
    filter,
    list,
  }: {
    ids: readonly string[];
    filter: Filter;
    list: CompatList;
  },
) => {
  requireProgressFor(caller, filter);
  const page = query.page();
  const sort = query.sort();
  const search = query.text('search') ?? '';
  if (sort.length > 0) {
    return compatPage(await list(readerOf(caller), { ...page, filter, search, sort }), page, true);
  }
  const whole = { page: 0, size: maxSize, unpaged: true };
  const { data } = await list(readerOf(caller), { ...whole, filter, search, sort });
  const all = (Array.isArray(data) ? data : JSON.parse(data.json)) as { id: string }[];
  const byId = new Map(all.map((record) => [record.id, record]));
  return pageOfArray(
    ids.flatMap((id) => byId.get(id) ?? []),
    page,
  );
};
