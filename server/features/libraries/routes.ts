import {
  createLibrary,
  deleteLibrary,
  getLibrary,
  getLibraryThumbnail,
  listLibraries,
  updateLibrary,
} from '../../../shared/api/libraries.ts';
import type { Content } from '../../http/content.ts';
import { Reply, route, type Route } from '../../http/route.ts';
import type { LibrariesService } from './service.ts';

export const librariesRoutes = ({
  libraries,
  covers,
}: {
  libraries: LibrariesService;
  covers: { library(id: string, accept: string | undefined): Promise<Content> };
}): Route[] => [
  route(listLibraries, ({ query }) => libraries.list(query)),
  route(createLibrary, async ({ body }) => {
    const library = await libraries.create(body);
    return new Reply(library, { Location: `/api/v1/libraries/${library.id}` });
  }),
  route(getLibrary, ({ params }) => libraries.get(params.id)),
  route(updateLibrary, ({ params, body }) => libraries.update(params.id, body)),
  route(deleteLibrary, ({ params }) => libraries.remove(params.id)),
  route(getLibraryThumbnail, ({ params, headers }) => covers.library(params.id, headers.accept)),
];
