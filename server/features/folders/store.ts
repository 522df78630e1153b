import type { Folder } from '../../../shared/api/folders.ts';
import type { PageRequest } from '../../../shared/schemas.ts';
import type { Database } from '../../database/types.ts';
import { createWriteInvalidatedCache } from '../../database/write-invalidated-cache.ts';
import { folderRange } from '../../database/folder-range.ts';
import type { ListPage } from '../../database/json.ts';
import { limits } from '../../database/page-sql.ts';
import { sortNaturally } from '../../text/natural.ts';

export interface FolderQuery extends PageRequest<'name'> {
  folder: string;
}

interface Row {
  name: string;
  book_count: number;
}

interface Range {
  library_id: string;
  prefix: string;
  end: string;
}

/** Maximum cached lists, for paging; one of 10,000 folders takes 1 MB. */
const keptLists = 8;

const inLibrary = 'library_pk = (SELECT pk FROM libraries WHERE id = :library_id)';
const name = `substr(path, length(:prefix) + 1, instr(substr(path, length(:prefix) + 1), '/') - 1)`;

/** SQL for the first folder from `start` on. Uses an index, and skips files between folders. */
const folderFrom = (start: string) =>
  `SELECT ${name} FROM books WHERE ${inLibrary} AND path >= ${start} AND path < :end
     AND instr(substr(path, length(:prefix) + 1), '/') > 0 ORDER BY path LIMIT 1`;

export const createFoldersStore = (database: Database) => {
  // Jumps from folder to folder and counts in an index, because grouping would read every book.
  const folders = database.prepare<[Range], Row>(
    `WITH RECURSIVE folders (name) AS (
       SELECT (${folderFrom(':prefix')})
       UNION ALL
       SELECT (${folderFrom(`:prefix || name || '0'`)}) FROM folders WHERE name IS NOT NULL)
     SELECT name, (SELECT count(*) FROM books WHERE ${inLibrary}
       AND path >= :prefix || name || '/' AND path < :prefix || name || '0') AS book_count
     FROM folders WHERE name IS NOT NULL`,
  );
  const missing = database.prepare<[Range], Row>(
    `SELECT ${name} AS name, count(*) AS book_count FROM books
     WHERE missing_since IS NOT NULL AND ${inLibrary} AND path >= :prefix AND path < :end
     GROUP BY name`,
  );
  const cover = database
    .prepare<[Range], string>(
      `SELECT id FROM books WHERE ${inLibrary} AND missing_since IS NULL AND path >= :prefix
         AND path < :end ORDER BY path LIMIT 1`,
    )
    .pluck();
  const known = createWriteInvalidatedCache<Row[]>(database, { max: keptLists }, 'content');

  const sorted = (libraryId: string, folder: string): Row[] => {
    const range = { library_id: libraryId, ...folderRange(folder) };
    const missingCounts = new Map(missing.all(range).map((row) => [row.name, row.book_count]));
    const present = folders
      .all(range)
      .map((row) => ({ ...row, book_count: row.book_count - (missingCounts.get(row.name) ?? 0) }))
      .filter(({ book_count }) => book_count > 0);
    return sortNaturally(present, (row) => row.name);
  };
  return {
    /** Direct subfolders in natural order, with the counts of their present books. */
    list(libraryId: string, { folder, sort, ...page }: FolderQuery): ListPage<Folder> {
      const { prefix } = folderRange(folder);
      const ascending =
        known.getOrLoad(`${libraryId} ${prefix}`, () => sorted(libraryId, folder)) ?? [];
      const all = sort.direction === 'asc' ? ascending : ascending.toReversed();
      const { limit, offset } = limits(page);
      const data = all.slice(offset, offset + limit).flatMap((row) => {
        const path = prefix + row.name;
        const cover_book_id = cover.get({ library_id: libraryId, ...folderRange(path) });
        return cover_book_id === undefined ? [] : { ...row, path, cover_book_id };
      });
      return { data, total: all.length };
    },
  };
};
