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

/** Of which series or books the names are; empty restricts nothing. */
export interface NameScope {
  libraries: readonly string[];
  series: readonly string[];
}

export type CompatNamesStore = ReturnType<typeof createCompatNamesStore>;

const each = (list: string) => `json_each(${list}) name`;
const ofBooks = (list: string) => `FROM books t, ${each(`t.metadata -> '${list}'`)}`;
const ofSeries = (list: string) => `FROM series t, ${each(`t.${list}`)}`;

/** Each name as `value`, from rows `t` of series or books. */
const sources: Readonly<Record<NameKind, readonly { value: string; from: string }[]>> = {
  genres: [{ value: 'name.value', from: ofSeries('genres') }],
  tags: [
    { value: 'name.value', from: ofSeries('tags') },
    { value: 'name.value', from: ofBooks('tags') },
  ],
  seriesTags: [{ value: 'name.value', from: ofSeries('tags') }],
  bookTags: [{ value: 'name.value', from: ofBooks('tags') }],
  publishers: [{ value: 't.publisher', from: 'FROM series t' }],
  languages: [{ value: 't.language', from: 'FROM series t' }],
  ageRatings: [{ value: `coalesce(t.age_rating, 'None')`, from: 'FROM series t' }],
  releaseYears: [{ value: 'substr(t.release_date, 1, 4)', from: 'FROM series t' }],
  authors: [
    { value: 'name.value', from: ofSeries('authors') },
    { value: 'name.value', from: ofBooks('authors') },
  ],
};

export const createCompatNamesStore = (database: Database) => {
  const value = preparedValues(database);
  const countAll = 'SELECT coalesce(sum(series_count + book_count), 0) FROM libraries';

  return {
    /** How many rows `list` has to look at. */
    rowsToLookAt: (_kind: NameKind, _scope: NameScope): number => value<number>(countAll, {}),

    /** Every name once, as texts, numbers or authors, in no order. */
    list(kind: NameKind, { libraries, series }: NameScope): (string | number | Author)[] {
      const parts = sources[kind].map(({ value: name, from }) => {
        const seriesKey = from.startsWith('FROM series') ? 't.pk' : 't.series_pk';
        const conditions = [
          't.missing_since IS NULL',
          `${name} IS NOT NULL`,
          ...(libraries.length === 0
            ? []
            : [
                `t.library_pk IN (SELECT pk FROM libraries WHERE id IN (SELECT value FROM json_each(:libraries)))`,
              ]),
          ...(series.length === 0
            ? []
            : [
                `${seriesKey} IN (SELECT pk FROM series WHERE id IN (SELECT value FROM json_each(:series)))`,
              ]),
        ];
        return `SELECT DISTINCT ${name} AS value ${from} WHERE ${conditions.join(' AND ')}`;
      });
      const text = kind === 'authors' ? 'json(value)' : 'value';
      const json = value<string>(
        `SELECT json_group_array(${text}) FROM (${parts.join(' UNION ')})`,
        { libraries: JSON.stringify(libraries), series: JSON.stringify(series) },
      );
      return JSON.parse(json) as (string | number | Author)[];
    },
  };
};
