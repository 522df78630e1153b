import type { Collection } from '../../../shared/api/collections.ts';
import type { Database } from '../../database/database.ts';
import { createEntryLists } from '../../database/entry-lists.ts';

export type CollectionsStore = ReturnType<typeof createCollectionsStore>;

export const createCollectionsStore = (database: Database) =>
  createEntryLists<Collection>(database, {
    lists: 'collections',
    entries: 'collection_series',
    list_pk: 'collection_pk',
    member_pk: 'series_pk',
    members: 'series',
    count: 'series_count',
    columns: [],
    byName: ['m.name_key', 'm.pk'],
  });
