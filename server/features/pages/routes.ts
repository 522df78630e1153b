import { getPage, listPages } from '../../../shared/api/pages.ts';
import { readerOf } from '../../http/content-reader.ts';
import { route, type Route } from '../../http/route.ts';
import type { PagesService } from './service.ts';

export const pagesRoutes = ({ pages }: { pages: PagesService }): Route[] => [
  route(listPages, ({ params, query }) => pages.list(params.id, query)),
  route(getPage, ({ params, query, ...request }) =>
    pages.image(
      params.book_id,
      params.page_number,
      query,
      request.headers.accept,
      readerOf(request),
    ),
  ),
];
