import type { ForeignSchema } from '../../../lib/foreign-database/foreign-database.ts';

/** The last migration of Komga 1.26.3. */
export const newestKomgaMigration = '20260225161438';

export const lockedSeriesColumns = {
  TITLE: 'name',
  TITLE_SORT: 'name_sort',
  SUMMARY: 'summary',
  STATUS: 'status',
  READING_DIRECTION: 'reading_direction',
  PUBLISHER: 'publisher',
  AGE_RATING: 'age_rating',
  LANGUAGE: 'language',
  TOTAL_BOOK_COUNT: 'total_volumes',
} as const;

export const lockedBookColumns = {
  TITLE: 'title',
  SUMMARY: 'summary',
  NUMBER_SORT: 'number',
  RELEASE_DATE: 'release_date',
  ISBN: 'isbn',
} as const;

/**
 * Child tables of a series or book, by the name of the list's lock: the table, its columns, and the field in
 * Octavo.
 */
export const seriesLists = {
  GENRES: ['SERIES_METADATA_GENRE', ['GENRE'], 'genres'],
  TAGS: ['SERIES_METADATA_TAG', ['TAG'], 'tags'],
  SHARING_LABELS: ['SERIES_METADATA_SHARING', ['LABEL'], 'labels'],
  LINKS: ['SERIES_METADATA_LINK', ['LABEL', 'URL'], 'external_links'],
  ALTERNATE_TITLES: ['SERIES_METADATA_ALTERNATE_TITLE', ['LABEL', 'TITLE'], 'alternate_titles'],
} as const;

export const bookLists = {
  AUTHORS: ['BOOK_METADATA_AUTHOR', ['NAME', 'ROLE'], 'authors'],
  TAGS: ['BOOK_METADATA_TAG', ['TAG'], 'tags'],
  LINKS: ['BOOK_METADATA_LINK', ['LABEL', 'URL'], 'web_links'],
} as const;

const withLocks = (columns: readonly string[]) =>
  columns.flatMap((column) => [column, `${column}_LOCK`]);
const locksOf = (lists: object) => Object.keys(lists).map((name) => `${name}_LOCK`);
type Lists = Readonly<Record<string, readonly [string, readonly string[], string]>>;
const childTables = (lists: Lists, owner: string) =>
  Object.fromEntries(
    Object.values(lists).map(([table, columns]) => [table, [owner, ...columns]]),
  ) as Record<string, string[]>;

export const komgaSchema: ForeignSchema = {
  tables: {
    flyway_schema_history: ['version'],
    LIBRARY: ['ID', 'NAME', 'ROOT'],
    USER: ['ID', 'EMAIL', 'SHARED_ALL_LIBRARIES', 'AGE_RESTRICTION', 'AGE_RESTRICTION_ALLOW_ONLY'],
    USER_ROLE: ['USER_ID', 'ROLE'],
    USER_LIBRARY_SHARING: ['USER_ID', 'LIBRARY_ID'],
    USER_SHARING: ['USER_ID', 'LABEL', 'ALLOW'],
    SERIES: ['ID', 'LIBRARY_ID', 'NAME', 'URL'],
    SERIES_METADATA: [
      'SERIES_ID',
      ...withLocks(Object.keys(lockedSeriesColumns)),
      ...locksOf(seriesLists),
    ],
    ...childTables(seriesLists, 'SERIES_ID'),
    BOOK: ['ID', 'LIBRARY_ID', 'SERIES_ID', 'NAME', 'URL', 'FILE_SIZE', 'FILE_HASH'],
    MEDIA: ['BOOK_ID', 'MEDIA_TYPE', 'PAGE_COUNT'],
    BOOK_METADATA: [
      'BOOK_ID',
      ...withLocks(Object.keys(lockedBookColumns)),
      'NUMBER_LOCK',
      ...locksOf(bookLists),
    ],
    ...childTables(bookLists, 'BOOK_ID'),
    THUMBNAIL_SERIES: ['ID', 'SERIES_ID', 'THUMBNAIL', 'TYPE', 'SELECTED'],
    THUMBNAIL_BOOK: ['ID', 'BOOK_ID', 'THUMBNAIL', 'TYPE', 'SELECTED'],
    READ_PROGRESS: [
      'BOOK_ID',
      'USER_ID',
      'CREATED_DATE',
      'LAST_MODIFIED_DATE',
      'PAGE',
      'COMPLETED',
      'READ_DATE',
    ],
    COLLECTION: ['ID', 'NAME', 'ORDERED', 'CREATED_DATE'],
    COLLECTION_SERIES: ['COLLECTION_ID', 'SERIES_ID', 'NUMBER'],
    READLIST: ['ID', 'NAME', 'ORDERED', 'SUMMARY', 'CREATED_DATE'],
    READLIST_BOOK: ['READLIST_ID', 'BOOK_ID', 'NUMBER'],
  },
  optional: {
    BOOK: ['FILE_HASH_KOREADER'],
    READ_PROGRESS: ['device_id', 'device_name', 'locator'],
  },
};
