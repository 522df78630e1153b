import { getBook, getBookFile, getBookThumbnail } from '../../../shared/api/books.ts';
import { addOpenedFile, getOpenedFile } from '../../../shared/api/opened-files.ts';
import { getProgress, updateProgress } from '../../../shared/api/progress.ts';
import { notFound, hasCode } from '../../../shared/errors.ts';
import { acceptsExactly } from '../../http/api/accept.ts';
import { conditionsOf } from '../../http/api/conditional-request.ts';
import { route, type Route } from '../../http/api/route.ts';
import { noCover } from '../covers/service.ts';
import type { PagesService } from '../pages/types.ts';
import type { OpenedFilesService } from './service.ts';

/** Local files are served to programs on this machine only; others get 404. */
const here = (isLocal: boolean, id: string): string => {
  if (!isLocal) throw notFound('File', id);
  return id;
};

export const openedFilesRoutes = ({
  openedFiles,
}: {
  openedFiles: OpenedFilesService;
}): Route[] => [
  route(getOpenedFile, ({ caller, params, isLocal }) =>
    openedFiles.get(caller, here(isLocal, params.id)),
  ),
  route(addOpenedFile, ({ caller, params, body, isLocal }) =>
    openedFiles.add(caller, here(isLocal, params.id), body),
  ),
];

/** Handlers for the book record of an opened file, besides its pages and resources. */
export const openedBookRoutes = ({
  openedFiles,
  pages,
}: {
  openedFiles: OpenedFilesService;
  pages: Pick<PagesService, 'image'>;
}): Route[] => [
  route(getBook, ({ caller, params }) => openedFiles.book(caller, params.id)),
  route(getBookFile, ({ caller, params }) => openedFiles.file(caller, params.id)),
  route(getBookThumbnail, async ({ params, ...request }) => {
    const { accept } = request.headers;
    const format = acceptsExactly(accept, 'image/webp') ? 'webp' : 'jpeg';
    try {
      const shape = { width: 400, format } as const;
      return await pages.image(params.id, 1, shape, accept, conditionsOf(request));
    } catch (error) {
      const isUnreadable = hasCode(error, 'UnprocessableContent');
      throw isUnreadable ? noCover('Book', params.id, error.message) : error;
    }
  }),
  route(getProgress, ({ caller, params }) => openedFiles.progress(caller, params.id)),
  route(updateProgress, ({ caller, params, body, headers }) =>
    openedFiles.read(caller, params.id, body, headers['if-unmodified-since']),
  ),
];
