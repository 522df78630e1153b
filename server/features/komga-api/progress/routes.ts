import { z } from 'zod';

import { badField, notFound } from '../../../../shared/errors.ts';
import type { Caller } from '../../../http/api/caller.ts';
import { jsonFloat } from '../../../http/api/json-float.ts';
import type { DevicesService } from '../../devices/service.ts';
import type { ProgressService } from '../../progress/types.ts';
import { komgaRoute, type KomgaRoute } from '../route.ts';
import type { KomgaLists } from '../want-to-read.ts';
import type { KomgaProgressStore, ReadState } from './store.ts';

const pageBody = z.object({
  page: z.int().nullish(),
  completed: z.boolean().nullish(),
});
const numberBody = z.object({ lastBookNumberSortRead: z.number() });
const indexBody = z.object({ lastBookRead: z.number() });

const write = ['progress-write'] as const;
const read = ['progress-read'] as const;

/** Progress endpoints: by page, for a whole series, and for trackers. */
export const komgaProgressRoutes = ({
  store,
  progress,
  readLists,
  devices,
}: {
  store: KomgaProgressStore;
  progress: Pick<
    ProgressService,
    'update' | 'clear' | 'markRead' | 'markSeriesRead' | 'markSeriesUnread' | 'markBooksRead'
  >;
  readLists: Pick<KomgaLists, 'members'>;
  devices: Pick<DevicesService, 'readingOn'>;
}): KomgaRoute[] => {
  const ofSeries = ({ user_pk }: Caller, id: string) => {
    if (!store.hasSeries(id)) throw notFound('Series', id);
    return store.ofSeries(user_pk, id);
  };
  const ofReadList = (caller: Caller, id: string) =>
    store.ofBooks(caller.user_pk, readLists.members(caller, id));
  /** A tracker never unmarks books as read. */
  const markRead = (caller: Caller, books: readonly ReadState[]) => {
    const unread = books.filter((book) => !book.is_completed);
    progress.markBooksRead(
      caller,
      unread.map(({ id }) => id),
    );
  };
  const byIndex = (path: string, booksOf: (caller: Caller, id: string) => ReadState[]) => [
    komgaRoute({ method: 'GET', path, needs: read }, ({ caller, params: { id = '' } }) => {
      const books = booksOf(caller, id);
      return { ...counts(books), lastReadContinuousIndex: readFromStart(books).length };
    }),
    komgaRoute(
      { method: 'PUT', path, needs: write, body: indexBody },
      ({ caller, params: { id = '' }, body }) =>
        markRead(caller, booksOf(caller, id).slice(0, Math.max(0, Math.floor(body.lastBookRead)))),
    ),
  ];

  const ofBook = '/api/v1/books/:id/read-progress';
  const wholeSeries = '/api/v1/series/:id/read-progress';
  const byNumber = '/api/v2/series/:id/read-progress/tachiyomi';
  return [
    komgaRoute(
      { method: 'PATCH', path: ofBook, needs: write, body: pageBody },
      ({ caller, headers, params: { id = '' }, body: { page, completed } }) => {
        if (completed !== true && (page === undefined || page === null)) {
          throw badField('page', 'Send the page, or completed as true');
        }
        if (completed !== true && Number(page) < 1) {
          throw badField('page', 'Page numbers begin with 1');
        }
        const device = devices.readingOn(caller, headers['user-agent']);
        if (completed === true) progress.markRead(caller, id, device);
        else progress.update(caller, id, { current_page: Number(page), device });
      },
    ),
    komgaRoute(
      { method: 'DELETE', path: ofBook, needs: write },
      ({ caller, params: { id = '' } }) => progress.clear(caller, id),
    ),
    komgaRoute(
      { method: 'POST', path: wholeSeries, needs: write },
      ({ caller, params: { id = '' } }) => void progress.markSeriesRead(caller, id),
    ),
    komgaRoute(
      { method: 'DELETE', path: wholeSeries, needs: write },
      ({ caller, params: { id = '' } }) => void progress.markSeriesUnread(caller, id),
    ),
    komgaRoute(
      { method: 'GET', path: byNumber, needs: read },
      ({ caller, params: { id = '' } }) => {
        const books = ofSeries(caller, id);
        return {
          ...counts(books),
          lastReadContinuousNumberSort: jsonFloat(readFromStart(books).at(-1)?.number_sort ?? 0),
          maxNumberSort: jsonFloat(
            books.reduce((most, { number_sort }) => Math.max(most, number_sort), 0),
          ),
        };
      },
    ),
    komgaRoute(
      { method: 'PUT', path: byNumber, needs: write, body: numberBody },
      ({ caller, params: { id = '' }, body: { lastBookNumberSortRead: last } }) =>
        markRead(
          caller,
          ofSeries(caller, id).filter(({ number_sort }) => number_sort <= last),
        ),
    ),
    ...byIndex('/api/v1/series/:id/read-progress/tachiyomi', ofSeries),
    ...byIndex('/api/v1/readlists/:id/read-progress/tachiyomi', ofReadList),
  ];
};

const counts = (books: readonly ReadState[]) => {
  const completed = books.filter(({ is_completed }) => is_completed).length;
  const begun = books.filter(({ is_begun }) => is_begun).length;
  return {
    booksCount: books.length,
    booksReadCount: completed,
    booksUnreadCount: books.length - begun,
    booksInProgressCount: begun - completed,
  };
};

const readFromStart = (books: readonly ReadState[]): ReadState[] => {
  const end = books.findIndex(({ is_completed }) => !is_completed);
  return end < 0 ? [...books] : books.slice(0, end);
};
