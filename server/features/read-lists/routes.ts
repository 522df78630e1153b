import {
  addToReadList,
  arrangeReadList,
  chooseReadListCover,
  createReadList,
  deleteReadList,
  exportReadList,
  getReadList,
  getReadListPlace,
  getReadListThumbnail,
  importReadList,
  listBooksOfReadList,
  listReadLists,
  removeFromReadList,
  resetReadListCover,
  updateReadList,
  uploadReadListCover,
} from '../../../shared/api/read-lists.ts';
import { conditionsOf } from '../../http/api/conditional-request.ts';
import { Reply, route, type Route } from '../../http/api/route.ts';
import { librariesOf } from '../lists/ordered-lists.ts';
import type { ReadListsService } from './service.ts';

export const readListsRoutes = ({ readLists }: { readLists: ReadListsService }): Route[] => [
  route(listReadLists, ({ query }) =>
    readLists.list({ ...query, ...librariesOf(query), member_id: query.book_id }),
  ),
  route(createReadList, ({ body: { id, name, summary = null, ordered = true, book_ids = [] } }) => {
    const made = readLists.create({ name, summary, ordered }, book_ids, id);
    return new Reply(made, { Location: locationOf(made.id) });
  }),
  route(importReadList, async ({ query, body }) => {
    const report = await readLists.import(body, query.dry_run ?? false);
    return report.read_list
      ? new Reply(report, { Location: locationOf(report.read_list.id) })
      : new Reply(report, {}, 200);
  }),
  route(getReadList, ({ params }) => readLists.get(params.id)),
  route(updateReadList, ({ params, body }) => readLists.update(params.id, body)),
  route(deleteReadList, ({ params }) => readLists.remove(params.id)),
  route(getReadListThumbnail, (context) =>
    readLists.cover(context.params.id, context.headers.accept, conditionsOf(context)),
  ),
  route(chooseReadListCover, ({ params, body }) => readLists.chooseCover(params.id, body.book_id)),
  route(uploadReadListCover, ({ params, body }) => readLists.uploadCover(params.id, body)),
  route(resetReadListCover, ({ params }) => readLists.resetCover(params.id)),
  route(exportReadList, ({ params }) => readLists.export(params.id)),
  route(listBooksOfReadList, ({ caller, params, query }) =>
    readLists.books(caller, params.id, query),
  ),
  route(getReadListPlace, ({ params }) => readLists.place(params.id, params.book_id)),
  route(addToReadList, ({ params, body }) => readLists.add(params.id, body.book_ids)),
  route(arrangeReadList, ({ params, body }) => readLists.reorder(params.id, body.book_ids)),
  route(removeFromReadList, ({ params }) => readLists.removeItem(params.id, params.book_id)),
];

const locationOf = (id: string) => `/api/v1/read-lists/${id}`;
