import {
  createSmartList,
  deleteSmartList,
  getSmartList,
  listBooksOfSmartList,
  listSeriesOfSmartList,
  listSmartLists,
  replaceSmartList,
} from '../../../shared/api/smart-lists.ts';
import { Reply, route, type Route } from '../../http/api/route.ts';
import type { SmartListsService } from './service.ts';

export const smartListsRoutes = ({ smartLists }: { smartLists: SmartListsService }): Route[] => [
  route(listSmartLists, ({ caller, query }) => smartLists.list(caller, query)),
  route(createSmartList, ({ caller, body: { id, ...body } }) => {
    const made = smartLists.create(caller, body, id);
    return new Reply(made, { Location: `/api/v1/smart-lists/${made.id}` });
  }),
  route(getSmartList, ({ caller, params }) => smartLists.get(caller, params.id)),
  route(replaceSmartList, ({ caller, params, body }) =>
    smartLists.replace(caller, params.id, body),
  ),
  route(deleteSmartList, ({ caller, params }) => smartLists.remove(caller, params.id)),
  route(listSeriesOfSmartList, ({ caller, params, query }) =>
    smartLists.series(caller, params.id, query),
  ),
  route(listBooksOfSmartList, ({ caller, params, query }) =>
    smartLists.books(caller, params.id, query),
  ),
];
