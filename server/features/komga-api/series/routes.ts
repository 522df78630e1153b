import { komgaListing } from '../../../../shared/api/komga-listing.ts';
import { notFound } from '../../../../shared/errors.ts';
import type { RowCondition } from '../../../database/condition-types.ts';
import { jsonText } from '../../../database/json.ts';
import { type Caller, progressUserOf } from '../../../http/api/caller.ts';
import { requireFilterPermissions, seesLabels } from '../../filters/filter-permissions.ts';
import { readStatuses, seriesStatuses } from '../choices.ts';
import { unrestricted, readCondition, type ConditionFields } from '../condition.ts';
import { listAnswer, type KomgaList, listBody, type ListBody } from '../list-answer.ts';
import { seriesFilter, withoutLabels } from '../lists.ts';
import type { KomgaSort } from '../query.ts';
import { komgaRoute, type KomgaRoute } from '../route.ts';
import type { KomgaSeriesStore } from './store.ts';

const fields: ConditionFields = {
  libraryId: 'id',
  collectionId: 'id',
  deleted: 'flag',
  complete: 'flag',
  oneShot: 'flag',
  title: { text: 'name' },
  titleSort: { text: 'name_sort' },
  releaseDate: 'date',
  tag: 'text',
  sharingLabel: 'text',
  publisher: { text: 'publisher', optional: true },
  language: { text: 'language', optional: true },
  genre: 'text',
  ageRating: 'number',
  readStatus: readStatuses,
  seriesStatus: seriesStatuses,
  author: 'author',
};

const needs = ['series-read'] as const;
const newest: KomgaSort[] = [{ property: 'createdDate', direction: 'desc' }];
const changed: KomgaSort[] = [{ property: 'lastModifiedDate', direction: 'desc' }];
/** Changed since the scan that added it. */
const wasChanged: RowCondition = { field: 'changed', operator: 'is', value: 'true' };

/** Endpoints for lists of series and single series. */
export const komgaSeriesRoutes = ({
  store,
  list,
}: {
  store: Pick<KomgaSeriesStore, 'get' | 'groups'>;
  /** `store.list`, inline or in the query worker. */
  list: KomgaList;
}): KomgaRoute[] => {
  const answer = listAnswer(list);
  const ordered = (path: string, sort: KomgaSort[], only: RowCondition = unrestricted) =>
    komgaRoute({ method: 'GET', path, needs }, ({ caller, query }) =>
      answer(caller, query, { filter: { allOf: [only, seriesFilter(query)] }, sort }),
    );
  const groups = (caller: Caller, query: { filter: RowCondition; search: string }) => {
    requireFilterPermissions(caller, query.filter);
    const filter = seesLabels(caller) ? query.filter : withoutLabels(query.filter);
    return jsonText(store.groups(progressUserOf(caller), { ...query, filter }));
  };
  const searchOf = ({ condition, fullTextSearch }: ListBody) => ({
    filter: readCondition(fields, condition, new Date()),
    search: fullTextSearch ?? '',
  });
  return [
    komgaRoute(
      { method: komgaListing.method, path: komgaListing.path, needs: komgaListing.access },
      ({ caller, query }) =>
        answer(caller, query, { filter: seriesFilter(query), search: query.text('search') ?? '' }),
    ),
    ordered('/api/v1/series/new', newest),
    ordered('/api/v1/series/updated', changed, wasChanged),
    ordered('/api/v1/series/latest', changed),
    komgaRoute(
      { method: 'POST', path: '/api/v1/series/list', needs, body: listBody },
      ({ caller, query, body }) => answer(caller, query, searchOf(body)),
    ),
    komgaRoute(
      { method: 'POST', path: '/api/v1/series/list/alphabetical-groups', needs, body: listBody },
      ({ caller, body }) => groups(caller, searchOf(body)),
    ),
    komgaRoute(
      { method: 'GET', path: '/api/v1/series/alphabetical-groups', needs },
      ({ caller, query }) =>
        groups(caller, { filter: seriesFilter(query), search: query.text('search') ?? '' }),
    ),
    komgaRoute({ method: 'GET', path: '/api/v1/series/:id', needs }, ({ caller, params }) => {
      const { id = '' } = params;
      const series = store.get(progressUserOf(caller), id, seesLabels(caller));
      if (!series) throw notFound('Series', id);
      return series;
    }),
  ];
};
