import type {
  listDuplicates,
  listSameNameSeries,
  SameNameSeries,
} from '../../../shared/api/duplicates.ts';
import type { EndpointParsed } from '../../../shared/endpoint.ts';
import type { Database } from '../../database/types.ts';
import { equalCandidates } from '../../database/equal-files.ts';
import { limits, preparedValues } from '../../database/page-sql.ts';

export type DuplicatesQuery = EndpointParsed<typeof listDuplicates>['query'];

/** A group with book ids in place of the books. */
export interface StoredGroup {
  id: string;
  match: 'file' | 'content';
  hash: string;
  book_count: number;
  wasted_bytes: number;
  created_at: string;
  members: string[];
}

export type SameNameQuery = EndpointParsed<typeof listSameNameSeries>['query'];

export type DuplicatesStore = ReturnType<typeof createDuplicatesStore>;

const membersOf = `SELECT json_group_array(b.id ORDER BY b.id)
  FROM duplicate_members m JOIN books b ON b.pk = m.book_pk WHERE m.group_pk = g.pk`;

/**
 * Groups of several present books, except dismissed ones that have not changed. If all members are the same
 * file, the group by content is redundant and therefore left out.
 */
const groups = `
  SELECT g.pk, g.id, g.match, g.hash, g.created_at, count(*) AS book_count,
    sum(b.file_size) - max(b.file_size) AS wasted_bytes,
    json_group_array(b.id ORDER BY b.id) AS members
  FROM duplicate_groups g CROSS JOIN duplicate_members m ON m.group_pk = g.pk
    CROSS JOIN books b ON b.pk = m.book_pk
  WHERE :match IS NULL OR g.match = :match
  GROUP BY g.pk
  HAVING count(*) > 1 AND members IS NOT g.dismissed_members
    AND (g.match = 'file' OR count(DISTINCT coalesce(b.file_hash, b.id)) > 1)`;

/** Titles that several present series have in common. */
const sharedNames = `SELECT name_key FROM series WHERE missing_since IS NULL
  GROUP BY name_key HAVING count(*) > 1`;
/** Maximum series listed per title. */
const maxOfName = 100;
const sameName = `json_object('name', (SELECT f.name FROM series f
    WHERE f.name_key = k.name_key AND f.missing_since IS NULL ORDER BY f.pk LIMIT 1),
  'series', json((SELECT json_group_array(json_object('id', s.id, 'name', s.name, 'library_id', l.id,
      'library_name', l.name, 'path', s.path, 'book_count', s.book_count) ORDER BY l.name, s.pk)
    FROM (SELECT * FROM series WHERE name_key = k.name_key AND missing_since IS NULL
        ORDER BY pk LIMIT ${maxOfName}) s
      JOIN libraries l ON l.pk = s.library_pk)))`;

export const createDuplicatesStore = (database: Database) => {
  const value = preparedValues(database);
  const dismiss = database.prepare(
    `UPDATE duplicate_groups AS g SET dismissed_members = (${membersOf}) WHERE g.id = ?`,
  );
  const restore = database.prepare(
    'UPDATE duplicate_groups SET dismissed_members = NULL WHERE id = ?',
  );

  const filesToRead = database.prepare(
    `SELECT 1 FROM (${equalCandidates}) WHERE file_hash IS NULL LIMIT 1`,
  );
  const exists = database.prepare<[string]>('SELECT 1 FROM duplicate_groups WHERE id = ?');
  const count = database
    .prepare<[string], number>(
      `SELECT count(*) FROM duplicate_groups g CROSS JOIN duplicate_members m ON m.group_pk = g.pk
       WHERE g.id = ?`,
    )
    .pluck();

  return {
    /** Whether there are files to read in full because another file may be equal. */
    hasFilesToRead: (): boolean => filesToRead.get() !== undefined,
    list({ match, sort, ...page }: DuplicatesQuery): {
      groups: StoredGroup[];
      total: number;
    } {
      const order = `${sort.field} ${sort.direction}, pk ${sort.direction}`;
      const found = value<string>(
        `SELECT json_group_array(json_object('id', id, 'match', match, 'hash', hash,
           'book_count', book_count, 'wasted_bytes', wasted_bytes, 'created_at', created_at,
           'members', json(members)) ORDER BY ${order})
         FROM (SELECT * FROM (${groups}) ORDER BY ${order} LIMIT :limit OFFSET :offset)`,
        { match: match ?? null, ...limits(page) },
      );
      return {
        groups: JSON.parse(found) as StoredGroup[],
        total: value<number>(`SELECT count(*) FROM (${groups})`, { match: match ?? null }),
      };
    },
    sameNames({ sort, ...page }: SameNameQuery): { data: SameNameSeries[]; total: number } {
      const found = value<string>(
        `SELECT json_group_array(json(record)) FROM (
           SELECT ${sameName} AS record FROM (${sharedNames}) k
           ORDER BY k.name_key ${sort.direction} LIMIT :limit OFFSET :offset)`,
        limits(page),
      );
      return {
        data: JSON.parse(found) as SameNameSeries[],
        total: value<number>(`SELECT count(*) FROM (${sharedNames})`, {}),
      };
    },
    /** Number of groups that are not dismissed. */
    count: (): number => value<number>(`SELECT count(*) FROM (${groups})`, { match: null }),
    /**
     * Whether the group exists. For a user with content restrictions, several of its books must be visible.
     */
    has: (id: string): boolean =>
      (count.get(id) ?? 0) > (database.viewer() === null ? -1 : 1) && exists.get(id) !== undefined,
    dismiss: (id: string): void => void dismiss.run(id),
    restore: (id: string): void => void restore.run(id),
  };
};
