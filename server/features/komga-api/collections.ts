import { z } from 'zod';

import { memberIds } from '../../../shared/api/collections.ts';
import { line } from '../../../shared/schemas.ts';
import type { JsonText } from '../../database/json.ts';
import type { CollectionsService } from '../collections/service.ts';
import type { WantToReadService } from '../want-to-read/service.ts';
import type { KomgaList } from './list-answer.ts';
import { komgaListRoutes } from './list-routes.ts';
import { seriesFilter } from './lists.ts';
import type { KomgaRoute } from './route.ts';
import type { KomgaLists } from './want-to-read.ts';

const created = z.object({
  name: line(255),
  ordered: z.boolean(),
  seriesIds: memberIds.min(1),
});

interface KomgaCollectionOptions {
  collections: CollectionsService;
  /** The same with the caller's own list. */
  lists: KomgaLists;
  wantToRead: Pick<WantToReadService, 'setOfKind'>;
  /** Queries for lists of series. */
  series: {
    get(userPk: number | null, id: string): JsonText<unknown> | null;
    list: KomgaList;
  };
}

/** Endpoints for collections, their series, and the collections of a series. */
export const komgaCollectionRoutes = ({
  collections,
  lists,
  wantToRead,
  series,
}: KomgaCollectionOptions): KomgaRoute[] =>
  komgaListRoutes({
    path: '/api/v1/collections',
    needs: {
      read: 'collections-read',
      members: 'series-read',
      write: 'collections-write',
      delete: 'collections-delete',
    },
    lists,
    wantToRead,
    record: (_list, seriesIds) => ({ seriesIds }),
    member: {
      kind: 'series',
      label: 'Series',
      segment: 'series',
      listsPath: '/api/v1/series/:id/collections',
      exists: (_caller, id) => series.get(null, id) !== null,
      list: series.list,
      field: 'collectionId',
      filter: seriesFilter,
      sort: ['collection.number', 'metadata.titleSort'],
    },
    createBody: created.transform(({ seriesIds: members, ...fields }) => ({ members, fields })),
    changeBody: created
      .partial()
      .transform(({ seriesIds: members, ...fields }) => ({ members, fields })),
    create: (fields, members) => collections.create(fields, members),
    update: (id, fields) => collections.update(id, fields),
    reorder: (id, members) => collections.reorder(id, members),
    remove: (id) => collections.remove(id),
  });
