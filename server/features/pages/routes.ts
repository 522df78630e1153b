import { getPage, listPages } from '../../../shared/api/pages.ts';
import { conditionsOf } from '../../http/api/conditional-request.ts';
import { route, type Route } from '../../http/api/route.ts';
import type { PagesService } from './types.ts';

export const pagesRoutes = ({ pages }: { pages: PagesService }): Route[] => [
  route(listPages, ({ params, query }) => pages.list(params.id, query)),
  route(getPage, ({ params, query, ...request }) =>
    pages.image(
      params.book_id,
      params.page_number,
      query,
      request.headers.accept,
      conditionsOf(request),
    ),
  ),
];
