import type { Author } from '../../../../shared/schemas.ts';
import type { Database } from '../../../database/types.ts';
import { preparedValues } from '../../../database/page-sql.ts';
import { authorSql } from '../values-sql.ts';

/** Kinds of filter values. */
export type NameKind =
  | 'genres'
  | 'tags'
  | 'seriesTags'
  | 'bookTags'
  | 'labels'
  | 'publishers'
  | 'languages'
  | 'ageRatings'
  | 'releaseYears'
  | 'authors';

/**
 * Restricts the values to series or books of these libraries, collections and so on; null for all.
 */
export type NameScope = { by: keyof typeof scopes; ids: readonly string[] } | null;

export type KomgaNamesStore = ReturnType<typeof createKomgaNamesStore>;

const pksOf = (table: string) =>
  `(SELECT pk FROM ${table} WHERE id IN (SELECT value FROM json_each(:ids)))`;
const inReadLists = `SELECT book_pk FROM read_list_books WHERE read_list_pk IN ${pksOf('read_lists')}`;

/**
 * Conditions on a row `t` of series and of books. Series values also include those of the books of
 * a read list.
 */
const scopes = {
  library: {
    series: `t.library_pk IN ${pksOf('libraries')}`,
    books: `t.library_pk IN ${pksOf('libraries')}`,
  },
  collection: {
    series: `t.pk IN (SELECT series_pk FROM collection_series
      WHERE collection_pk IN ${pksOf('collections')})`,
    books: `t.series_pk IN (SELECT series_pk FROM collection_series
      WHERE collection_pk IN ${pksOf('collections')})`,
  },
  series: { series: `t.pk IN ${pksOf('series')}`, books: `t.series_pk IN ${pksOf('series')}` },
  readList: {
    series: `t.pk IN (SELECT series_pk FROM books WHERE pk IN (${inReadLists}))`,
    books: `t.pk IN (${inReadLists})`,
  },
} as const;

interface Source {
  table: 'series' | 'books';
  /** Expression for a value, with the joins it needs. */
  value: string;
  each?: string;
}

const ofSeries = (column: string): Source => ({ table: 'series', value: `t.${column}` });
const listed = (table: Source['table'], list: string): Source => ({
  table,
  value: 'name.value',
  each: `json_each(${list}) name`,
});
const authorsOf = (table: Source['table'], list: string): Source => ({
  ...listed(table, list),
  value: authorSql('name.value'),
});
const sources: Readonly<Record<NameKind, readonly Source[]>> = {
  genres: [listed('series', 't.genres')],
  tags: [listed('series', 't.tags'), listed('books', `t.metadata -> 'tags'`)],
  seriesTags: [listed('series', 't.tags')],
  bookTags: [listed('books', `t.metadata -> 'tags'`)],
  labels: [listed('series', 't.labels')],
  publishers: [ofSeries('publisher')],
  languages: [ofSeries('language')],
  ageRatings: [ofSeries('age_rating')],
  releaseYears: [{ table: 'series', value: 'CAST(substr(t.release_date, 1, 4) AS INTEGER)' }],
  authors: [authorsOf('series', 't.authors'), authorsOf('books', `t.metadata -> 'authors'`)],
};

const allAuthors = `SELECT json_group_array(json_object('name', c.name, 'role', r.role))
  FROM creator_roles r CROSS JOIN creators c ON c.pk = r.creator_pk`;

export const createKomgaNamesStore = (database: Database) => {
  const value = preparedValues(database);
  const countAll = 'SELECT coalesce(sum(series_count + book_count), 0) FROM libraries';

  return {
    /** Estimates the rows that `list` has to read. */
    estimateRows: (_kind: NameKind, _scope: NameScope): number => value<number>(countAll, {}),

    /**
     * All distinct values as texts, numbers or authors, unordered; null for series without an age
     * rating.
     */
    list(kind: NameKind, scope: NameScope): (string | number | Author | null)[] {
      if (kind === 'authors' && scope === null) {
        return JSON.parse(value<string>(allAuthors, {})) as Author[];
      }
      // Series have authors beyond those of their books.
      const from =
        kind === 'authors' && scope?.by === 'readList'
          ? sources[kind].filter(({ table }) => table === 'books')
          : sources[kind];
      const parts = from.map(({ table, value: name, each }) => {
        const conditions = [
          't.missing_since IS NULL',
          kind === 'ageRatings' ? 'true' : `${name} <> ''`,
          scope === null ? 'true' : scopes[scope.by][table],
        ];
        const rows = [`${table} t`, ...(each === undefined ? [] : [each])].join(' CROSS JOIN ');
        return `SELECT DISTINCT ${name} AS value FROM ${rows} WHERE ${conditions.join(' AND ')}`;
      });
      const text = kind === 'authors' ? 'json(value)' : 'value';
      const json = value<string>(
        `SELECT json_group_array(${text}) FROM (${parts.join(' UNION ')})`,
        scope === null ? {} : { ids: JSON.stringify(scope.ids) },
      );
      return JSON.parse(json) as (string | number | Author | null)[];
    },
  };
};
