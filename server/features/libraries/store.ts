import { jsonBoolean } from '../../database/json.ts';
import {
  defaultScanRules,
  mergeScanRules,
  type ScanRules,
} from '../../../shared/api/scan-rules.ts';
import type { CreateLibrary, Library, ScanningConfig } from '../../../shared/api/libraries.ts';
import type { Database } from '../../database/types.ts';
import { ebookFormatsSql } from '../../database/ebook-formats.ts';
import { newId, isoNow } from '../../database/ids.ts';
import { toSearchKey } from '../../text/search-key.ts';

/** Books that show of which kind a library is. */
const sampledBooks = 200;
const defaultView = `(SELECT iif(avg(format IN ${ebookFormatsSql}) > 0.5, 'books', 'series') FROM (
  SELECT b.format FROM books b WHERE b.library_pk = libraries.pk AND b.missing_since IS NULL
  LIMIT ${sampledBooks}))`;

const libraryJson = `json_object('id', id, 'name', name, 'path', path,
  'scanning_config', json_object('enabled', ${jsonBoolean('enabled')},
    'cron_schedule', cron_schedule, 'default_mode', default_mode,
    'scan_on_start', ${jsonBoolean('scan_on_start')}),
  'series_strategy', series_strategy, 'reading_direction', reading_direction,
  'excluded_patterns', json(excluded_patterns), 'scan_rules', json(scan_rules), 'watch', ${jsonBoolean('watch')},
  'write_metadata', ${jsonBoolean('write_metadata')},
  'file_name_pattern', file_name_pattern,
  'convert_files', ${jsonBoolean('convert_files')},
  'conversion_rule', json(conversion_rule),
  'check_files', ${jsonBoolean('check_files')},
  'available', ${jsonBoolean('available')}, 'series_count', series_count,
  'book_count', book_count, 'file_size', file_size, 'default_view', ${defaultView}, 'last_scanned_at', last_scanned_at,
  'created_at', created_at, 'updated_at', updated_at)`;

/** The editable fields of a library. */
export type LibraryFields = Required<
  Pick<
    CreateLibrary,
    | 'name'
    | 'path'
    | 'series_strategy'
    | 'reading_direction'
    | 'excluded_patterns'
    | 'watch'
    | 'write_metadata'
    | 'file_name_pattern'
    | 'convert_files'
    | 'conversion_rule'
    | 'check_files'
  >
> & { scanning_config: ScanningConfig; scan_rules: ScanRules };

const parseLibrary = (json: string): Library => {
  const library = JSON.parse(json) as Library;
  return { ...library, scan_rules: mergeScanRules(defaultScanRules, library.scan_rules) };
};

export const createLibrariesStore = (database: Database) => {
  const all = database
    .prepare<[], string>(`SELECT ${libraryJson} FROM libraries ORDER BY pk`)
    .pluck();
  const byId = database
    .prepare<[string], string>(`SELECT ${libraryJson} FROM libraries WHERE id = ?`)
    .pluck();
  const byName = database
    .prepare<[string], string>('SELECT id FROM libraries WHERE name_key = ?')
    .pluck();
  const insert = database.prepare(
    `INSERT INTO libraries (id, name, name_key, path, enabled, cron_schedule, default_mode, scan_on_start,
       series_strategy, reading_direction, excluded_patterns, scan_rules, watch, write_metadata, check_files, file_name_pattern, convert_files, conversion_rule, created_at, updated_at)
     VALUES (@id, @name, @name_key, @path, @enabled, @cron_schedule, @default_mode, @scan_on_start,
       @series_strategy, @reading_direction, @excluded_patterns, @scan_rules, @watch, @write_metadata, @check_files, @file_name_pattern, @convert_files, @conversion_rule, @now, @now)`,
  );
  const update = database.prepare(
    `UPDATE libraries SET name = @name, name_key = @name_key, path = @path, enabled = @enabled,
       cron_schedule = @cron_schedule, default_mode = @default_mode, scan_on_start = @scan_on_start,
       series_strategy = @series_strategy, reading_direction = @reading_direction,
       excluded_patterns = @excluded_patterns, scan_rules = @scan_rules, watch = @watch,
       write_metadata = @write_metadata, check_files = @check_files, file_name_pattern = @file_name_pattern, convert_files = @convert_files,
       conversion_rule = @conversion_rule,
       updated_at = @now WHERE id = @id`,
  );
  const setAvailable = database.prepare(
    'UPDATE libraries SET available = @available WHERE id = @id AND available <> @available',
  );
  const remove = database.prepare('DELETE FROM libraries WHERE id = ?');
  const limitsWithin = database
    .prepare<[number], number>(
      `SELECT r.max_age IS NOT NULL
         OR EXISTS (SELECT 1 FROM restricted_labels l WHERE l.user_pk = r.user_pk)
       FROM content_restrictions r WHERE r.user_pk = ?`,
    )
    .pluck();

  return {
    all: () => all.all().map(parseLibrary),
    get(id: string): Library | undefined {
      const json = byId.get(id);
      return json === undefined ? undefined : parseLibrary(json);
    },
    /** The same with hidden libraries. */
    everything: () => database.readAs(null, () => all.all()).map(parseLibrary),
    /** Libraries visible under content restrictions: all, only whole ones, or parts. */
    sees: (): 'everything' | 'libraries' | 'parts' => {
      const viewer = database.viewer();
      if (viewer === null) return 'everything';
      return limitsWithin.get(viewer) === 0 ? 'libraries' : 'parts';
    },
    /** The library of that name, ignoring case and diacritics, also a hidden one. */
    idOfName: (name: string) => database.readAs(null, () => byName.get(toSearchKey(name))),
    insert(fields: LibraryFields, id = newId()): string {
      insert.run({ ...columns(fields), id, now: isoNow() });
      return id;
    },
    update: (id: string, fields: LibraryFields) =>
      void update.run({ ...columns(fields), id, now: isoNow() }),
    /** Returns whether the value changed. */
    setAvailable: (id: string, available: boolean) =>
      setAvailable.run({ id, available: Number(available) }).changes > 0,
    remove: (id: string) => void remove.run(id),
  };
};

export type LibrariesStore = ReturnType<typeof createLibrariesStore>;

const columns = ({ scanning_config, ...fields }: LibraryFields) => ({
  ...fields,
  name_key: toSearchKey(fields.name),
  enabled: Number(scanning_config.enabled),
  cron_schedule: scanning_config.cron_schedule,
  default_mode: scanning_config.default_mode,
  scan_on_start: Number(scanning_config.scan_on_start),
  excluded_patterns: JSON.stringify(fields.excluded_patterns),
  scan_rules: JSON.stringify(fields.scan_rules),
  watch: Number(fields.watch),
  write_metadata: Number(fields.write_metadata),
  convert_files: Number(fields.convert_files),
  conversion_rule: fields.conversion_rule && JSON.stringify(fields.conversion_rule),
  check_files: Number(fields.check_files),
});
