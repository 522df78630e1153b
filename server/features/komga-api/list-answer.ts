import { z } from 'zod';

import type { RowCondition } from '../../database/condition-types.ts';
import type { JsonText } from '../../database/json.ts';
import { type Caller, progressUserOf } from '../../http/api/caller.ts';
import { requireFilterPermissions, seesLabels } from '../filters/filter-permissions.ts';
import { withoutLabels, type KomgaListing, type KomgaListQuery } from './lists.ts';
import { komgaPage } from './page.ts';
import type { KomgaQuery, KomgaSort } from './query.ts';

/** Body of the POST lists; both parts are optional. */
export const listBody = z.object({
  condition: z.unknown().optional(),
  fullTextSearch: z.string().max(1000).nullish(),
});
export type ListBody = z.output<typeof listBody>;

/** A store's list query, inline or in the query worker. */
export type KomgaList = (
  userPk: number | null,
  query: KomgaListQuery,
) => KomgaListing | Promise<KomgaListing>;

/** Answers requests with pages of `list`, sorted as requested unless an order is given. */
export const listAnswer =
  (list: KomgaList) =>
  async (
    caller: Caller,
    query: KomgaQuery,
    {
      filter,
      search = '',
      sort = query.sort(),
    }: { filter: RowCondition; search?: string; sort?: KomgaSort[] },
  ): Promise<JsonText<unknown>> => {
    requireFilterPermissions(caller, filter);
    const labels = seesLabels(caller);
    const page = query.page();
    const listing = await list(progressUserOf(caller), {
      ...page,
      filter: labels ? filter : withoutLabels(filter),
      search,
      sort,
      labels,
    });
    return komgaPage(listing, page, listing.sorted);
  };
