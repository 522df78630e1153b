import { getAnnotation } from '../../../shared/api/annotations.ts';
import { getBook, getBookFile, getBookThumbnail } from '../../../shared/api/books.ts';
import { addOpenedFile, getOpenedFile } from '../../../shared/api/opened-files.ts';
import { getProgress, updateProgress } from '../../../shared/api/progress.ts';
import { notFound } from '../../../shared/errors.ts';
import { acceptNames } from '../../http/accept.ts';
import { readerOf } from '../../http/content-reader.ts';
import { isLoopback } from '../../http/rate-limit.ts';
import { route, type AnyHandler, type Route } from '../../http/route.ts';
import type { PagesService } from '../pages/service.ts';
import type { OpenedFilesService } from './service.ts';

/** Files of the disk are for who sits at it: for everybody else there are none. */
const here = (ip: string, id: string): string => {
  if (!isLoopback(ip)) throw notFound('File', id);
  return id;
};

export const openedFilesRoutes = ({
  openedFiles,
}: {
  openedFiles: OpenedFilesService;
}): Route[] => [
  route(getOpenedFile, ({ caller, params, ip }) => openedFiles.get(caller, here(ip, params.id))),
  route(addOpenedFile, ({ caller, params, body, ip }) =>
    openedFiles.add(caller, here(ip, params.id), body),
  ),
];

/** What answers about the book of an opened file, beside its pages and parts. */
export const openedBookRoutes = ({
  openedFiles,
  pages,
}: {
  openedFiles: OpenedFilesService;
  pages: Pick<PagesService, 'image'>;
}): Route[] => [
  route(getBook, ({ caller, params }) => openedFiles.book(caller, params.id)),
  route(getBookFile, ({ caller, params }) => openedFiles.file(caller, params.id)),
  route(getBookThumbnail, ({ params, ...request }) => {
    const { accept } = request.headers;
    const format = acceptNames(accept, 'image/webp') ? 'webp' : 'jpeg';
    return pages.image(params.id, 1, { width: 400, format }, accept, readerOf(request));
  }),
  route(getProgress, ({ caller, params }) => openedFiles.progress(caller, params.id)),
  route(updateProgress, ({ caller, params, body, headers }) =>
    openedFiles.read(caller, params.id, body, headers['if-unmodified-since']),
  ),
];

/** The book, or the mark in one, that a request names by its path or its query. */
interface Named {
  id?: string;
  book_id?: string;
}

/**
 * The routes, where those of `instead` answer for the own opened files of callers at this machine. This is
 * the one place that decides whose and where: everybody else meets the books of the libraries alone.
 */
export const withOpenedFiles = (
  routes: readonly Route[],
  instead: readonly Route[],
  openedFiles: Pick<OpenedFilesService, 'holds' | 'holdsMark'>,
): Route[] => {
  const handlers = new Map(instead.map(({ endpoint, handler }) => [endpoint.id, handler]));
  return routes.map(({ endpoint, handler }) => {
    const other = handlers.get(endpoint.id);
    if (!other || !handler) return { endpoint, handler };
    const isOwn = endpoint.path === getAnnotation.path ? openedFiles.holdsMark : openedFiles.holds;
    const choose: AnyHandler = (input) => {
      const { id, book_id = id } = {
        ...(input.query as Named),
        ...(input.params as Named),
      };
      const isOurs =
        input.caller !== null &&
        book_id !== undefined &&
        isLoopback(input.ip) &&
        isOwn(input.caller, book_id);
      return (isOurs ? other : handler)(input);
    };
    return { endpoint, handler: choose };
  });
};
