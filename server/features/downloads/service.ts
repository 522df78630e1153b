import type { FullSeries } from '../../../shared/api/series-record.ts';
import { itemsOf } from '../../database/json.ts';
import type { Caller } from '../../http/api/caller.ts';
import type { Content } from '../../http/api/content.ts';
import type { BooksService } from '../books/service.ts';
import type { ReadListsService } from '../read-lists/service.ts';
import type { SeriesService } from '../series/service.ts';
import { createBookPacker } from './packed-books.ts';

/** Downloads of several books as one archive. Throws like `PackBooks`. */
export interface DownloadsService {
  /** The present books of a series, in order. Throws NotFound for an unknown one. */
  series(caller: Caller, id: string): Promise<Content>;
  /** The present books of a reading list, numbered in its order. Throws NotFound. */
  readList(caller: Caller, id: string): Promise<Content>;
  /** Books in this order, numbered. */
  numbered(caller: Caller, name: string, ids: readonly string[]): Promise<Content>;
}

/** Maximum books in one archive. */
const maxBooks = 10_000;

export const createDownloadsService = ({
  books,
  series,
  readLists,
}: {
  books: Pick<BooksService, 'file' | 'ofSeries'>;
  series: Pick<SeriesService, 'get'>;
  readLists: Pick<ReadListsService, 'get' | 'members'>;
}): DownloadsService => {
  const pack = createBookPacker({ file: books.file });
  const request = { page: 1, pageSize: maxBooks } as const;
  const numbered: DownloadsService['numbered'] = (caller, name, ids) =>
    pack(caller, {
      name,
      ids,
      // Padded with zeros, so that file managers sort by the number.
      entryName: (filename, index) =>
        `${String(index + 1).padStart(String(ids.length).length, '0')} - ${filename}`,
    });
  return {
    async series(caller, id) {
      const { name } = JSON.parse(series.get(caller, id).json) as FullSeries;
      const found = books.ofSeries(caller, id, {
        ...request,
        sort: { field: 'number', direction: 'asc' },
      });
      return pack(caller, {
        name,
        ids: itemsOf(found).map((book) => book.id),
        entryName: (filename) => filename,
      });
    },
    async readList(caller, id) {
      const { name } = readLists.get(id);
      const { ids } = readLists.members(id, {
        ...request,
        sort: { field: 'position', direction: 'asc' },
      });
      return numbered(caller, name, ids);
    },
    numbered,
  };
};
