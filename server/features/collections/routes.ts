import {
  addToCollection,
  arrangeCollection,
  chooseCollectionCover,
  createCollection,
  deleteCollection,
  getCollection,
  getCollectionThumbnail,
  listCollections,
  listSeriesOfCollection,
  removeFromCollection,
  resetCollectionCover,
  updateCollection,
  uploadCollectionCover,
} from '../../../shared/api/collections.ts';
import { inputOf, type Condition } from '../../../shared/condition.ts';
import { conditionsOf } from '../../http/api/conditional-request.ts';
import { Reply, route, type Route } from '../../http/api/route.ts';
import { librariesOf } from '../lists/ordered-lists.ts';
import type { CollectionsService } from './service.ts';

export const collectionsRoutes = ({
  collections,
}: {
  collections: CollectionsService;
}): Route[] => [
  route(listCollections, ({ query }) =>
    collections.list({ ...query, ...librariesOf(query), member_id: query.series_id }),
  ),
  route(
    createCollection,
    async ({
      body: { id, name, summary = null, ordered = false, condition = null, series_ids = [] },
    }) => {
      const fields = { name, summary, ordered, condition: toStored(condition) };
      const made = await collections.create(fields, series_ids, id);
      return new Reply(made, { Location: `/api/v1/collections/${made.id}` });
    },
  ),
  route(getCollection, ({ params }) => collections.get(params.id)),
  route(updateCollection, ({ params, body: { condition, ...changes } }) =>
    collections.update(params.id, {
      ...changes,
      ...(condition === undefined ? {} : { condition: toStored(condition) }),
    }),
  ),
  route(deleteCollection, ({ params }) => collections.remove(params.id)),
  route(getCollectionThumbnail, (context) =>
    collections.cover(context.params.id, context.headers.accept, conditionsOf(context)),
  ),
  route(chooseCollectionCover, ({ params, body }) =>
    collections.chooseCover(params.id, body.series_id),
  ),
  route(uploadCollectionCover, ({ params, body }) => collections.uploadCover(params.id, body)),
  route(resetCollectionCover, ({ params }) => collections.resetCover(params.id)),
  route(listSeriesOfCollection, ({ caller, params, query }) =>
    collections.series(caller, params.id, query),
  ),
  route(addToCollection, ({ params, body }) => collections.add(params.id, body.series_ids)),
  route(arrangeCollection, ({ params, body }) => collections.reorder(params.id, body.series_ids)),
  route(removeFromCollection, ({ params }) => collections.removeItem(params.id, params.series_id)),
];

/** The condition in the form that clients send. */
const toStored = (condition: Condition | null) => condition && inputOf(condition);
