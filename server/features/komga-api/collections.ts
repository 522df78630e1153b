import type { Collection } from '../../../shared/api/collections.ts';
import { notFound } from '../../../shared/errors.ts';
import type { JsonText, ListPage } from '../../database/json.ts';
import type { CollectionsService } from '../collections/service.ts';
import { entryIds } from './entry-ids.ts';
import { memberSort, pageRequest } from './entry-pages.ts';
import { listAnswer, type KomgaList } from './list-answer.ts';
import { seriesFilter } from './lists.ts';
import { komgaPage } from './page.ts';
import { komgaRoute, type KomgaRoute } from './route.ts';
import { seconds } from './values.ts';

const needs = ['collections-read'] as const;

/** Endpoints for collections, their series, and the collections of a series. */
export const komgaCollectionRoutes = ({
  collections,
  series,
}: {
  collections: CollectionsService;
  /** Queries for lists of series. */
  series: {
    get(userPk: number | null, id: string): JsonText<unknown> | null;
    list: KomgaList;
  };
}): KomgaRoute[] => {
  const answer = listAnswer(series.list);
  const record = ({ id, name, ordered, created_at, updated_at }: Collection) => ({
    id,
    name,
    ordered,
    seriesIds: entryIds(collections, id),
    createdDate: seconds(created_at),
    lastModifiedDate: seconds(updated_at),
    filtered: false,
  });
  const records = ({ data, total }: ListPage<Collection>): ListPage<unknown> => {
    const all = Array.isArray(data) ? data : (JSON.parse(data.json) as Collection[]);
    return { data: all.map(record), total };
  };
  return [
    komgaRoute({ method: 'GET', path: '/api/v1/collections', needs }, ({ query }) => {
      const page = query.page();
      const found = collections.list({
        ...pageRequest(page),
        search: query.text('search'),
        library_ids: query.list('library_id'),
      });
      return komgaPage(records(found), page, true);
    }),
    komgaRoute(
      { method: 'GET', path: '/api/v1/collections/:id', needs },
      ({ params: { id = '' } }) => record(collections.get(id)),
    ),
    komgaRoute(
      { method: 'GET', path: '/api/v1/collections/:id/series', needs: [...needs, 'series-read'] },
      ({ caller, query, params: { id = '' } }) =>
        answer(caller, query, {
          filter: {
            allOf: [{ field: 'collectionId', operator: 'is', value: id }, seriesFilter(query)],
          },
          search: query.text('search') ?? '',
          sort: memberSort(query, collections.get(id), 'collection.number', 'metadata.titleSort'),
        }),
    ),
    komgaRoute(
      { method: 'GET', path: '/api/v1/series/:id/collections', needs: [...needs, 'series-read'] },
      ({ params: { id = '' } }) => {
        if (!series.get(null, id)) throw notFound('Series', id);
        return records(collections.list({ ...pageRequest(null), member_id: id })).data;
      },
    ),
  ];
};
