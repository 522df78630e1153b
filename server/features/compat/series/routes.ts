import { notFound } from '../../../../shared/errors.ts';
import type { Filter } from '../../../database/filter-sql.ts';
import { jsonText } from '../../../database/json.ts';
import type { Caller } from '../../../http/caller.ts';
import { readStatuses, seriesStatuses } from '../choices.ts';
import { readCondition, type ConditionFields } from '../condition.ts';
import { listAnswer, type CompatList } from '../list-answer.ts';
import { listBody, type ListBody } from '../list-body.ts';
import { readerOf, requireProgressFor, seriesFilter } from '../lists.ts';
import type { CompatSort } from '../query.ts';
import { compatRoute, type CompatRoute } from '../route.ts';
import type { CompatSeriesStore } from './store.ts';

const fields: ConditionFields = {
  libraryId: 'id',
  collectionId: 'id',
  deleted: 'flag',
  complete: 'flag',
  oneShot: 'flag',
  title: 'text',
  titleSort: 'text',
  releaseDate: 'date',
  tag: 'text',
  sharingLabel: 'text',
  publisher: 'text',
  language: 'text',
  genre: 'text',
  ageRating: 'number',
  readStatus: readStatuses,
  seriesStatus: seriesStatuses,
  author: 'author',
};

const needs = ['series-read'] as const;
const newest: CompatSort[] = [{ property: 'createdDate', direction: 'desc' }];
const changed: CompatSort[] = [{ property: 'lastModifiedDate', direction: 'desc' }];
/** Since the scan that found it. */
const wasChanged: Filter = { field: 'changed', operator: 'isTrue', value: '' };

/** Lists of series and one series. */
export const compatSeriesRoutes = ({
  store,
  list,
}: {
  store: Pick<CompatSeriesStore, 'get' | 'groups'>;
  /** `store.list`, here or in another thread. */
  list: CompatList;
}): CompatRoute[] => {
  const answer = listAnswer(list);
  const ordered = (path: string, sort: CompatSort[], only: Filter = { all: [] }) =>
    compatRoute({ method: 'GET', path, needs }, ({ caller, query }) =>
      answer(caller, query, { filter: { all: [only, seriesFilter(query)] }, sort }),
    );
  const groups = (caller: Caller, query: { filter: Filter; search: string }) => {
    requireProgressFor(caller, query.filter);
    return jsonText(store.groups(readerOf(caller), query));
  };
  const searchOf = ({ condition, fullTextSearch }: ListBody) => ({
    filter: readCondition(fields, condition, new Date()),
    search: fullTextSearch ?? '',
  });
  return [
    compatRoute({ method: 'GET', path: '/api/v1/series', needs }, ({ caller, query }) =>
      answer(caller, query, { filter: seriesFilter(query), search: query.text('search') ?? '' }),
    ),
    ordered('/api/v1/series/new', newest),
    ordered('/api/v1/series/updated', changed, wasChanged),
    ordered('/api/v1/series/latest', changed),
    compatRoute(
      { method: 'POST', path: '/api/v1/series/list', needs, body: listBody },
      ({ caller, query, body }) => answer(caller, query, searchOf(body)),
    ),
    compatRoute(
      { method: 'POST', path: '/api/v1/series/list/alphabetical-groups', needs, body: listBody },
      ({ caller, body }) => groups(caller, searchOf(body)),
    ),
    compatRoute(
      { method: 'GET', path: '/api/v1/series/alphabetical-groups', needs },
      ({ caller, query }) =>
        groups(caller, { filter: seriesFilter(query), search: query.text('search') ?? '' }),
    ),
    compatRoute({ method: 'GET', path: '/api/v1/series/:id', needs }, ({ caller, params }) => {
      const { id = '' } = params;
      const series = store.get(readerOf(caller), id);
      if (!series) throw notFound('Series', id);
      return series;
    }),
  ];
};
