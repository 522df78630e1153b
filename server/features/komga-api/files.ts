import type { BooksService } from '../books/service.ts';
import type { DownloadsService } from '../downloads/service.ts';
import { komgaRoute, type KomgaRoute } from './route.ts';
import type { KomgaLists } from './want-to-read.ts';

/** Downloads of books, and of a series or reading list as one archive. */
export const komgaFileRoutes = ({
  books,
  downloads,
  readLists,
}: {
  books: Pick<BooksService, 'readable'>;
  downloads: Pick<DownloadsService, 'series' | 'numbered'>;
  readLists: Pick<KomgaLists, 'get' | 'members'>;
}): KomgaRoute[] => [
  // Clients save under the name at the end of the path.
  ...['/api/v1/books/:id/file', '/api/v1/books/:id/file/*name'].map((path) =>
    komgaRoute(
      { method: 'GET', path, needs: ['books-read', 'books-download'], answers: 'content' },
      ({ params: { id = '' } }) => books.readable(id),
    ),
  ),
  komgaRoute(
    {
      method: 'GET',
      path: '/api/v1/series/:id/file',
      needs: ['series-read', 'books-read', 'books-download'],
      answers: 'content',
    },
    ({ caller, params: { id = '' } }) => downloads.series(caller, id),
  ),
  komgaRoute(
    {
      method: 'GET',
      path: '/api/v1/readlists/:id/file',
      needs: ['read-lists-read', 'books-read', 'books-download'],
      answers: 'content',
    },
    ({ caller, params: { id = '' } }) =>
      downloads.numbered(caller, readLists.get(caller, id).name, readLists.members(caller, id)),
  ),
];
