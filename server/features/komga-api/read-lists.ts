import { z } from 'zod';

import { memberIds } from '../../../shared/api/collections.ts';
import { notFound } from '../../../shared/errors.ts';
import { line } from '../../../shared/schemas.ts';
import type { JsonText } from '../../database/json.ts';
import type { Caller } from '../../http/api/caller.ts';
import type { ReadListsService } from '../read-lists/service.ts';
import type { WantToReadService } from '../want-to-read/service.ts';
import { conflictAsBadRequest } from './admin.ts';
import { memberSort, recordsOf } from './entry-pages.ts';
import { listAnswer, type KomgaList } from './list-answer.ts';
import { bookFilter, progressUserOf } from './lists.ts';
import { komgaPage } from './page.ts';
import { komgaRoute, type KomgaRoute } from './route.ts';
import { seconds } from './values.ts';
import {
  refuseWantToRead,
  wantToReadId,
  type KomgaListed,
  type KomgaLists,
} from './want-to-read.ts';

const needs = ['read-lists-read'] as const;
const withBooks = [...needs, 'books-read'] as const;
const path = '/api/v1/readlists';
const created = z.object({
  name: line(255),
  summary: z.string().max(10_000),
  ordered: z.boolean(),
  bookIds: memberIds.min(1),
});

interface KomgaReadListOptions {
  readLists: ReadListsService;
  /** The same with the caller's own list. */
  lists: KomgaLists;
  wantToRead: Pick<WantToReadService, 'setOfKind'>;
  /** Queries for books. */
  books: {
    get(userPk: number | null, id: string): JsonText<unknown> | null;
    list: KomgaList;
  };
}

/** Endpoints for reading lists, their books, and the reading lists of a book. */
export const komgaReadListRoutes = (options: KomgaReadListOptions): KomgaRoute[] => [
  ...reading(options),
  ...changing(options),
];

const recordOf =
  (lists: KomgaLists, caller: Caller) =>
  ({ id, name, summary, ordered, created_at, updated_at }: KomgaListed) => ({
    id,
    name,
    summary: summary ?? '',
    ordered,
    bookIds: lists.members(caller, id),
    createdDate: seconds(created_at),
    lastModifiedDate: seconds(updated_at),
    filtered: false,
  });

const reading = ({ lists, books }: KomgaReadListOptions): KomgaRoute[] => {
  const answer = listAnswer(books.list);
  const beside = (which: 'next' | 'previous') =>
    komgaRoute(
      { method: 'GET', path: `${path}/:id/books/:book/${which}`, needs: withBooks },
      ({ caller, params: { id = '', book = '' } }) => {
        const ids = lists.members(caller, id);
        const index = ids.indexOf(book);
        const other = index < 0 ? undefined : ids[which === 'next' ? index + 1 : index - 1];
        const found = other === undefined ? null : books.get(progressUserOf(caller), other);
        if (!found) throw notFound(`The ${which} book of`, book);
        return found;
      },
    );
  return [
    komgaRoute({ method: 'GET', path, needs }, ({ caller, query }) => {
      const page = query.page();
      const found = lists.page(caller, page, {
        search: query.text('search'),
        library_ids: query.list('library_id'),
      });
      return komgaPage(recordsOf(found, recordOf(lists, caller)), page, true);
    }),
    komgaRoute({ method: 'GET', path: `${path}/:id`, needs }, ({ caller, params: { id = '' } }) =>
      recordOf(lists, caller)(lists.get(caller, id)),
    ),
    komgaRoute(
      { method: 'GET', path: `${path}/:id/books`, needs: withBooks },
      ({ caller, query, params: { id = '' } }) =>
        answer(caller, query, {
          filter: {
            allOf: [{ field: 'readListId', operator: 'is', value: id }, bookFilter(query)],
          },
          search: query.text('search') ?? '',
          sort: memberSort(query, lists.get(caller, id), 'readList.number', 'title', 'number'),
        }),
    ),
    beside('next'),
    beside('previous'),
    komgaRoute(
      { method: 'GET', path: '/api/v1/books/:id/readlists', needs: withBooks },
      ({ caller, params: { id = '' } }) => {
        if (!books.get(progressUserOf(caller), id)) throw notFound('Book', id);
        return lists.withMember(caller, id).map(recordOf(lists, caller));
      },
    ),
  ];
};

const changing = ({ readLists, lists, wantToRead }: KomgaReadListOptions): KomgaRoute[] => [
  komgaRoute(
    {
      method: 'POST',
      path,
      needs: ['read-lists-write'],
      admin: true,
      body: created.extend({
        summary: created.shape.summary.default(''),
        ordered: z.boolean().default(true),
      }),
    },
    async ({ caller, body: { bookIds, ...fields } }) =>
      recordOf(
        lists,
        caller,
      )(await conflictAsBadRequest(() => readLists.create(fieldsOf(fields), bookIds))),
  ),
  komgaRoute(
    {
      method: 'PATCH',
      path: `${path}/:id`,
      needs: ['read-lists-write'],
      admin: true,
      body: created.partial(),
    },
    ({ caller, params: { id = '' }, body: { bookIds, ...fields } }) =>
      conflictAsBadRequest(() => {
        if (lists.get(caller, id).id === wantToReadId) {
          if (fields.name !== undefined) refuseWantToRead(id, 'name');
          if (bookIds) wantToRead.setOfKind(caller, 'book', bookIds);
          return;
        }
        if (bookIds) readLists.reorder(id, bookIds);
        if (Object.keys(fields).length > 0) readLists.update(id, fieldsOf(fields));
      }),
  ),
  komgaRoute(
    { method: 'DELETE', path: `${path}/:id`, needs: ['read-lists-delete'], admin: true },
    ({ params: { id = '' } }) => {
      refuseWantToRead(id, 'id');
      return readLists.remove(id);
    },
  ),
];

/** An empty summary means none. */
const fieldsOf = <Fields extends { summary?: string | undefined }>({
  summary,
  ...fields
}: Fields) => ({ ...fields, ...(summary === undefined ? {} : { summary: summary || null }) });
