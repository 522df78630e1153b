import {
  findRepeatedPages,
  getRepeatedPagePicture,
  listRepeatedPages,
  updateRepeatedPage,
} from '../../../shared/api/repeated-pages.ts';
import { route, type Route } from '../../http/api/route.ts';
import type { RepeatedPagesService } from './service.ts';

export const repeatedPagesRoutes = ({
  repeatedPages,
}: {
  repeatedPages: RepeatedPagesService;
}): Route[] => [
  route(findRepeatedPages, ({ params }) => repeatedPages.search(params.id)),
  route(listRepeatedPages, ({ params, query }) => repeatedPages.list(params.id, query)),
  route(getRepeatedPagePicture, ({ params }) => repeatedPages.picture(params.id)),
  route(updateRepeatedPage, ({ params, body }) => repeatedPages.mark(params.id, body.mark)),
];
