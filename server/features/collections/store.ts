import type { Collection } from '../../../shared/api/collections.ts';
import type { Database } from '../../database/types.ts';
import { createOrderedLists } from '../../database/ordered-lists.ts';

export type CollectionsStore = ReturnType<typeof createCollectionsStore>;

/** A collection and its condition. */
export interface CollectionRule {
  id: string;
  condition: unknown;
}

export const createCollectionsStore = (database: Database) => {
  const ruled = database.prepare<[], { id: string; condition: string }>(
    'SELECT id, condition FROM collections WHERE condition IS NOT NULL',
  );
  return {
    /** Every collection with a condition. */
    rules: (): CollectionRule[] =>
      ruled.all().map(({ id, condition }) => ({ id, condition: JSON.parse(condition) as unknown })),
    ...createOrderedLists<Collection>(database, {
      lists: 'collections',
      entries: 'collection_series',
      list_pk: 'collection_pk',
      member_pk: 'series_pk',
      members: 'series',
      count: 'series_count',
      columns: ['summary', 'condition'],
      byName: ['m.name_key', 'm.pk'],
    }),
  };
};
