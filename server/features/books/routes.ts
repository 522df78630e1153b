import { chooseBookFormat, getBookFormatFile } from '../../../shared/api/book-formats.ts';
import {
  analyzeBook,
  filterBooks,
  getBook,
  getBookFile,
  getBookThumbnail,
  listBookIds,
  listBookLetters,
  listBooks,
  listBooksInProgress,
  listBooksOnDeck,
  listAddedDays,
  listRecentlyAddedBooks,
  listRecentlyReadBooks,
} from '../../../shared/api/books.ts';
import { conditionsOf } from '../../http/api/conditional-request.ts';
import { route, type Route } from '../../http/api/route.ts';
import type { CoversService } from '../covers/service.ts';
import type { BookFormatsService } from './formats.ts';
import type { BooksService } from './service.ts';

interface BooksRoutesOptions {
  books: BooksService;
  formats: BookFormatsService;
  covers: Pick<CoversService, 'book'>;
}

export const booksRoutes = ({ books, formats, covers }: BooksRoutesOptions): Route[] => [
  route(listBooks, ({ caller, query }) => books.list(caller, query)),
  route(filterBooks, ({ caller, query, body }) => books.find(caller, query, body)),
  route(listBookIds, ({ caller, query, body }) => books.ids(caller, query, body)),
  route(listBookLetters, ({ caller, body }) => books.letters(caller, body)),
  route(listBooksInProgress, ({ caller, query }) => books.inProgress(caller, query)),
  route(listBooksOnDeck, ({ caller, query }) => books.onDeck(caller, query)),
  route(listAddedDays, ({ query }) => books.addedDays(query)),
  route(listRecentlyAddedBooks, ({ caller, query }) => books.list(caller, query)),
  route(listRecentlyReadBooks, ({ caller, query }) => books.recentlyRead(caller, query)),
  route(getBook, ({ caller, params }) => books.get(caller, params.id)),
  route(getBookThumbnail, ({ params, ...request }) =>
    covers.book(params.id, request.headers.accept, conditionsOf(request)),
  ),
  route(getBookFile, ({ params }) => books.file(params.id)),
  route(getBookFormatFile, ({ params }) => formats.file(params.id, params.format)),
  route(chooseBookFormat, ({ params }) => formats.choose(params.id, params.format)),
  route(analyzeBook, ({ params }) => books.analyze(params.id)),
];
