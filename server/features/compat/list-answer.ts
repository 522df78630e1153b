import type { Filter } from '../../database/filter-sql.ts';
import type { JsonText } from '../../database/json.ts';
import type { Caller } from '../../http/caller.ts';
import { readerOf, requireProgressFor, type CompatListing, type CompatListQuery } from './lists.ts';
import { compatPage } from './page.ts';
import type { CompatQuery, CompatSort } from './query.ts';

/** A list of a store, here or in another thread. */
export type CompatList = (
  userPk: number | null,
  query: CompatListQuery,
) => CompatListing | Promise<CompatListing>;

/** Answers requests with pages of `list`, in the order that the request asks for where none is given. */
export const listAnswer =
  (list: CompatList) =>
  async (
    caller: Caller,
    query: CompatQuery,
    {
      filter,
      search = '',
      sort = query.sort(),
    }: { filter: Filter; search?: string; sort?: CompatSort[] },
  ): Promise<JsonText<unknown>> => {
    requireProgressFor(caller, filter);
    const page = query.page();
    const listing = await list(readerOf(caller), { ...page, filter, search, sort });
    return compatPage(listing, page, listing.sorted);
  };
