import type { ReadList } from '../../../shared/api/read-lists.ts';
import { notFound } from '../../../shared/errors.ts';
import type { JsonText, ListPage } from '../../database/json.ts';
import type { ReadListsService } from '../read-lists/service.ts';
import { entryIds } from './entry-ids.ts';
import { memberSort, pageRequest } from './entry-pages.ts';
import { listAnswer, type KomgaList } from './list-answer.ts';
import { bookFilter, progressUserOf } from './lists.ts';
import { komgaPage } from './page.ts';
import { komgaRoute, type KomgaRoute } from './route.ts';
import { seconds } from './values.ts';

const needs = ['read-lists-read'] as const;
const withBooks = [...needs, 'books-read'] as const;

/** Endpoints for read lists, their books, and the read lists of a book. */
export const komgaReadListRoutes = ({
  readLists,
  books,
}: {
  readLists: ReadListsService;
  /** Queries for books. */
  books: {
    get(userPk: number | null, id: string): JsonText<unknown> | null;
    list: KomgaList;
  };
}): KomgaRoute[] => {
  const answer = listAnswer(books.list);
  const record = ({ id, name, summary, ordered, created_at, updated_at }: ReadList) => ({
    id,
    name,
    summary: summary ?? '',
    ordered,
    bookIds: entryIds(readLists, id),
    createdDate: seconds(created_at),
    lastModifiedDate: seconds(updated_at),
    filtered: false,
  });
  const records = ({ data, total }: ListPage<ReadList>): ListPage<unknown> => {
    const all = Array.isArray(data) ? data : (JSON.parse(data.json) as ReadList[]);
    return { data: all.map(record), total };
  };
  const beside = (which: 'next' | 'previous') =>
    komgaRoute(
      { method: 'GET', path: `/api/v1/readlists/:id/books/:book/${which}`, needs: withBooks },
      ({ caller, params: { id = '', book = '' } }) => {
        const ids = entryIds(readLists, id);
        const index = ids.indexOf(book);
        const other = index < 0 ? undefined : ids[which === 'next' ? index + 1 : index - 1];
        const found = other === undefined ? null : books.get(progressUserOf(caller), other);
        if (!found) throw notFound(`The ${which} book of`, book);
        return found;
      },
    );
  return [
    komgaRoute({ method: 'GET', path: '/api/v1/readlists', needs }, ({ query }) => {
      const page = query.page();
      const found = readLists.list({
        ...pageRequest(page),
        search: query.text('search'),
        library_ids: query.list('library_id'),
      });
      return komgaPage(records(found), page, true);
    }),
    komgaRoute({ method: 'GET', path: '/api/v1/readlists/:id', needs }, ({ params: { id = '' } }) =>
      record(readLists.get(id)),
    ),
    komgaRoute(
      { method: 'GET', path: '/api/v1/readlists/:id/books', needs: withBooks },
      ({ caller, query, params: { id = '' } }) =>
        answer(caller, query, {
          filter: {
            allOf: [{ field: 'readListId', operator: 'is', value: id }, bookFilter(query)],
          },
          search: query.text('search') ?? '',
          sort: memberSort(query, readLists.get(id), 'readList.number', 'title', 'number'),
        }),
    ),
    beside('next'),
    beside('previous'),
    komgaRoute(
      { method: 'GET', path: '/api/v1/books/:id/readlists', needs: withBooks },
      ({ caller, params: { id = '' } }) => {
        if (!books.get(progressUserOf(caller), id)) throw notFound('Book', id);
        return records(readLists.list({ ...pageRequest(null), member_id: id })).data;
      },
    ),
  ];
};
