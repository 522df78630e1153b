import type { Author } from '../../../../shared/schemas.ts';
import type { Database } from '../../../database/database.ts';
import { preparedValues } from '../../../database/page-sql.ts';

/** Names that filters offer. */
export type NameKind =
  | 'genres'
  | 'tags'
  | 'seriesTags'
  | 'bookTags'
  | 'publishers'
  | 'languages'
  | 'ageRatings'
  | 'releaseYears'
  | 'authors';

/** Of which series or books the names are: of all, or of those of these libraries, collections and so on. */
export type NameScope = { by: keyof typeof scopes; ids: readonly string[] } | null;

export type CompatNamesStore = ReturnType<typeof createCompatNamesStore>;

const pksOf = (table: string) =>
  `(SELECT pk FROM ${table} WHERE id IN (SELECT value FROM json_each(:ids)))`;
const inReadLists = `SELECT book_pk FROM read_list_books WHERE read_list_pk IN ${pksOf('read_lists')}`;

/** Tests of a row `t` of series and of books. Names of series are also those of the books of a read list. */
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
  /** Each name, and where it is found besides the row. */
  value: string;
  each?: string;
}

const ofSeries = (column: string): Source => ({ table: 'series', value: `t.${column}` });
const listed = (table: Source['table'], list: string): Source => ({
  table,
  value: 'name.value',
  each: `json_each(${list}) name`,
});
const sources: Readonly<Record<NameKind, readonly Source[]>> = {
  genres: [listed('series', 't.genres')],
  tags: [listed('series', 't.tags'), listed('books', `t.metadata -> 'tags'`)],
  seriesTags: [listed('series', 't.tags')],
  bookTags: [listed('books', `t.metadata -> 'tags'`)],
  publishers: [ofSeries('publisher')],
  languages: [ofSeries('language')],
  ageRatings: [ofSeries('age_rating')],
  releaseYears: [{ table: 'series', value: 'CAST(substr(t.release_date, 1, 4) AS INTEGER)' }],
  authors: [listed('series', 't.authors'), listed('books', `t.metadata -> 'authors'`)],
};

export const createCompatNamesStore = (database: Database) => {
  const value = preparedValues(database);
  const countAll = 'SELECT coalesce(sum(series_count + book_count), 0) FROM libraries';

  return {
    /** How many rows `list` has to look at. */
    rowsToLookAt: (_kind: NameKind, _scope: NameScope): number => value<number>(countAll, {}),

    /** Every name once, as texts, numbers or authors, in no order; null for series without age rating. */
    list(kind: NameKind, scope: NameScope): (string | number | Author | null)[] {
      // A series has authors beyond those of some of its books.
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
