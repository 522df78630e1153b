import type { BooksService } from '../books/service.ts';
import { compatRoute, type CompatRoute } from './route.ts';

/** The files of books; a name at the end of the path is for clients that save under it. */
export const compatFileRoutes = ({ books }: { books: Pick<BooksService, 'file'> }): CompatRoute[] =>
  ['/api/v1/books/:id/file', '/api/v1/books/:id/file/*name'].map((path) =>
    compatRoute(
      { method: 'GET', path, needs: ['books-read'], answers: 'content' },
      ({ params: { id = '' } }) => books.file(id),
    ),
  );
