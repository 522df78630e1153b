import type SQLite from 'better-sqlite3';

/**
 * Reads of a person with content restrictions run on a second, read-only connection in which temporary
 * views of the same names stand before the tables: SQLite looks for a name among temporary objects
 * first. So every statement that reads `books`, `series` or what belongs to them sees only what the
 * person can see, and no store needs to know of restrictions.
 *
 * The rule itself is the view `series_allowed` of the schema; `visible_series` holds its result.
 */
export interface RestrictedReads {
  /** Prepares a reading statement; it reads what the viewer of each run can see. */
  prepare(sql: string): SQLite.Statement;
  /** Sets whose restrictions apply to the statements that run next. */
  setViewer(userPk: number): void;
  /** Frees the page cache. */
  releaseMemory(): void;
  close(): void;
}

/** Keys of `visible_series` and `visible_books`, see migration 0500. */
const keyOf = (userPk: string, pk: string): string => `((${userPk} << 32) + ${pk})`;

/** SQL for whether a person with content restrictions sees the series of a key. */
export const seesSeries = (userPk: number, pk: string): string =>
  `${keyOf(String(userPk), pk)} IN (SELECT key FROM visible_series)`;

/** The same for a book. */
export const seesBook = (userPk: number, pk: string): string =>
  `${keyOf(String(userPk), pk)} IN (SELECT key FROM visible_books)`;

const viewer = '(SELECT user_pk FROM temp.viewer)';
/** The key of the viewer without a series or book. */
const viewerKey = '(SELECT key FROM temp.viewer)';

/**
 * Looks up the primary key of the result of the rule for each row, after the conditions of a statement
 * that look up nothing: SQLite evaluates those with a correlated subquery last. This one is never run,
 * because a key is not null. `EXISTS` would become a join.
 */
const isVisible = (table: 'visible_series' | 'visible_books', column: string): string =>
  `(${viewerKey} + coalesce(${column}, (SELECT ${column}))) IN (SELECT v.key FROM main.${table} v)`;
const ofSeries = (column: string): string => isVisible('visible_series', column);
const ofBook = (column: string): string => isVisible('visible_books', column);
/** The plus keeps SQLite from starting with what is visible. */
const ofLibrary = (column: string): string =>
  `(${viewer}, +${column}) IN (SELECT v.user_pk, v.library_pk FROM main.visible_libraries v)`;
const ofEither = `CASE WHEN t.book_pk IS NOT NULL THEN ${ofBook('t.book_pk')}
  WHEN t.series_pk IS NOT NULL THEN ${ofSeries('t.series_pk')} ELSE 0 END`;
/** For a list: it has an entry that is visible, or none at all. */
const isEmptyOr = (entries: string, isVisible: string): string =>
  `(EXISTS (SELECT 1 FROM ${entries} AND ${isVisible}) OR NOT EXISTS (SELECT 1 FROM ${entries}))`;
/** By id, which some tables keep in place of a key; a deleted thing is hidden. */
const idOf = (table: 'series' | 'books' | 'libraries', id: string, seen: string): string =>
  `EXISTS (SELECT 1 FROM main.${table} named WHERE named.id = ${id} AND ${seen})`;
/** The viewer sees libraries as a whole or not at all, so counts of a library reveal nothing hidden. */
const whole = `(SELECT r.max_age IS NULL AND NOT EXISTS (
    SELECT 1 FROM main.restricted_labels l WHERE l.user_pk = r.user_pk)
  FROM main.content_restrictions r WHERE r.user_pk = ${viewer})`;

interface Shown {
  /** The condition for a row of the table, `t`; none: every row. */
  rows?: string;
  /** Expressions in place of columns. */
  columns?: Readonly<Record<string, string>>;
}

/** The credits of a creator `t` that the viewer sees, under a condition on the credit `c`. */
const creditsOf = (table: 'series' | 'book', creator: string, only = 'true'): string =>
  `FROM main.${table}_credits c WHERE c.creator_pk = ${creator} AND ${only} AND ${ofSeries('c.series_pk')}`;
const isCredited = (creator: string, only?: string): string =>
  `(EXISTS (SELECT 1 ${creditsOf('series', creator, only)})
    OR EXISTS (SELECT 1 ${creditsOf('book', creator, only)}))`;
const ofRole = 'c.role = t.role';

/** A record of an edit, `e`. */
const isEdited = `CASE t.entity
  WHEN 'series' THEN ${idOf('series', 'e.record_id', ofSeries('named.pk'))}
  ELSE ${idOf('books', 'e.record_id', ofSeries('named.series_pk'))} END`;
const edited = 'SELECT count(*) FROM main.edit_records e WHERE e.edit_pk = t.pk';

/** A task that reveals numbers and names of more than the viewer sees. */
const isMasked = `(t.book_id IS NULL AND t.series_id IS NULL AND (t.library_id IS NULL OR NOT ${whole}))`;
const unlessMasked = (column: string, otherwise: string) =>
  `iif(${isMasked}, ${otherwise}, t.${column})`;

const counted = [
  'files_total',
  'files_processed',
  'series_found',
  'books_added',
  'books_updated',
  'books_removed',
  'error_count',
];

/** The visible rows of each table. */
const visible: Readonly<Record<string, Shown>> = {
  libraries: {
    rows: ofLibrary('t.pk'),
    columns: Object.fromEntries(
      ['series_count', 'book_count', 'file_size'].map((name) => [
        name,
        `(SELECT v.${name} FROM main.visible_libraries v WHERE v.user_pk = ${viewer} AND v.library_pk = t.pk)`,
      ]),
    ),
  },
  series: { rows: ofSeries('t.pk') },
  books: { rows: ofSeries('t.series_pk') },
  volumes: { rows: ofSeries('t.series_pk') },
  series_credits: { rows: ofSeries('t.series_pk') },
  book_credits: { rows: ofSeries('t.series_pk') },
  creators: {
    rows: isCredited('t.pk'),
    columns: {
      series_count: `(SELECT count(DISTINCT c.series_pk) ${creditsOf('series', 't.pk')})`,
      book_count: `(SELECT count(DISTINCT c.book_pk) ${creditsOf('book', 't.pk')})`,
    },
  },
  creator_roles: {
    rows: isCredited('t.creator_pk', ofRole),
    columns: {
      series_count: `(SELECT count(*) ${creditsOf('series', 't.creator_pk', ofRole)})`,
      book_count: `(SELECT count(*) ${creditsOf('book', 't.creator_pk', ofRole)})`,
    },
  },
  series_values: { rows: ofSeries('t.pk') },
  book_values: { rows: ofBook('t.pk') },
  book_pages: { rows: ofBook('t.book_pk') },
  file_checks: { rows: ofBook('t.book_pk') },
  book_sidecars: { rows: ofBook('t.book_pk') },
  book_formats: { rows: ofBook('t.book_pk') },
  book_placements: { rows: ofSeries('t.series_pk') },
  user_series: { rows: ofSeries('t.series_pk') },
  progress: { rows: ofBook('t.book_pk') },
  reading_history: { rows: ofBook('t.book_pk') },
  reading_places: { rows: ofBook('t.book_pk') },
  place_questions: { rows: ofBook('t.book_pk') },
  annotations: { rows: ofBook('t.book_pk') },
  wanted: { rows: ofEither },
  ratings: { rows: ofEither },
  followed_series: { rows: ofSeries('t.series_pk') },
  mailed_series: { rows: ofSeries('t.series_pk') },
  book_mails: { rows: ofBook('t.book_pk') },
  collection_series: { rows: ofSeries('t.series_pk') },
  read_list_books: { rows: ofBook('t.book_pk') },
  // The name of a list that has only hidden items would reveal something; an empty one reveals nothing. A
  // condition can name what is hidden.
  collections: {
    rows: isEmptyOr(
      'main.collection_series e WHERE e.collection_pk = t.pk',
      ofSeries('e.series_pk'),
    ),
    columns: {
      condition: 'NULL',
      cover_choice: `iif(t.cover_choice ->> 'member_id' IS NULL
        OR ${idOf('series', "(t.cover_choice ->> 'member_id')", ofSeries('named.pk'))}, t.cover_choice, NULL)`,
    },
  },
  read_lists: {
    rows: isEmptyOr('main.read_list_books e WHERE e.read_list_pk = t.pk', ofBook('e.book_pk')),
    columns: {
      cover_choice: `iif(t.cover_choice ->> 'member_id' IS NULL
        OR ${idOf('books', "(t.cover_choice ->> 'member_id')", ofSeries('named.series_pk'))}, t.cover_choice, NULL)`,
    },
  },
  smart_lists: {
    columns: {
      condition: `iif(t.user_pk = ${viewer}, t.condition, NULL)`,
      full_text_search: `iif(t.user_pk = ${viewer}, t.full_text_search, NULL)`,
    },
  },
  releases: { rows: ofSeries('t.series_pk') },
  series_tracking: { rows: ofSeries('t.series_pk') },
  series_folders: { rows: ofSeries('t.series_pk') },
  series_departures: { rows: ofSeries('t.series_pk') },
  series_gaps: { rows: ofSeries('t.series_pk') },
  changed_gaps: { rows: ofSeries('t.series_pk') },
  stale_series: { rows: ofSeries('t.series_pk') },
  metadata_writes: { rows: `(${whole} AND ${ofLibrary('t.library_pk')})` },
  conversions: { rows: `(${whole} AND ${ofLibrary('t.library_pk')})` },
  repeated_pages: { rows: `(${whole} AND ${ofLibrary('t.library_pk')})` },
  conversion_files: { rows: ofBook('t.book_pk') },
  marks_on_removed_pages: {
    rows: `EXISTS (SELECT 1 FROM main.conversion_files f WHERE f.pk = t.file_pk AND ${ofBook('f.book_pk')})`,
  },
  metadata_write_files: { rows: ofBook('t.book_pk') },
  former_document_hashes: { rows: ofBook('t.book_pk') },
  deleted_books: { rows: ofBook('t.book_pk') },
  intake_folders: { rows: `(${whole} AND ${ofLibrary('t.library_pk')})` },
  intakes: { rows: `(${whole} AND ${ofLibrary('t.library_pk')})` },
  intake_files: {
    rows: `(${whole} AND EXISTS (SELECT 1 FROM main.intakes i
      WHERE i.pk = t.intake_pk AND ${ofLibrary('i.library_pk')}))`,
  },
  binned_files: { rows: `(${whole} AND ${ofLibrary('t.library_pk')})` },
  set_aside_copies: { rows: ofBook('t.book_pk') },
  duplicate_members: { rows: ofBook('t.book_pk') },
  duplicate_groups: {
    columns: {
      dismissed_members: `(SELECT iif(t.dismissed_members IS NULL, NULL, json_group_array(d.value))
        FROM json_each(t.dismissed_members) d
        WHERE ${idOf('books', 'd.value', ofSeries('named.series_pk'))})`,
    },
  },
  edits: {
    rows: `(EXISTS (SELECT 1 FROM main.edit_records e WHERE e.edit_pk = t.pk)
      AND NOT EXISTS (SELECT 1 FROM main.edit_records e WHERE e.edit_pk = t.pk AND NOT ${isEdited}))`,
    columns: {
      record_count: `(${edited})`,
      changed_count: `(${edited} AND e.before IS NOT NULL)`,
    },
  },
  tasks: {
    rows: `((t.library_id IS NULL OR ${idOf('libraries', 't.library_id', ofLibrary('named.pk'))})
      AND (t.series_id IS NULL OR ${idOf('series', 't.series_id', ofSeries('named.pk'))})
      AND (t.book_id IS NULL OR ${idOf('books', 't.book_id', ofSeries('named.series_pk'))}))`,
    columns: {
      // Null for a masked task.
      payload: unlessMasked('payload', 'NULL'),
      progress_current: unlessMasked('progress_current', '0'),
      progress_total: unlessMasked('progress_total', '0'),
      progress_message: unlessMasked('progress_message', "''"),
      error: unlessMasked('error', 'NULL'),
    },
  },
  scans: {
    rows: ofLibrary('t.library_pk'),
    columns: {
      ...Object.fromEntries(counted.map((name) => [name, `iif(${whole}, t.${name}, 0)`])),
      // Null where the counters are masked.
      errors: `iif(${whole}, t.errors, NULL)`,
    },
  },
  scan_reports: { rows: `(${whole} AND ${ofLibrary('t.library_pk')})` },
  scan_report_entries: {
    rows: `(${whole} AND EXISTS (SELECT 1 FROM main.scan_reports r
      WHERE r.pk = t.report_pk AND ${ofLibrary('r.library_pk')}))`,
  },
  ignored_files: { rows: `(${whole} AND ${ofLibrary('t.library_pk')})` },
  unsupported_files: { rows: `(${whole} AND ${ofLibrary('t.library_pk')})` },
  organise_changes: {
    rows: `(${ofLibrary('t.library_pk')}
      AND (${whole} OR (t.kind = 'organise' AND t.user_pk = ${viewer}))
      AND NOT EXISTS (SELECT 1 FROM main.organise_books o
        WHERE o.change_pk = t.pk AND NOT ${ofBook('o.book_pk')}))`,
  },
  organise_books: { rows: ofBook('t.book_pk') },
};

const setUp = (database: SQLite.Database): void => {
  database.exec(
    `CREATE TEMP TABLE viewer (user_pk INTEGER NOT NULL, key INTEGER AS (${keyOf('user_pk', '0')}) STORED);
     INSERT INTO viewer VALUES (0)`,
  );
  for (const [table, { rows = '1', columns = {} }] of Object.entries(visible)) {
    const names = database.pragma(`main.table_xinfo(${table})`) as { name: string }[];
    const shown = names.map(({ name }) => `${columns[name] ?? `t.${name}`} AS ${name}`);
    database.exec(
      `CREATE TEMP VIEW ${table} AS SELECT ${shown.join(', ')} FROM main.${table} t WHERE ${rows}`,
    );
  }
};

/** `connect` opens another connection to the same database. */
export const openRestrictedReads = (connect: () => SQLite.Database): RestrictedReads => {
  const database = connect();
  setUp(database);
  const change = database.prepare<[number]>('UPDATE temp.viewer SET user_pk = ?');
  let current = 0;
  return {
    // A view has no index of its own, and the planner finds the index of its table.
    prepare: (sql) =>
      database.prepare(sql.replaceAll(/(?<!\bmain\.\w+ \w+ )\bINDEXED BY \w+/g, '')),
    setViewer(userPk) {
      if (userPk === current) return;
      change.run(userPk);
      current = userPk;
    },
    releaseMemory: () => void database.pragma('shrink_memory'),
    close: () => void database.close(),
  };
};
