import { type ApiKey, type listApiKeys, maxApiKeys } from '../../../shared/api/api-keys.ts';
import type { EndpointParsed } from '../../../shared/endpoint.ts';
import type { Permission } from '../../../shared/permissions.ts';
import type { Database } from '../../database/types.ts';
import { jsonText, type ListPage, jsonBoolean } from '../../database/json.ts';
import { limits, pageSql, preparedValues } from '../../database/page-sql.ts';
import { naturalKey } from '../../text/natural.ts';

export type ApiKeyQuery = EndpointParsed<typeof listApiKeys>['query'];

/** The columns for authenticating a request's key. */
export interface KeyRow {
  id: string;
  user_pk: number;
  /** The key that created it. */
  parent_id: string | null;
  key_hash: string;
  permissions: Permission[];
  expires_at: string | null;
  last_used_at: string | null;
  apps_can_change: boolean;
  updated_at: string;
}

export interface NewKey {
  id: string;
  user_pk: number;
  /** The key that creates this one; null if a user does. */
  parent_id: string | null;
  name: string;
  key_prefix: string;
  key_hash: string;
  key_md5: string;
  permissions: Permission[];
  expires_at: string | null;
  apps_can_change: boolean;
  now: string;
}

/** A key as listed through another API. */
export interface OwnKey {
  id: string;
  name: string;
  created_at: string;
  updated_at: string;
}

type StoredKey = Omit<KeyRow, 'permissions' | 'apps_can_change'> & {
  permissions: string;
  apps_can_change: number;
};

const keyJson = `json_object('id', k.id, 'name', k.name, 'key_prefix', k.key_prefix,
  'permissions', json(k.permissions), 'created_at', k.created_at, 'last_used_at', k.last_used_at,
  'expires_at', k.expires_at, 'apps_can_change', ${jsonBoolean('k.apps_can_change')})`;
const rowColumns = `id, user_pk, (SELECT p.id FROM api_keys p WHERE p.pk = api_keys.parent_pk) AS parent_id,
  key_hash, permissions, expires_at, last_used_at, apps_can_change, updated_at`;

const sortKeys: Record<ApiKeyQuery['sort']['field'], string> = {
  name: 'k.name_key',
  created_at: 'k.created_at',
  last_used_at: 'k.last_used_at',
  expires_at: 'k.expires_at',
};

/** Every query is scoped to a user: another user's key is not found. */
export const createApiKeysStore = (database: Database) => {
  const value = preparedValues(database);
  const count = database
    .prepare<[number], number>('SELECT count(*) FROM api_keys WHERE user_pk = ?')
    .pluck();
  const own = database
    .prepare<[string, number], string>(
      `SELECT ${keyJson} FROM api_keys k WHERE id = ? AND user_pk = ?`,
    )
    .pluck();
  const all = database.prepare<[number], OwnKey>(
    'SELECT id, name, created_at, updated_at FROM api_keys WHERE user_pk = ? ORDER BY pk DESC',
  );
  const byPrefix = database.prepare<[string], StoredKey>(
    `SELECT ${rowColumns} FROM api_keys WHERE key_prefix = ?`,
  );
  const byDigest = database.prepare<[string], StoredKey>(
    `SELECT ${rowColumns} FROM api_keys WHERE key_md5 = ?`,
  );
  const byId = database.prepare<[string], StoredKey>(
    `SELECT ${rowColumns} FROM api_keys WHERE id = ?`,
  );
  const insert = database.prepare(
    `INSERT INTO api_keys (id, user_pk, parent_pk, name, name_key, key_prefix, key_hash, key_md5,
       permissions, expires_at, apps_can_change, created_at, updated_at)
     SELECT @id, @user_pk, (SELECT pk FROM api_keys WHERE id = @parent_id), @name, @name_key,
       @key_prefix, @key_hash, @key_md5, @permissions, @expires_at, @apps_can_change, @now, @now
     WHERE (SELECT count(*) FROM api_keys WHERE user_pk = @user_pk) < ${maxApiKeys}`,
  );
  const update = database.prepare(
    `UPDATE api_keys SET name = @name, name_key = @name_key, permissions = @permissions,
       expires_at = @expires_at, apps_can_change = @apps_can_change, updated_at = @now WHERE id = @id`,
  );
  const touch = database.prepare('UPDATE api_keys SET last_used_at = @now WHERE id = @id');
  const remove = database.prepare('DELETE FROM api_keys WHERE id = ? AND user_pk = ?');

  return {
    list(userPk: number, query: ApiKeyQuery): ListPage<ApiKey> {
      const { field, direction } = query.sort;
      const sql = pageSql({
        pk: 'k.pk',
        from: 'FROM api_keys k WHERE k.user_pk = :user_pk',
        order: { keys: [sortKeys[field], 'k.pk'], direction, nullsLast: true },
        record: keyJson,
        joins: 'CROSS JOIN api_keys k ON k.pk = page.pk',
      });
      const data = value<string>(sql, { ...limits(query), user_pk: userPk });
      return { data: jsonText(data), total: count.get(userPk) ?? 0 };
    },
    get(userPk: number, id: string): ApiKey | undefined {
      const json = own.get(id, userPk);
      return json === undefined ? undefined : (JSON.parse(json) as ApiKey);
    },
    /** Newest first. */
    all: (userPk: number): OwnKey[] => all.all(userPk),
    rowByPrefix: (prefix: string) => parse(byPrefix.get(prefix)),
    rowByDigest: (md5: string) => parse(byDigest.get(md5)),
    rowById: (id: string) => parse(byId.get(id)),
    /** Returns false if the user has as many keys as possible. */
    insert: (key: NewKey): boolean => insert.run({ ...key, ...columnsOf(key) }).changes > 0,
    update: (
      key: Pick<NewKey, 'id' | 'name' | 'permissions' | 'expires_at' | 'apps_can_change' | 'now'>,
    ): void => void update.run({ ...key, ...columnsOf(key) }),
    touch: (id: string, now: string): void => void touch.run({ id, now }),
    /** Removes a key and its child keys. Returns whether the key existed. */
    remove: (userPk: number, id: string): boolean => remove.run(id, userPk).changes > 0,
  };
};

export type ApiKeysStore = ReturnType<typeof createApiKeysStore>;

const columnsOf = ({
  name,
  permissions,
  apps_can_change,
}: Pick<NewKey, 'name' | 'permissions' | 'apps_can_change'>) => ({
  name_key: naturalKey(name),
  permissions: JSON.stringify(permissions),
  apps_can_change: Number(apps_can_change),
});

const parse = (row: StoredKey | undefined): KeyRow | null =>
  row
    ? {
        ...row,
        permissions: JSON.parse(row.permissions) as Permission[],
        apps_can_change: row.apps_can_change === 1,
      }
    : null;
