import type { Folder } from '../../../shared/api/folders.ts';
import type { PageRequest } from '../../../shared/schemas.ts';
import type { Database } from '../../database/types.ts';
import { createWriteInvalidatedCache } from '../../database/write-invalidated-cache.ts';
import { folderRange } from '../../database/folder-range.ts';
import type { ListPage } from '../../database/json.ts';
import { limits } from '../../database/page-sql.ts';
import { naturalCompare } from '../../text/natural.ts';

export interface FolderQuery extends PageRequest<'name'> {
  folder: string;
}

interface Row {
  name: string;
  book_count: number;
  cover_book_id: string;
}

/** Maximum cached lists, for paging; one of 10,000 folders takes 2 MB. */
const keptLists = 8;

export const createFoldersStore = (database: Database) => {
  const rows = database.prepare<[{ library_id: string; prefix: string; end: string }], Row>(
    `SELECT name, book_count, (SELECT id FROM books WHERE pk = first_pk) AS cover_book_id FROM (
       SELECT substr(rest, 1, instr(rest, '/') - 1) AS name, count(*) AS book_count,
         min(pk) AS first_pk
       FROM (
         SELECT b.pk, substr(b.path, length(:prefix) + 1) AS rest FROM books b
         WHERE b.library_pk = (SELECT pk FROM libraries WHERE id = :library_id)
           AND b.missing_since IS NULL AND b.path >= :prefix AND b.path < :end)
       WHERE instr(rest, '/') > 0
       GROUP BY name)`,
  );
  const known = createWriteInvalidatedCache<Row[]>(database, { max: keptLists });
  const sorted = (libraryId: string, folder: string): Row[] => {
    const { prefix, end } = folderRange(folder);
    return rows
      .all({ library_id: libraryId, prefix, end })
      .sort((a, b) => naturalCompare(a.name, b.name));
  };
  return {
    /** Direct subfolders in natural order, with the counts of their present books. */
    list(libraryId: string, { folder, sort, ...page }: FolderQuery): ListPage<Folder> {
      const { prefix } = folderRange(folder);
      const ascending =
        known.getOrLoad(`${libraryId} ${prefix}`, () => sorted(libraryId, folder)) ?? [];
      const all = sort.direction === 'asc' ? ascending : ascending.toReversed();
      const { limit, offset } = limits(page);
      return {
        data: all.slice(offset, offset + limit).map((row) => ({ ...row, path: prefix + row.name })),
        total: all.length,
      };
    },
  };
};
