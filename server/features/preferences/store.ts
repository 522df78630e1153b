import type { Database } from '../../database/types.ts';

export interface PreferenceRow {
  key: string;
  /** JSON. */
  value: string;
  updated_at: string;
}

export const createPreferencesStore = (database: Database) => {
  const all = database.prepare<[number], PreferenceRow>(
    'SELECT key, value, updated_at FROM preferences WHERE user_pk = ?',
  );
  const save = database.prepare(
    `INSERT INTO preferences (user_pk, key, value, updated_at) VALUES (@user_pk, @key, @value, @updated_at)
     ON CONFLICT (user_pk, key) DO UPDATE SET value = @value, updated_at = @updated_at`,
  );
  const remove = database.prepare('DELETE FROM preferences WHERE user_pk = ? AND key = ?');
  /** Keys of other clients, except the one about to be written. */
  const others = database
    .prepare<[number, string], number>(
      `SELECT count(*) FROM preferences WHERE user_pk = ? AND key GLOB 'client.*' AND key <> ?`,
    )
    .pluck();

  return {
    all: (userPk: number) => all.all(userPk),
    save: (userPk: number, row: PreferenceRow): void => void save.run({ ...row, user_pk: userPk }),
    remove: (userPk: number, key: string): void => void remove.run(userPk, key),
    otherClientKeys: (userPk: number, key: string): number => others.get(userPk, key) ?? 0,
  };
};

export type PreferencesStore = ReturnType<typeof createPreferencesStore>;
