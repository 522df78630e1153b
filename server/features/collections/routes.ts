import {
  addToCollection,
  arrangeCollection,
  createCollection,
  deleteCollection,
  getCollection,
  getCollectionThumbnail,
  listCollections,
  listSeriesOfCollection,
  removeFromCollection,
  updateCollection,
} from '../../../shared/api/collections.ts';
import { readerOf } from '../../http/content-reader.ts';
import { Reply, route, type Route } from '../../http/route.ts';
import { librariesOf } from '../entry-lists.ts';
import type { CollectionsService } from './service.ts';

export const collectionsRoutes = ({
  collections,
}: {
  collections: CollectionsService;
}): Route[] => [
  route(listCollections, ({ query }) =>
    collections.list({ ...query, ...librariesOf(query), member_id: query.series_id }),
  ),
  route(createCollection, ({ body: { name, ordered = false, series_ids = [] } }) => {
    const made = collections.create({ name, ordered }, series_ids);
    return new Reply(made, { Location: `/api/v1/collections/${made.id}` });
  }),
  route(getCollection, ({ params }) => collections.get(params.id)),
  route(updateCollection, ({ params, body }) => collections.update(params.id, body)),
  route(deleteCollection, ({ params }) => collections.remove(params.id)),
  route(getCollectionThumbnail, (context) =>
    collections.cover(context.params.id, context.headers.accept, readerOf(context)),
  ),
  route(listSeriesOfCollection, ({ caller, params, query }) =>
    collections.series(caller, params.id, query),
  ),
  route(addToCollection, ({ params, body }) => collections.add(params.id, body.series_ids)),
  route(arrangeCollection, ({ params, body }) => collections.arrange(params.id, body.series_ids)),
  route(removeFromCollection, ({ params }) => collections.take(params.id, params.series_id)),
];
