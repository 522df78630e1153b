import type { FullSeries } from '../../../shared/api/series-record.ts';
import { packBooks } from '../books/packed-books.ts';
import type { BooksService } from '../books/service.ts';
import type { ReadListsService } from '../read-lists/service.ts';
import type { SeriesService } from '../series/service.ts';
import { entryIds } from './entry-ids.ts';
import type { KomgaProgressStore } from './progress/store.ts';
import { komgaRoute, type KomgaRoute } from './route.ts';

/** Downloads of books, and of a series or read list as one archive. */
export const komgaFileRoutes = ({
  books,
  series,
  readLists,
  store,
}: {
  books: Pick<BooksService, 'file'>;
  series: Pick<SeriesService, 'get'>;
  readLists: Pick<ReadListsService, 'get' | 'members'>;
  store: Pick<KomgaProgressStore, 'ofSeries'>;
}): KomgaRoute[] => [
  // Clients save under the name at the end of the path.
  ...['/api/v1/books/:id/file', '/api/v1/books/:id/file/*name'].map((path) =>
    komgaRoute(
      { method: 'GET', path, needs: ['books-read', 'books-download'], answers: 'content' },
      ({ params: { id = '' } }) => books.file(id),
    ),
  ),
  komgaRoute(
    {
      method: 'GET',
      path: '/api/v1/series/:id/file',
      needs: ['series-read', 'books-read', 'books-download'],
      answers: 'content',
    },
    ({ caller, params: { id = '' } }) => {
      const { name } = JSON.parse(series.get(caller, id).json) as FullSeries;
      return packBooks({
        name,
        ids: store.ofSeries(caller.user_pk, id).map((book) => book.id),
        file: books.file,
        entryName: (filename) => filename,
      });
    },
  ),
  komgaRoute(
    {
      method: 'GET',
      path: '/api/v1/readlists/:id/file',
      needs: ['read-lists-read', 'books-read', 'books-download'],
      answers: 'content',
    },
    ({ params: { id = '' } }) =>
      packBooks({
        name: readLists.get(id).name,
        ids: entryIds(readLists, id),
        file: books.file,
        entryName: (filename, index) => `${index + 1} - ${filename}`,
      }),
  ),
];
