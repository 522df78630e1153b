import type { Database } from '../server/database/types.ts';

type Row = Record<string, unknown>;

/**
 * Baseline queries: the lists as a simple program would produce them, in the same process and
 * without a server: rows of the same index, one record each, then JSON. Each function returns the
 * first 50.
 */
export const plainRows = (database: Database, userPk: number) => {
  const parameters = { user: userPk, limit: 50 };
  const series = database.prepare<[object], Row>(
    `SELECT s.*, l.id AS library_id, l.name AS library_name, u.completed_count,
       u.in_progress_count, u.read_at
     FROM (SELECT pk, name_key FROM series WHERE missing_since IS NULL
           ORDER BY name_key, pk LIMIT :limit + 0) page
     CROSS JOIN series s ON s.pk = page.pk CROSS JOIN libraries l ON l.pk = s.library_pk
     LEFT JOIN user_series u ON u.user_pk = :user + 0 AND u.series_pk = s.pk
     ORDER BY page.name_key, page.pk`,
  );
  const seriesCount = database.prepare('SELECT sum(series_count) FROM libraries').pluck();
  const bookCount = database.prepare('SELECT sum(book_count) FROM libraries').pluck();
  const books = (page: string, order: string) =>
    database.prepare<[object], Row>(
      `SELECT b.*, l.id AS library_id, l.name AS library_name, s.id AS series_id, s.name AS series_name,
         p.current_page, p.is_completed, p.location, p.started_at, p.updated_at, p.completed_at
       FROM (${page} LIMIT :limit + 0) page
       CROSS JOIN books b ON b.pk = page.pk CROSS JOIN series s ON s.pk = b.series_pk
       CROSS JOIN libraries l ON l.pk = b.library_pk
       LEFT JOIN progress p ON p.user_pk = :user + 0 AND p.book_pk = b.pk ORDER BY ${order}`,
    );
  const byTitle = books(
    'SELECT pk, title_key FROM books WHERE missing_since IS NULL ORDER BY title_key, pk',
    'page.title_key, page.pk',
  );
  const begun = books(
    `SELECT book_pk AS pk, updated_at FROM progress WHERE user_pk = :user + 0 AND is_completed = 0
     ORDER BY updated_at DESC, book_pk DESC`,
    'page.updated_at DESC, page.pk DESC',
  );
  const begunCount = database
    .prepare<[object]>(
      'SELECT sum(in_progress_count) FROM user_series WHERE user_pk = :user + 0 AND :limit > 0',
    )
    .pluck();
  const text = (data: Row[], total: unknown) => JSON.stringify({ data, total });
  return {
    series: () => text(series.all(parameters).map(seriesOf), seriesCount.get()),
    fullSeries: () => text(series.all(parameters).map(fullSeriesOf), seriesCount.get()),
    books: () => text(byTitle.all(parameters).map(bookOf), bookCount.get()),
    inProgress: () => text(begun.all(parameters).map(bookOf), begunCount.get(parameters)),
  };
};

const pick = (row: Row, names: readonly string[]): Row =>
  Object.fromEntries(names.map((name) => [name, row[name]]));

const list = (row: Row, name: string): unknown => JSON.parse(String(row[name]));

const seriesOf = (row: Row): Row => {
  const count = Number(row['book_count']);
  const completed = Number(row['completed_count']);
  const begun = Number(row['in_progress_count']);
  const begunOrUnread = completed > 0 || begun > 0 ? 'in_progress' : 'unread';
  return {
    id: row['id'],
    library_id: row['library_id'],
    library_name: row['library_name'],
    name: row['name'],
    name_sort: row['name_sort'],
    filename: row['filename'],
    path: row['path'],
    book_count: count,
    unread_count: count - completed - begun,
    in_progress_count: begun,
    read_status: count > 0 && completed >= count ? 'read' : begunOrUnread,
    file_size: row['file_size'],
    page_count: row['page_count'],
    publisher: row['publisher'],
    status: row['status'],
    language: row['language'],
    summary: row['summary'],
    year: row['year'],
    release_date: row['release_date'],
    reading_direction: row['reading_direction'],
    age_rating: row['age_rating'],
    date_added: row['date_added'],
    date_updated: row['date_updated'],
    date_read: row['read_at'],
  };
};

const fullSeriesOf = (row: Row): Row => ({
  ...seriesOf(row),
  metadata: {
    title: row['name'],
    ...pick(row, [
      'original_title',
      'summary',
      'publisher',
      'imprint',
      'status',
      'language',
      'year',
      'age_rating',
      'reading_direction',
      'total_volumes',
      'total_chapters',
    ]),
    authors: list(row, 'authors'),
    alternate_titles: list(row, 'alternate_titles'),
    updated_at: row['metadata_updated_at'],
  },
  genres: list(row, 'genres'),
  tags: list(row, 'tags'),
  external_links: list(row, 'external_links'),
});

const bookOf = (row: Row): Row => ({
  id: row['id'],
  library_id: row['library_id'],
  library_name: row['library_name'],
  series_id: row['series_id'],
  series_name: row['series_name'],
  title: row['title'],
  title_sort: row['title_sort'],
  number: row['number'],
  volume: row['volume'],
  chapter: row['chapter'],
  path: row['path'],
  filename: row['filename'],
  format: row['format'],
  file_size: row['file_size'],
  file_hash: row['file_hash'],
  page_count: row['page_count'],
  analyzed: row['analyzed'] === 1,
  error: row['error'],
  missing_since: row['missing_since'],
  release_date: row['release_date'],
  language: row['language'],
  summary: row['summary'],
  created_at: row['created_at'],
  modified_at: row['modified_at'],
  file_modified_at: row['file_modified_at'],
  progress: row['started_at'] === null ? null : progressOf(row),
});

const progressOf = (row: Row): Row => ({
  book_id: row['id'],
  series_id: row['series_id'],
  current_page: row['current_page'],
  page_count: row['page_count'],
  is_completed: row['is_completed'] === 1,
  percentage:
    row['is_completed'] === 1
      ? 1
      : Math.min(1, Number(row['current_page']) / Number(row['page_count'])),
  location: row['location'],
  started_at: row['started_at'],
  updated_at: row['updated_at'],
  completed_at: row['completed_at'],
});
