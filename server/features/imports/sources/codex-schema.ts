import type { ForeignSchema } from '../../../lib/foreign-database/foreign-database.ts';

/** The last migration of Codex 2.2.0. */
export const newestCodexMigration = 'm20260820_000108_create_user_plugin_oauth_states';

/** Column → field of Octavo. Each column has a lock column, such as `title_lock`. */
export const codexSeriesColumns = {
  title: 'name',
  title_sort: 'name_sort',
  summary: 'summary',
  publisher: 'publisher',
  imprint: 'imprint',
  status: 'status',
  age_rating: 'age_rating',
  language: 'language',
  reading_direction: 'reading_direction',
  year: 'year',
  total_volume_count: 'total_volumes',
  total_chapter_count: 'total_chapters',
  authors_json: 'authors',
} as const;
export const codexBookColumns = {
  title: 'title',
  title_sort: 'title_sort',
  number: 'number',
  volume: 'volume',
  chapter: 'chapter',
  summary: 'summary',
  publisher: 'publisher',
  imprint: 'imprint',
  language_iso: 'language',
  isbns: 'isbn',
  authors_json: 'authors',
} as const;

const withLocks = (columns: object) =>
  Object.keys(columns).flatMap((column) => [column, `${column}_lock`]);

export const codexSchema: ForeignSchema = {
  tables: {
    seaql_migrations: ['version'],
    libraries: ['id', 'name', 'path'],
    users: ['id', 'username', 'email', 'role', 'is_active', 'created_at'],
    sharing_tags: ['id', 'name'],
    user_sharing_tags: ['user_id', 'sharing_tag_id', 'access_mode'],
    series: ['id', 'library_id', 'path', 'name'],
    series_metadata: [
      'series_id',
      ...withLocks(codexSeriesColumns),
      ...['genres_lock', 'tags_lock', 'alternate_titles_lock'],
    ],
    series_alternate_titles: ['series_id', 'label', 'title'],
    series_tags: ['series_id', 'tag_id'],
    tags: ['id', 'name'],
    series_genres: ['series_id', 'genre_id'],
    genres: ['id', 'name'],
    series_sharing_tags: ['series_id', 'sharing_tag_id'],
    books: [
      ...['id', 'series_id', 'library_id', 'path', 'file_name', 'file_size', 'file_hash'],
      ...['format', 'page_count', 'koreader_hash'],
    ],
    book_metadata: [
      'book_id',
      ...withLocks(codexBookColumns),
      ...withLocks({ year: '', month: '', day: '' }),
    ],
    read_progress: [
      ...['user_id', 'book_id', 'current_page', 'progress_percentage', 'completed'],
      ...['started_at', 'updated_at', 'completed_at', 'r2_progression'],
    ],
    reading_sessions: [
      ...['id', 'user_id', 'book_id', 'client_started_at', 'client_ended_at'],
      ...['pages_read', 'active_duration_ms'],
    ],
    read_completions: ['id', 'user_id', 'book_id', 'started_at', 'completed_at'],
    user_series_ratings: ['id', 'user_id', 'series_id', 'rating', 'notes', 'updated_at'],
    want_to_read: ['id', 'user_id', 'series_id', 'book_id', 'added_at', 'position'],
    collections: ['id', 'name', 'ordered', 'created_at'],
    collection_series: ['collection_id', 'series_id', 'position'],
    read_lists: ['id', 'name', 'ordered', 'summary', 'created_at'],
    read_list_books: ['read_list_id', 'book_id', 'position'],
  },
  optional: {
    series_covers: ['id', 'series_id', 'source', 'path', 'is_selected'],
    book_covers: ['id', 'book_id', 'source', 'path', 'is_selected'],
  },
};
