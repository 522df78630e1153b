import type { listSettingHistory, SettingChange } from '../../../shared/api/settings.ts';
import type { EndpointParsed } from '../../../shared/endpoint.ts';
import type { Database } from '../../database/types.ts';
import { jsonText, type ListPage } from '../../database/json.ts';
import { limits, pageSql, preparedValues } from '../../database/page-sql.ts';

export type HistoryQuery = EndpointParsed<typeof listSettingHistory>['query'];

export interface SettingRow {
  key: string;
  /** JSON. */
  value: string;
  updated_at: string;
  updated_by: string;
}

/** Both values as JSON. */
export type NewChange = Omit<SettingChange, 'old_value' | 'new_value'> & {
  old_value: string;
  new_value: string;
};

const changeJson = `json_object('id', c.id, 'key', c.key, 'old_value', json(c.old_value),
  'new_value', json(c.new_value), 'changed_by', c.changed_by, 'changed_at', c.changed_at,
  'change_reason', c.change_reason)`;

export const createSettingsStore = (database: Database) => {
  const value = preparedValues(database);
  const all = database.prepare<[], SettingRow>(
    'SELECT key, value, updated_at, updated_by FROM settings',
  );
  const save = database.prepare(
    `INSERT INTO settings (key, value, updated_at, updated_by)
     VALUES (@key, @value, @updated_at, @updated_by)
     ON CONFLICT (key) DO UPDATE SET value = @value, updated_at = @updated_at, updated_by = @updated_by`,
  );
  const remove = database.prepare('DELETE FROM settings WHERE key = ?');
  const insertChange = database.prepare(
    `INSERT INTO setting_changes (id, key, old_value, new_value, changed_by, changed_at, change_reason)
     VALUES (@id, @key, @old_value, @new_value, @changed_by, @changed_at, @change_reason)`,
  );
  const countChanges = database
    .prepare<[string], number>('SELECT count(*) FROM setting_changes WHERE key = ?')
    .pluck();

  return {
    all: () => all.all(),
    /** Atomic. */
    transaction: (work: () => void) => database.transaction(work)(),
    save: (row: SettingRow): void => void save.run(row),
    remove: (key: string): void => void remove.run(key),
    insertChange: (change: NewChange): void => void insertChange.run(change),
    history(key: string, query: HistoryQuery): ListPage<SettingChange> {
      const sql = pageSql({
        pk: 'c.pk',
        from: 'FROM setting_changes c WHERE c.key = :key',
        order: { keys: [`c.${query.sort.field}`, 'c.pk'], direction: query.sort.direction },
        record: changeJson,
        joins: 'CROSS JOIN setting_changes c ON c.pk = page.pk',
      });
      const data = value<string>(sql, { ...limits(query), key });
      return { data: jsonText(data), total: countChanges.get(key) ?? 0 };
    },
  };
};

export type SettingsStore = ReturnType<typeof createSettingsStore>;
