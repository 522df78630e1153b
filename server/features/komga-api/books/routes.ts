import { progressUserOf } from '../../../http/api/caller.ts';
import { notFound } from '../../../../shared/errors.ts';
import type { RowCondition } from '../../../database/condition-types.ts';
import { mediaProfiles, mediaStatuses, readStatuses } from '../choices.ts';
import { readCondition, type ConditionFields } from '../condition.ts';
import { listAnswer, type KomgaList, listBody } from '../list-answer.ts';
import { bookFilter } from '../lists.ts';
import { komgaPage } from '../page.ts';
import type { KomgaSort } from '../query.ts';
import { komgaRoute, type KomgaRoute } from '../route.ts';
import type { KomgaBooksStore } from './store.ts';

const fields: ConditionFields = {
  libraryId: 'id',
  readListId: 'id',
  seriesId: 'id',
  deleted: 'flag',
  oneShot: 'flag',
  title: 'text',
  releaseDate: 'date',
  numberSort: 'number',
  tag: 'text',
  readStatus: readStatuses,
  mediaStatus: mediaStatuses,
  mediaProfile: mediaProfiles,
  author: 'author',
  poster: 'poster',
};

const needs = ['books-read'] as const;
const changed: KomgaSort[] = [{ property: 'lastModifiedDate', direction: 'desc' }];
const byNumber: KomgaSort[] = [{ property: 'metadata.numberSort', direction: 'asc' }];
/** Sorts duplicates next to each other. */
const byHash: KomgaSort[] = [{ property: 'fileHash', direction: 'asc' }];

/** Endpoints for lists of books, single books and their neighbours. */
export const komgaBookRoutes = ({
  store,
  list,
}: {
  store: Pick<KomgaBooksStore, 'get' | 'hasSeries' | 'neighbour' | 'onDeck'>;
  /** `store.list`, inline or in the query worker. */
  list: KomgaList;
}): KomgaRoute[] => {
  const answer = listAnswer(list);
  const beside = (which: 'next' | 'previous') =>
    komgaRoute(
      { method: 'GET', path: `/api/v1/books/:id/${which}`, needs },
      ({ caller, params: { id = '' } }) => {
        const book = store.neighbour(progressUserOf(caller), id, which);
        if (!book) throw notFound(`The ${which} book of`, id);
        return book;
      },
    );
  return [
    komgaRoute({ method: 'GET', path: '/api/v1/books', needs }, ({ caller, query }) =>
      answer(caller, query, { filter: bookFilter(query), search: query.text('search') ?? '' }),
    ),
    komgaRoute({ method: 'GET', path: '/api/v1/books/latest', needs }, ({ caller, query }) =>
      answer(caller, query, { filter: bookFilter(query), sort: changed }),
    ),
    komgaRoute({ method: 'GET', path: '/api/v1/books/duplicates', needs }, ({ caller, query }) => {
      const sort = query.sort();
      return answer(caller, query, {
        filter: { field: 'duplicate', operator: 'is', value: 'true' },
        sort: sort.length > 0 ? sort : byHash,
      });
    }),
    komgaRoute(
      { method: 'GET', path: '/api/v1/books/ondeck', needs: [...needs, 'progress-read'] },
      ({ caller, query }) => {
        const page = query.page();
        return komgaPage(store.onDeck(caller.user_pk, page, query.list('library_id')), page);
      },
    ),
    komgaRoute(
      { method: 'POST', path: '/api/v1/books/list', needs, body: listBody },
      ({ caller, query, body }) =>
        answer(caller, query, {
          filter: readCondition(fields, body.condition, new Date()),
          search: body.fullTextSearch ?? '',
        }),
    ),
    komgaRoute(
      { method: 'GET', path: '/api/v1/series/:id/books', needs },
      ({ caller, query, params: { id = '' } }) => {
        if (!store.hasSeries(id)) throw notFound('Series', id);
        const ofSeries: RowCondition = { field: 'seriesId', operator: 'is', value: id };
        const sort = query.sort();
        return answer(caller, query, {
          filter: { allOf: [ofSeries, bookFilter(query)] },
          sort: sort.length > 0 ? sort : byNumber,
        });
      },
    ),
    beside('next'),
    beside('previous'),
    komgaRoute({ method: 'GET', path: '/api/v1/books/:id', needs }, ({ caller, params }) => {
      const { id = '' } = params;
      const book = store.get(progressUserOf(caller), id);
      if (!book) throw notFound('Book', id);
      return book;
    }),
  ];
};
