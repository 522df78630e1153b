import {
  getCreator,
  listBooksOfCreator,
  listCreatorLetters,
  listCreatorRoles,
  listCreators,
  listSeriesOfCreator,
  renameCreator,
} from '../../../shared/api/creators.ts';
import { route, type Route } from '../../http/api/route.ts';
import type { CreatorsService } from './service.ts';

export const creatorsRoutes = ({ creators }: { creators: CreatorsService }): Route[] => [
  route(listCreators, ({ query }) => creators.list(query)),
  route(listCreatorLetters, ({ query }) => creators.letters(query)),
  route(listCreatorRoles, () => creators.roles()),
  route(getCreator, ({ params }) => creators.get(params.id)),
  route(listSeriesOfCreator, ({ caller, params, query }) =>
    creators.series(caller, params.id, query),
  ),
  route(listBooksOfCreator, ({ caller, params, query }) =>
    creators.books(caller, params.id, query),
  ),
  route(renameCreator, ({ caller, params, body }) => creators.rename(caller, params.id, body.name)),
];
