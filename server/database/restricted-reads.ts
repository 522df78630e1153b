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
  close(): void;
}

const viewer = '(SELECT user_pk FROM temp.viewer)';

const ofSeries = (column: string): string =>
  `EXISTS (SELECT 1 FROM main.visible_series v WHERE v.user_pk = ${viewer} AND v.series_pk = ${column})`;
const ofBook = (column: string): string =>
  `EXISTS (SELECT 1 FROM main.books vb CROSS JOIN main.visible_series v
     ON v.user_pk = ${viewer} AND v.series_pk = vb.series_pk WHERE vb.pk = ${column})`;
const ofLibrary = (column: string): string =>
  `EXISTS (SELECT 1 FROM main.visible_libraries v WHERE v.user_pk = ${viewer} AND v.library_pk = ${column})`;
const ofEither = `CASE WHEN t.book_pk IS NOT NULL THEN ${ofBook('t.book_pk')}
  WHEN t.series_pk IS NOT NULL THEN ${ofSeries('t.series_pk')} ELSE 0 END`;

/** Which rows of a table are visible; `t` is the table. */
const visibleRows: Readonly<Record<string, string>> = {
  series: ofSeries('t.pk'),
  books: ofSeries('t.series_pk'),
  series_values: ofSeries('t.pk'),
  book_values: ofBook('t.pk'),
  book_pages: ofBook('t.book_pk'),
  book_placements: ofSeries('t.series_pk'),
  user_series: ofSeries('t.series_pk'),
  progress: ofSeries('t.series_pk'),
  reading_history: ofBook('t.book_pk'),
  reading_places: ofBook('t.book_pk'),
  place_questions: ofBook('t.book_pk'),
  annotations: ofBook('t.book_pk'),
  wanted: ofEither,
  followed_series: ofSeries('t.series_pk'),
  mailed_series: ofSeries('t.series_pk'),
  book_mails: ofBook('t.book_pk'),
  collection_series: ofSeries('t.series_pk'),
  read_list_books: ofBook('t.book_pk'),
  // A list of hidden items only would tell its name; an empty one tells nothing.
  collections: `(NOT EXISTS (SELECT 1 FROM main.collection_series c WHERE c.collection_pk = t.pk)
    OR EXISTS (SELECT 1 FROM main.collection_series c CROSS JOIN main.visible_series v
      ON v.user_pk = ${viewer} AND v.series_pk = c.series_pk WHERE c.collection_pk = t.pk))`,
  read_lists: `(NOT EXISTS (SELECT 1 FROM main.read_list_books r WHERE r.read_list_pk = t.pk)
    OR EXISTS (SELECT 1 FROM main.read_list_books r CROSS JOIN main.books vb ON vb.pk = r.book_pk
      CROSS JOIN main.visible_series v ON v.user_pk = ${viewer} AND v.series_pk = vb.series_pk
      WHERE r.read_list_pk = t.pk))`,
  releases: ofSeries('t.series_pk'),
  series_tracking: ofSeries('t.series_pk'),
  series_folders: ofSeries('t.series_pk'),
  series_departures: ofSeries('t.series_pk'),
  duplicate_members: ofBook('t.book_pk'),
  scan_reports: ofLibrary('t.library_pk'),
  scan_report_entries: ofEither,
  scans: ofLibrary('t.library_pk'),
  ignored_files: ofLibrary('t.library_pk'),
  organise_changes: ofLibrary('t.library_pk'),
  organise_books: ofBook('t.book_pk'),
};

/** Columns of a library that count only what is visible. */
const counters = ['series_count', 'book_count', 'file_size'];

const setUp = (database: SQLite.Database): void => {
  database.exec(
    'CREATE TEMP TABLE viewer (user_pk INTEGER NOT NULL); INSERT INTO viewer VALUES (0)',
  );
  const columns = (database.pragma('main.table_info(libraries)') as { name: string }[])
    .map(({ name }) => (counters.includes(name) ? `v.${name}` : `t.${name}`))
    .join(', ');
  database.exec(`CREATE TEMP VIEW libraries AS SELECT ${columns}
    FROM main.libraries t CROSS JOIN main.visible_libraries v
      ON v.library_pk = t.pk AND v.user_pk = ${viewer}`);
  for (const [table, condition] of Object.entries(visibleRows)) {
    database.exec(
      `CREATE TEMP VIEW ${table} AS SELECT t.* FROM main.${table} t WHERE ${condition}`,
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
    prepare: (sql) => database.prepare(sql.replaceAll(/\bINDEXED BY \w+/g, '')),
    setViewer(userPk) {
      if (userPk === current) return;
      change.run(userPk);
      current = userPk;
    },
    close: () => void database.close(),
  };
};
