import { getLibrary } from '../../../../../shared/api/libraries.ts';
import { getOpenedFile } from '../../../../../shared/api/opened-files.ts';
import { listPages, type Page } from '../../../../../shared/api/pages.ts';
import { getSeries } from '../../../../../shared/api/series.ts';
import { maxPageSize } from '../../../../../shared/limits.ts';
import { api } from '../../../api/client.ts';
import { isStandaloneFile } from '../../shell/is-standalone-file.ts';
import { loadOpenedBook, nullOnServerError } from '../../shell/opened-book.ts';
import { toPageShape } from '../stage/page-shape.ts';
import type { ReaderBook } from './reader-store.ts';

/**
 * Loads a book with its neighbours on the reading list, if given. @throws AppError `NotFound`, or
 * `UnprocessableContent` for a book without page images
 */
export const loadBook = async (
  id: string,
  signal: AbortSignal,
  listId?: string,
): Promise<ReaderBook> => {
  const [book, pages] = await Promise.all([
    loadOpenedBook(id, listId, signal),
    loadPages(id, signal),
  ]);
  if (isStandaloneFile(book)) {
    const file = await api.call(getOpenedFile, { params: { id }, signal });
    const directions = { metadata: file.reading_direction, library: null };
    return { book, pages: pages.map(toPageShape), directions };
  }
  const [series, library] = await Promise.all([
    nullOnServerError(api.call(getSeries, { params: { id: book.series_id }, signal })),
    nullOnServerError(api.call(getLibrary, { params: { id: book.library_id }, signal })),
  ]);
  return {
    book,
    pages: pages.map(toPageShape),
    directions: {
      metadata: series?.reading_direction ?? null,
      library: library?.reading_direction ?? null,
    },
  };
};

const loadPages = async (id: string, signal: AbortSignal): Promise<Page[]> => {
  const pages: Page[] = [];
  for (let page = 1; ; page++) {
    const query = { page, pageSize: maxPageSize };
    const list = await api.call(listPages, { params: { id }, query, signal });
    pages.push(...list.data);
    if (list.links.next === null || list.data.length === 0) return pages;
  }
};
