import type { Device, listDevices } from '../../../shared/api/devices.ts';
import type { ReadingDevice } from '../../../shared/api/progress-record.ts';
import type { EndpointParsed } from '../../../shared/endpoint.ts';
import type { Database } from '../../database/types.ts';
import { jsonText, type ListPage, jsonBoolean } from '../../database/json.ts';
import { limits, pageSql, preparedValues } from '../../database/page-sql.ts';
import type { Permission } from '../../../shared/permissions.ts';
import { naturalKey } from '../../text/natural.ts';
import type { ClientFacts } from './describe-client.ts';

export type DeviceQuery = EndpointParsed<typeof listDevices>['query'];

export interface NewDevice extends ClientFacts {
  id: string;
  key_id: string;
  name: string;
  address: string | null;
  seen_at: string | null;
  now: string;
}

const details = `JOIN api_keys k ON k.pk = d.api_key_pk JOIN users u ON u.pk = k.user_pk
  LEFT JOIN books b ON b.pk = d.last_book_pk`;
const deviceJson = `json_object('id', d.id, 'name', d.name, 'kind', d.kind, 'app', d.app,
  'user_id', u.id, 'username', u.username, 'key_prefix', k.key_prefix,
  'permissions', json(k.permissions),
  'apps_can_change', ${jsonBoolean('k.apps_can_change')}, 'last_seen_at', d.last_seen_at,
  'last_address', d.last_address,
  'last_book', CASE WHEN b.pk IS NULL THEN NULL ELSE json_object('id', b.id, 'title', b.title) END,
  'is_kobo', ${jsonBoolean('EXISTS (SELECT 1 FROM kobo_devices q WHERE q.device_pk = d.pk)')},
  'created_at', d.created_at)`;
/** Devices of one user, or all if `user_pk` is null. */
const visible = '(@user_pk IS NULL OR k.user_pk = @user_pk)';
const keyOf = '(SELECT pk FROM api_keys WHERE id = @key_id)';

const sortKeys: Record<DeviceQuery['sort']['field'], string> = {
  name: 'd.name_key',
  last_seen_at: 'd.last_seen_at',
  created_at: 'd.created_at',
};

export const createDevicesStore = (database: Database) => {
  const value = preparedValues(database);
  const byId = database
    .prepare<{ id: string; user_pk: number | null }, string>(
      `SELECT ${deviceJson} FROM devices d ${details} WHERE d.id = @id AND ${visible}`,
    )
    .pluck();
  const namesOfKey = database.prepare<[string], ReadingDevice>(
    `SELECT coalesce(d.id, k.id) AS id, coalesce(d.name, k.name) AS name
     FROM api_keys k LEFT JOIN devices d ON d.api_key_pk = k.pk WHERE k.id = ?`,
  );
  const insert = database.prepare(
    `INSERT INTO devices (id, api_key_pk, name, name_key, kind, app, last_seen_at, last_address,
       created_at)
     VALUES (@id, ${keyOf}, @name, @name_key, @kind, @app, @seen_at, @address, @now)`,
  );
  const rename = database.prepare(
    'UPDATE devices SET name = @name, name_key = @name_key WHERE id = @id',
  );
  const renameKey = database.prepare(
    `UPDATE api_keys SET name = @name, name_key = @name_key
     WHERE pk = (SELECT api_key_pk FROM devices WHERE id = @id)`,
  );
  const permit = database.prepare(
    `UPDATE api_keys SET permissions = @permissions, updated_at = @now
     WHERE pk = (SELECT api_key_pk FROM devices WHERE id = @id)`,
  );
  const letAppsChange = database.prepare(
    `UPDATE api_keys SET apps_can_change = @value, updated_at = @now
     WHERE pk = (SELECT api_key_pk FROM devices WHERE id = @id)`,
  );
  const seen = database.prepare(
    `UPDATE devices SET last_seen_at = @now, last_address = @address WHERE api_key_pk = ${keyOf}`,
  );
  const read = database.prepare(
    `UPDATE devices SET last_book_pk = @book_pk
     WHERE api_key_pk = ${keyOf} AND last_book_pk IS NOT @book_pk`,
  );
  const remove = database.prepare(
    'DELETE FROM api_keys WHERE pk = (SELECT api_key_pk FROM devices WHERE id = ?)',
  );

  return {
    list(userPk: number | null, query: DeviceQuery): ListPage<Device> {
      const { field, direction } = query.sort;
      const parameters = { user_pk: userPk, user_id: query.user_id ?? null };
      const from = `FROM devices d JOIN api_keys k ON k.pk = d.api_key_pk
        JOIN users u ON u.pk = k.user_pk
        WHERE (:user_pk IS NULL OR k.user_pk = :user_pk) AND (:user_id IS NULL OR u.id = :user_id)`;
      const sql = pageSql({
        pk: 'd.pk',
        from,
        order: { keys: [sortKeys[field], 'd.pk'], direction, nullsLast: true },
        record: deviceJson,
        joins: `CROSS JOIN devices d ON d.pk = page.pk ${details}`,
      });
      return {
        data: jsonText<Device[]>(value<string>(sql, { ...parameters, ...limits(query) })),
        total: value<number>(`SELECT count(*) ${from}`, parameters),
      };
    },
    get(id: string, userPk: number | null): Device | null {
      const json = byId.get({ id, user_pk: userPk });
      return json === undefined ? null : (JSON.parse(json) as Device);
    },
    /** The device of the key, or the key itself if it has none. */
    namesOfKey: (keyId: string): ReadingDevice | null => namesOfKey.get(keyId) ?? null,
    insert: (device: NewDevice): void =>
      void insert.run({ ...device, name_key: naturalKey(device.name) }),
    /** Renames the device's key as well. */
    rename(id: string, name: string): void {
      const change = { id, name, name_key: naturalKey(name) };
      database
        .transaction(() => {
          rename.run(change);
          renameKey.run(change);
        })
        .immediate();
    },
    permit: (id: string, permissions: readonly Permission[], now: string): void =>
      void permit.run({ id, permissions: JSON.stringify(permissions), now }),
    letAppsChange: (id: string, value: boolean, now: string): void =>
      void letAppsChange.run({ id, value: Number(value), now }),
    seen: (keyId: string, address: string, now: string): void =>
      void seen.run({ key_id: keyId, address, now }),
    read: (keyId: string, bookPk: number): void =>
      void read.run({ key_id: keyId, book_pk: bookPk }),
    /** Deletes the API key; its device and sessions are deleted with it. */
    remove: (id: string): void => void remove.run(id),
  };
};

export type DevicesStore = ReturnType<typeof createDevicesStore>;
