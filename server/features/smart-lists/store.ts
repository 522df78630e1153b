import type { SmartList, SmartListTarget } from '../../../shared/api/smart-lists.ts';
import type { PageRequest } from '../../../shared/schemas.ts';
import type { Database } from '../../database/types.ts';
import { newId } from '../../database/ids.ts';
import { jsonText, type ListPage, jsonBoolean } from '../../database/json.ts';
import { limits, pageSql, preparedValues } from '../../database/page-sql.ts';
import { naturalKey, sortTitle } from '../../text/natural.ts';

export interface SmartListQuery extends PageRequest<'name' | 'created_at' | 'updated_at'> {
  target?: SmartListTarget | undefined;
}

/** Stored fields of a smart list; `condition` as sent by clients. */
export type SmartListFields = Pick<
  SmartList,
  'name' | 'target' | 'condition' | 'full_text_search' | 'sort' | 'shared'
>;

export type SmartListsStore = ReturnType<typeof createSmartListsStore>;

const record = `json_object('id', l.id, 'name', l.name, 'target', l.target,
  'condition', json(l.condition), 'full_text_search', l.full_text_search,
  'sort', json_object('field', l.sort_field, 'direction', l.sort_direction),
  'shared', ${jsonBoolean('l.shared')},
  'own', ${jsonBoolean('l.user_pk = :user_pk')},
  'owner', (SELECT username FROM users WHERE pk = l.user_pk),
  'created_at', l.created_at, 'updated_at', l.updated_at)`;
const seen = '(l.user_pk = :user_pk OR l.shared = 1)';
const sortKeys = { name: 'l.sort_key', created_at: 'l.created_at', updated_at: 'l.updated_at' };

const columns = [
  'name',
  'sort_key',
  'target',
  'condition',
  'full_text_search',
  'sort_field',
  'sort_direction',
  'shared',
] as const;

const stored = (fields: SmartListFields): Record<(typeof columns)[number], unknown> => ({
  name: fields.name,
  sort_key: naturalKey(sortTitle(fields.name)),
  target: fields.target,
  condition: fields.condition === null ? null : JSON.stringify(fields.condition),
  full_text_search: fields.full_text_search,
  sort_field: fields.sort.field,
  sort_direction: fields.sort.direction,
  shared: Number(fields.shared),
});

/** Lists that are neither the user's nor shared are treated as missing. */
export const createSmartListsStore = (database: Database) => {
  const value = preparedValues(database);
  const byId = database
    .prepare<{ user_pk: number; id: string }, string>(
      `SELECT ${record} FROM smart_lists l WHERE l.id = :id AND ${seen}`,
    )
    .pluck();
  const count = database
    .prepare<[number], number>('SELECT count(*) FROM smart_lists WHERE user_pk = ?')
    .pluck();
  const exists = database.prepare<[string]>('SELECT 1 FROM smart_lists WHERE id = ?');
  const filterRow = database.prepare<
    [string],
    { condition: string | null; full_text_search: string | null }
  >('SELECT condition, full_text_search FROM smart_lists WHERE id = ?');
  const insert = database.prepare(
    `INSERT INTO smart_lists (id, user_pk, ${columns.join(', ')}, created_at, updated_at)
     VALUES (:id, :user_pk, ${columns.map((name) => `:${name}`).join(', ')}, :now, :now)`,
  );
  const update = database.prepare(
    `UPDATE smart_lists SET ${columns.map((name) => `${name} = :${name}`).join(', ')},
       updated_at = :now WHERE id = :id`,
  );
  const remove = database.prepare<[string]>('DELETE FROM smart_lists WHERE id = ?');

  return {
    list(userPk: number, query: SmartListQuery): ListPage<SmartList> {
      const from = `FROM smart_lists l WHERE ${seen}
        ${query.target === undefined ? '' : 'AND l.target = :target'}`;
      const parameters = { ...limits(query), user_pk: userPk, target: query.target ?? null };
      const sql = pageSql({
        pk: 'l.pk',
        from,
        order: { keys: [sortKeys[query.sort.field], 'l.pk'], direction: query.sort.direction },
        record,
        joins: 'CROSS JOIN smart_lists l ON l.pk = page.pk',
      });
      return {
        data: jsonText<SmartList[]>(value<string>(sql, parameters)),
        total: value<number>(`SELECT count(*) ${from}`, parameters),
      };
    },
    get(userPk: number, id: string): SmartList | undefined {
      const json = byId.get({ user_pk: userPk, id });
      return json === undefined ? undefined : (JSON.parse(json) as SmartList);
    },
    /** The filter of a visible list, of which a person with content restrictions sees only the result. */
    filterOf(id: string): Pick<SmartList, 'condition' | 'full_text_search'> {
      const { condition = null, full_text_search = null } =
        database.readAs(null, () => filterRow.get(id)) ?? {};
      return {
        condition: JSON.parse(condition ?? 'null') as SmartList['condition'],
        full_text_search,
      };
    },
    /** Number of the user's own lists. */
    count: (userPk: number): number => count.get(userPk) ?? 0,
    /** Of any user. */
    exists: (id: string): boolean => exists.get(id) !== undefined,
    insert(userPk: number, fields: SmartListFields, now: string, id = newId()): string {
      insert.run({ ...stored(fields), id, user_pk: userPk, now });
      return id;
    },
    update: (id: string, fields: SmartListFields, now: string): void =>
      void update.run({ ...stored(fields), id, now }),
    remove: (id: string): void => void remove.run(id),
    /** Atomic. */
    transaction: <Result>(work: () => Result): Result => database.transaction(work).immediate(),
  };
};
