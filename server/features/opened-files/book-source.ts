import {
  createAnnotation,
  deleteAnnotation,
  exportAnnotations,
  getAnnotation,
  listAnnotations,
  listSharedAnnotations,
  updateAnnotation,
} from '../../../shared/api/annotations.ts';
import { getBook, getBookFile, getBookThumbnail } from '../../../shared/api/books.ts';
import { getManifest, getPositions, getResource, searchBook } from '../../../shared/api/epub.ts';
import { getPage, getPageText, listPages } from '../../../shared/api/pages.ts';
import { getProgress, updateProgress } from '../../../shared/api/progress.ts';
import type { Endpoint, EndpointParsed } from '../../../shared/endpoint.ts';
import type { Caller } from '../../http/api/caller.ts';
import type { AnyHandler, Route } from '../../http/api/route.ts';
import type { OpenedFilesService } from './service.ts';

type OpenedFiles = Pick<OpenedFilesService, 'holds' | 'holdsAnnotation'>;
type Input = Parameters<AnyHandler>[0];
/** Whether a request is about an opened file of the caller. */
type IsOpened = (input: Input, caller: Caller, openedFiles: OpenedFiles) => boolean;

/** Declares where the endpoints name the book, or an annotation in one. */
const source = <const E extends Endpoint>(
  endpoints: readonly E[],
  read: (input: EndpointParsed<E>) => { book: string | undefined } | { annotation: string },
): [Endpoint, IsOpened][] => {
  const isOpened: IsOpened = (input, caller, openedFiles) => {
    const named = read(input as EndpointParsed<E>);
    if ('annotation' in named) return openedFiles.holdsAnnotation(caller, named.annotation);
    return named.book !== undefined && openedFiles.holds(caller, named.book);
  };
  return endpoints.map((endpoint) => [endpoint, isOpened]);
};

const sources = new Map([
  ...source(
    [
      ...[getBook, getBookFile, getBookThumbnail, getProgress, updateProgress, listPages],
      ...[getManifest, getPositions, getResource, searchBook, createAnnotation],
      listSharedAnnotations,
    ],
    ({ params }) => ({ book: params.id }),
  ),
  ...source([getPage, getPageText], ({ params }) => ({ book: params.book_id })),
  ...source([listAnnotations, exportAnnotations], ({ query }) => ({ book: query.book_id })),
  ...source([getAnnotation, updateAnnotation, deleteAnnotation], ({ params }) => ({
    annotation: params.id,
  })),
]);

/**
 * Wraps the routes so that `opened` handles requests of callers on this machine for their own opened
 * files. This is the only place that decides about that access: all other callers reach library
 * books only.
 */
export const withOpenedFiles = (
  routes: readonly Route[],
  opened: readonly Route[],
  openedFiles: OpenedFiles,
): Route[] => {
  const handlers = new Map(opened.map(({ endpoint, handler }) => [endpoint, handler]));
  return routes.map(({ endpoint, handler }) => {
    const other = handlers.get(endpoint);
    if (!other || !handler) return { endpoint, handler };
    const isOpened = sources.get(endpoint);
    if (!isOpened) throw new Error(`No book source is declared for ${endpoint.id}`);
    const choose: AnyHandler = (input) => {
      const { caller, isLocal } = input;
      const isOwn = caller !== null && isLocal && isOpened(input, caller, openedFiles);
      return (isOwn ? other : handler)(input);
    };
    return { endpoint, handler: choose };
  });
};
