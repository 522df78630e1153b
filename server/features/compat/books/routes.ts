import { notFound } from '../../../../shared/errors.ts';
import type { Filter } from '../../../database/filter-sql.ts';
import { mediaProfiles, mediaStatuses, readStatuses } from '../choices.ts';
import { readCondition, type ConditionFields } from '../condition.ts';
import { listAnswer, type CompatList } from '../list-answer.ts';
import { listBody } from '../list-body.ts';
import { bookFilter, readerOf } from '../lists.ts';
import { compatPage } from '../page.ts';
import type { CompatSort } from '../query.ts';
import { compatRoute, type CompatRoute } from '../route.ts';
import type { CompatBooksStore } from './store.ts';

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
const changed: CompatSort[] = [{ property: 'lastModifiedDate', direction: 'desc' }];
const byNumber: CompatSort[] = [{ property: 'metadata.numberSort', direction: 'asc' }];
/** Copies come together. */
const byHash: CompatSort[] = [{ property: 'fileHash', direction: 'asc' }];

/** Lists of books, one book and its neighbours. */
export const compatBookRoutes = ({
  store,
  list,
}: {
  store: Pick<CompatBooksStore, 'get' | 'hasSeries' | 'neighbour' | 'onDeck'>;
  /** `store.list`, here or in another thread. */
  list: CompatList;
}): CompatRoute[] => {
  const answer = listAnswer(list);
  const beside = (which: 'next' | 'previous') =>
    compatRoute(
      { method: 'GET', path: `/api/v1/books/:id/${which}`, needs },
      ({ caller, params: { id = '' } }) => {
        const book = store.neighbour(readerOf(caller), id, which);
        if (!book) throw notFound(`The ${which} book of`, id);
        return book;
      },
    );
  return [
    compatRoute({ method: 'GET', path: '/api/v1/books', needs }, ({ caller, query }) =>
      answer(caller, query, { filter: bookFilter(query), search: query.text('search') ?? '' }),
    ),
    compatRoute({ method: 'GET', path: '/api/v1/books/latest', needs }, ({ caller, query }) =>
      answer(caller, query, { filter: bookFilter(query), sort: changed }),
    ),
    compatRoute({ method: 'GET', path: '/api/v1/books/duplicates', needs }, ({ caller, query }) => {
      const sort = query.sort();
      return answer(caller, query, {
        filter: { field: 'duplicate', operator: 'isTrue', value: '' },
        sort: sort.length > 0 ? sort : byHash,
      });
    }),
    compatRoute(
      { method: 'GET', path: '/api/v1/books/ondeck', needs: [...needs, 'progress-read'] },
      ({ caller, query }) => {
        const page = query.page();
        return compatPage(store.onDeck(caller.user_pk, page, query.list('library_id')), page);
      },
    ),
    compatRoute(
      { method: 'POST', path: '/api/v1/books/list', needs, body: listBody },
      ({ caller, query, body }) =>
        answer(caller, query, {
          filter: readCondition(fields, body.condition, new Date()),
          search: body.fullTextSearch ?? '',
        }),
    ),
    compatRoute(
      { method: 'GET', path: '/api/v1/series/:id/books', needs },
      ({ caller, query, params: { id = '' } }) => {
        if (!store.hasSeries(id)) throw notFound('Series', id);
        const ofSeries: Filter = { field: 'seriesId', operator: 'is', value: id };
        const sort = query.sort();
        return answer(caller, query, {
          filter: { all: [ofSeries, bookFilter(query)] },
          sort: sort.length > 0 ? sort : byNumber,
        });
      },
    ),
    beside('next'),
    beside('previous'),
    compatRoute({ method: 'GET', path: '/api/v1/books/:id', needs }, ({ caller, params }) => {
      const { id = '' } = params;
      const book = store.get(readerOf(caller), id);
      if (!book) throw notFound('Book', id);
      return book;
    }),
  ];
};
