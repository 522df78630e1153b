import {
  chooseBookCover,
  chooseSeriesCover,
  getBookCover,
  getSeriesCover,
  resetBookCover,
  resetSeriesCover,
  uploadBookCover,
  uploadSeriesCover,
} from '../../../shared/api/covers.ts';
import { route, type Route } from '../../http/api/route.ts';
import type { CoverChoices } from './choices.ts';

export const coversRoutes = ({ choices }: { choices: CoverChoices }): Route[] => [
  route(getBookCover, ({ params }) => choices.get('book', params.id)),
  route(chooseBookCover, ({ params, body }) => choices.choosePage(params.id, body.page)),
  route(uploadBookCover, ({ params, body }) => choices.upload('book', params.id, body)),
  route(resetBookCover, ({ params }) => choices.reset('book', params.id)),
  route(getSeriesCover, ({ params }) => choices.get('series', params.id)),
  route(chooseSeriesCover, ({ params, body }) =>
    choices.chooseBook(params.id, body.book_id, body.page ?? null),
  ),
  route(uploadSeriesCover, ({ params, body }) => choices.upload('series', params.id, body)),
  route(resetSeriesCover, ({ params }) => choices.reset('series', params.id)),
];
