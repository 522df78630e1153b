import {
  createLibrary,
  deleteLibrary,
  getLibrary,
  getLibraryThumbnail,
  listLibraries,
  updateLibrary,
  type Library,
} from '../../../shared/api/libraries.ts';
import { listCalibreColumns, previewLibrary } from '../../../shared/api/library-preview.ts';
import { itemsOf } from '../../database/json.ts';
import { type Caller, seesFolders } from '../../http/api/caller.ts';
import { conditionsOf } from '../../http/api/conditional-request.ts';
import { Reply, route, type Route } from '../../http/api/route.ts';
import type { CoversService } from '../covers/service.ts';
import type { LibrariesService } from './service.ts';

export const librariesRoutes = ({
  libraries,
  covers,
}: {
  libraries: LibrariesService;
  covers: Pick<CoversService, 'library'>;
}): Route[] => [
  route(listLibraries, async ({ caller, query }) => {
    const page = await libraries.list(query);
    return { ...page, data: itemsOf(page).map((library) => shownTo(caller, library)) };
  }),
  route(createLibrary, async ({ caller, body }) => {
    const library = await libraries.create(body, { callerId: caller.user.id });
    return new Reply(library, { Location: `/api/v1/libraries/${library.id}` });
  }),
  route(previewLibrary, ({ body, signal }) => libraries.preview(body, signal)),
  route(listCalibreColumns, ({ body, signal }) => libraries.calibreColumns(body.path, signal)),
  route(getLibrary, async ({ caller, params }) => shownTo(caller, await libraries.get(params.id))),
  route(updateLibrary, ({ caller, params, body }) =>
    libraries.update(params.id, body, caller.user.id),
  ),
  route(deleteLibrary, ({ params }) => libraries.remove(params.id)),
  route(getLibraryThumbnail, ({ params, ...request }) =>
    covers.library(params.id, request.headers.accept, conditionsOf(request)),
  ),
];

/** Paths are relative to the library for callers who cannot change it, also its own. */
const shownTo = (caller: Caller, library: Library): Library =>
  seesFolders(caller) ? library : { ...library, path: '' };
