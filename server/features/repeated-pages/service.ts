import type { RepeatedPage } from '../../../shared/api/repeated-pages.ts';
import { notFound } from '../../../shared/errors.ts';
import type { ListPage } from '../../database/json.ts';
import type { Content } from '../../http/api/content.ts';
import type { TaskQueue } from '../../tasks/types.ts';
import type { LibrariesService } from '../libraries/service.ts';
import type { RepeatedPagesQuery, RepeatedPagesStore } from './store.ts';

/**
 * Pages that many books of a library have; each throws NotFound. A search throws Forbidden for a person who sees only
 * parts of libraries.
 */
export interface RepeatedPagesService {
  search(libraryId: string): { task_id: string };
  list(libraryId: string, query: RepeatedPagesQuery): ListPage<RepeatedPage>;
  picture(id: string): Content;
  mark(id: string, mark: RepeatedPage['mark']): RepeatedPage;
}

export const createRepeatedPagesService = ({
  store,
  libraries,
  queue,
}: {
  store: RepeatedPagesStore;
  libraries: Pick<LibrariesService, 'refusePart'>;
  queue: Pick<TaskQueue, 'enqueue'>;
}): RepeatedPagesService => {
  const checkLibrary = (id: string) => {
    if (!store.hasLibrary(id)) throw notFound('Library', id);
  };
  const get = (id: string): RepeatedPage => {
    const page = store.get(id);
    if (!page) throw notFound('Repeated page', id);
    return page;
  };
  return {
    search: (library_id) => {
      checkLibrary(library_id);
      libraries.refusePart();
      return { task_id: queue.enqueue({ task_type: 'find_repeated_pages', library_id }).id };
    },
    list: (libraryId, query) => {
      checkLibrary(libraryId);
      return store.list(libraryId, query);
    },
    picture: (id) => {
      const found = store.picture(id);
      if (!found) throw notFound('Repeated page', id);
      return { media_type: 'image/webp', etag: found.hash, body: Buffer.from(found.picture) };
    },
    mark: (id, mark) => {
      get(id);
      store.mark(id, mark);
      return get(id);
    },
  };
};
