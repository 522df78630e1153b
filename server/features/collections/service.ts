import type { Collection } from '../../../shared/api/collections.ts';
import type { Series } from '../../../shared/api/series.ts';
import { AppError } from '../../../shared/errors.ts';
import type { PageRequest } from '../../../shared/schemas.ts';
import type { EntryOrder } from '../../database/entry-lists.ts';
import type { Listing } from '../../database/json.ts';
import type { Caller } from '../../http/caller.ts';
import type { ContentReader } from '../../http/content-reader.ts';
import type { Content } from '../../http/content.ts';
import type { CoversService } from '../covers/service.ts';
import { createEntryListService, type EntryListService } from '../entry-lists.ts';
import type { SeriesService } from '../series/service.ts';
import type { CollectionsStore } from './store.ts';

export interface CollectionsService extends EntryListService<Collection> {
  /** The records of a page of its series. */
  series(caller: Caller, id: string, request: PageRequest<EntryOrder>): Listing<Series>;
  /** The cover of its first series. */
  cover(id: string, accept: string | undefined, reader?: ContentReader): Promise<Content>;
}

export const createCollectionsService = ({
  store,
  series,
  covers,
}: {
  store: CollectionsStore;
  series: Pick<SeriesService, 'records'>;
  covers: Pick<CoversService, 'series'>;
}): CollectionsService => {
  const nouns = { list: 'Collection', member: 'Series' };
  const lists = createEntryListService<Collection>({ store, nouns, field: 'series_ids' });
  return {
    ...lists,
    series(caller, id, request) {
      const { ids, total } = lists.members(id, request);
      const records = series.records(caller, ids);
      return { data: ids.flatMap((one) => records.get(one) ?? []), total };
    },
    async cover(id, accept, reader) {
      const first = lists.members(id, firstOne).ids[0];
      if (first === undefined) throw new AppError('NotFound', `Collection ${id} has no series`);
      return covers.series(first, accept, reader);
    },
  };
};

const firstOne = {
  page: 1,
  pageSize: 1,
  sort: { field: 'position', direction: 'asc' },
} satisfies PageRequest<EntryOrder>;
