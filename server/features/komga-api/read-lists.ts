import { z } from 'zod';

import { progressUserOf } from '../../http/api/caller.ts';
import { memberIds } from '../../../shared/api/collections.ts';
import { notFound } from '../../../shared/errors.ts';
import { line } from '../../../shared/schemas.ts';
import type { JsonText } from '../../database/json.ts';
import type { ReadListsService } from '../read-lists/service.ts';
import type { WantToReadService } from '../want-to-read/service.ts';
import type { KomgaList } from './list-answer.ts';
import { komgaListRoutes } from './list-routes.ts';
import { bookFilter } from './lists.ts';
import { komgaRoute, type KomgaRoute } from './route.ts';
import type { KomgaLists } from './want-to-read.ts';

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
export const komgaReadListRoutes = ({
  readLists,
  lists,
  wantToRead,
  books,
}: KomgaReadListOptions): KomgaRoute[] => {
  const beside = (which: 'next' | 'previous') =>
    komgaRoute(
      {
        method: 'GET',
        path: `${path}/:id/books/:book/${which}`,
        needs: ['read-lists-read', 'books-read'],
      },
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
    beside('next'),
    beside('previous'),
    ...komgaListRoutes({
      path,
      needs: {
        read: 'read-lists-read',
        members: 'books-read',
        write: 'read-lists-write',
        delete: 'read-lists-delete',
      },
      lists,
      wantToRead,
      record: ({ summary }, bookIds) => ({ summary: summary ?? '', bookIds }),
      member: {
        kind: 'book',
        label: 'Book',
        segment: 'books',
        listsPath: '/api/v1/books/:id/readlists',
        exists: (caller, id) => books.get(progressUserOf(caller), id) !== null,
        list: books.list,
        field: 'readListId',
        filter: bookFilter,
        sort: ['readList.number', 'title', 'number'],
      },
      createBody: created
        .extend({
          summary: created.shape.summary.default(''),
          ordered: z.boolean().default(true),
        })
        .transform(({ bookIds: members, ...fields }) => ({ members, fields })),
      changeBody: created
        .partial()
        .transform(({ bookIds: members, ...fields }) => ({ members, fields })),
      create: (fields, members) => readLists.create(fieldsOf(fields), members),
      update: (id, fields) => readLists.update(id, fieldsOf(fields)),
      reorder: (id, members) => readLists.reorder(id, members),
      remove: (id) => readLists.remove(id),
    }),
  ];
};

/** An empty summary means none. */
const fieldsOf = <Fields extends { summary?: string | undefined }>({
  summary,
  ...fields
}: Fields) => ({ ...fields, ...(summary === undefined ? {} : { summary: summary || null }) });
