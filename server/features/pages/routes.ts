import { getPage, getPageText, listPages } from '../../../shared/api/pages.ts';
import { conditionsOf } from '../../http/api/conditional-request.ts';
import { route, type Route } from '../../http/api/route.ts';
import type { PageTexts } from './page-texts.ts';
import type { PagesService } from './types.ts';

export const pagesRoutes = ({
  pages,
  pageTexts,
}: {
  pages: PagesService;
  pageTexts: PageTexts;
}): Route[] => [
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
  route(getPageText, async ({ params }) => ({
    text: await pageTexts.text(params.book_id, params.page_number),
  })),
];
