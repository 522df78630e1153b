import { listBooksInFolder, listFolders, type Folder } from '../../../shared/api/folders.ts';
import type { MaybeListPage } from '../../database/json.ts';
import { route, type Route } from '../../http/api/route.ts';
import type { BooksService } from '../books/service.ts';
import type { LibrariesService } from '../libraries/service.ts';
import type { FolderQuery } from './store.ts';

interface FoldersRoutesOptions {
  /** Runs in the query worker, because it reads every book below a folder. */
  list: (libraryId: string, query: FolderQuery) => MaybeListPage<Folder>;
  books: Pick<BooksService, 'inFolder'>;
  /** Throws NotFound for an unknown library. */
  libraries: Pick<LibrariesService, 'get'>;
}

export const foldersRoutes = ({ list, books, libraries }: FoldersRoutesOptions): Route[] => [
  route(listFolders, async ({ params, query }) => {
    await libraries.get(params.id);
    return list(params.id, query);
  }),
  route(listBooksInFolder, async ({ caller, params, query }) => {
    await libraries.get(params.id);
    return books.inFolder(caller, params.id, query);
  }),
];
