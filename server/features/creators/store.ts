import type { Creator, CreatorSort, FullCreator } from '../../../shared/api/creators.ts';
import type { Direction, Letters, PageRequest } from '../../../shared/schemas.ts';
import { filedUnder } from '../../database/condition-sql.ts';
import { allLettersSql, lettersSql } from '../../database/filtered-rows.ts';
import { jsonText, type JsonText, type ListPage } from '../../database/json.ts';
import { limits, type Order, pageSql, rememberedValues } from '../../database/page-sql.ts';
import type { Database } from '../../database/types.ts';
import { creatorKey, creatorRole } from '../../text/creator-names.ts';
import { words } from '../../text/tokens.ts';

/** Restricts a list of creators. */
export interface CreatorFilter {
  /** The full name. */
  name?: string | undefined;
  search?: string | undefined;
  role?: string | undefined;
  library_id?: string | undefined;
  /** A letter, or `#`. */
  initial?: string | undefined;
}
export type CreatorQuery = PageRequest<CreatorSort> & CreatorFilter;

export type CreatorsStore = ReturnType<typeof createCreatorsStore>;

const total = 'r.series_count + r.book_count';
const creatorFields = `
  'id', c.id,
  'name', c.name,
  'name_sort', c.name_sort,
  'roles', json((SELECT json_group_array(r.role ORDER BY ${total} DESC, r.role)
    FROM creator_roles r WHERE r.creator_pk = c.pk)),
  'series_count', c.series_count,
  'book_count', c.book_count`;
const credits = `json((SELECT json_group_array(json_object('role', r.role, 'series_count', r.series_count,
    'book_count', r.book_count) ORDER BY ${total} DESC, r.role)
  FROM creator_roles r WHERE r.creator_pk = c.pk))`;

const initialIs = filedUnder('c.name_key');
const inLibrary = (table: 'series_credits' | 'book_credits') =>
  `EXISTS (SELECT 1 FROM ${table} w CROSS JOIN main.series s ON s.pk = w.series_pk
    WHERE w.creator_pk = c.pk AND s.library_pk = (SELECT pk FROM libraries WHERE id = :library_id))`;

/** SQL for a filter, with its parameters. */
const filterSql = ({ name, search = '', role, library_id, initial }: CreatorFilter) => {
  const parameters: Record<string, string> = {};
  const tests: string[] = [];
  const wanted = words(search);
  for (const [index, word] of (wanted.length > 0 ? wanted : [creatorKey(search)]).entries()) {
    if (word === '') continue;
    // Matches at the beginning of a word of the name.
    parameters[`word_${index}`] = ` ${word}`;
    tests.push(`instr(' ' || c.key, :word_${index}) > 0`);
  }
  if (name !== undefined) {
    parameters['name'] = creatorKey(name);
    tests.push('c.key = :name');
  }
  if (role !== undefined) {
    parameters['role'] = creatorRole(role);
    tests.push(
      `EXISTS (SELECT 1 FROM creator_roles r WHERE r.creator_pk = c.pk AND r.role = :role)`,
    );
  }
  if (library_id !== undefined) {
    parameters['library_id'] = library_id;
    tests.push(`(${inLibrary('series_credits')} OR ${inLibrary('book_credits')})`);
  }
  if (initial !== undefined) {
    parameters['initial'] = initial;
    tests.push(initialIs(':initial', initial));
  }
  if (tests.length > 0) tests.push('(SELECT abort_if_cancelled())');
  return { where: tests.join(' AND ') || 'true', isAll: tests.length === 0, parameters };
};

const orders: Record<CreatorSort, Pick<Order, 'keys'>> = {
  name: { keys: ['c.name_key', 'c.pk'] },
  book_count: { keys: ['c.book_count', 'c.name_key', 'c.pk'] },
};

/** Maximum creators for which a filter is evaluated within a request; beyond it, the query worker is used. */
const fewCreators = 5000;

/** Creators with the works that the requester can see. */
export const createCreatorsStore = (database: Database) => {
  const value = rememberedValues(database);
  const countAll = 'SELECT count(*) FROM creators c';
  const record = database
    .prepare<[string], string>(
      `SELECT json_object(${creatorFields}, 'credits', ${credits}) FROM creators c WHERE c.id = ?`,
    )
    .pluck();
  const keys = database.prepare<[string], string>('SELECT key FROM creators WHERE id = ?').pluck();

  return {
    /** Whether a list can be read within a request. */
    isCheap: (filter: CreatorFilter): boolean =>
      filter.name !== undefined ||
      (database.viewer() === null &&
        (filterSql(filter).isAll || value<number>(countAll, {}) <= fewCreators)),

    list({ sort, ...query }: CreatorQuery): ListPage<Creator> {
      const { where, parameters } = filterSql(query);
      const from = `FROM creators c WHERE ${where}`;
      const { direction } = sort;
      const opposite = direction === 'asc' ? 'desc' : 'asc';
      // Sorts creators with equally many books by name, from A to Z in the default direction.
      const directions: Direction[] =
        sort.field === 'book_count' ? [direction, opposite, opposite] : [direction, direction];
      const sql = pageSql({
        pk: 'c.pk',
        from,
        order: { ...orders[sort.field], direction, directions },
        record: `json_object(${creatorFields})`,
        joins: 'CROSS JOIN creators c ON c.pk = page.pk',
      });
      return {
        data: jsonText(value<string>(sql, { ...parameters, ...limits(query) })),
        total: value<number>(`SELECT count(*) ${from}`, parameters),
      };
    },

    letters(filter: CreatorFilter): JsonText<Letters> {
      const { where, isAll, parameters } = filterSql(filter);
      const from = `FROM creators c WHERE ${where}`;
      const sql = isAll ? allLettersSql : lettersSql;
      return jsonText(value<string>(sql('c.name_key', from), parameters));
    },

    /** Roles with the number of creators, as JSON. */
    roles: (): JsonText<{ roles: { role: string; creator_count: number }[] }> =>
      jsonText(
        value<string>(
          `SELECT json_object('roles', json_group_array(
             json_object('role', role, 'creator_count', creators) ORDER BY creators DESC, role))
           FROM (SELECT role, count(*) AS creators FROM creator_roles GROUP BY role)`,
          {},
        ),
      ),

    get(id: string): JsonText<FullCreator> | null {
      const json = record.get(id);
      return json === undefined ? null : jsonText(json);
    },
    /** The folded name; undefined for an unknown creator. */
    key: (id: string): string | undefined => keys.get(id),
  };
};
