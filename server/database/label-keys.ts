import type { Database } from './types.ts';

const keysOf = (labels: string) =>
  `(SELECT json_group_array(search_fold(value)) FROM json_each(${labels}))`;

/** Whether the columns exist; migration 0253 added them. */
const hasKeys = (database: Database): boolean =>
  database.prepare(`SELECT 1 FROM pragma_table_info('series') WHERE name = 'label_keys'`).get() !==
  undefined;

/**
 * Maintains the search keys by which content restrictions compare labels, on a connection with the
 * functions of the search index. Temporary triggers, as there, because they call these functions.
 */
export const keepLabelKeys = (database: Database): void => {
  if (!hasKeys(database)) return;
  database.exec(`
    CREATE TEMP TRIGGER IF NOT EXISTS label_keys_insert AFTER INSERT ON series
    WHEN new.labels <> '[]' BEGIN
      UPDATE series SET label_keys = ${keysOf('new.labels')} WHERE pk = new.pk;
    END;
    CREATE TEMP TRIGGER IF NOT EXISTS label_keys_update AFTER UPDATE OF labels ON series
    WHEN old.labels <> new.labels BEGIN
      UPDATE series SET label_keys = ${keysOf('new.labels')} WHERE pk = new.pk;
    END;
    CREATE TEMP TRIGGER IF NOT EXISTS restricted_label_key AFTER INSERT ON restricted_labels BEGIN
      UPDATE restricted_labels SET key = search_fold(new.label)
      WHERE user_pk = new.user_pk AND label = new.label;
    END;`);
};

/** Computes all keys. What is visible by them follows, in triggers of the schema. */
export const fillLabelKeys = (database: Database): void => {
  database.exec(`
    UPDATE restricted_labels SET key = search_fold(label);
    UPDATE series SET label_keys = ${keysOf('labels')} WHERE labels <> '[]';`);
};
